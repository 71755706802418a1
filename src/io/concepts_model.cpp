#include "io/concepts_model.hpp"

#include "io/concepts.hpp"
#include "io/setting.hpp"
#include "io/values.hpp"
#include <didact/concepts/teach_concept.hpp>

#include <fmt/format.h>

#include <chrono>
#include <cmath>

namespace didact::io {
namespace {

Description described_concepts() {
  Description model{"concepts", "a learner that keeps to the concepts which agree with every item it was shown",
                    "an item x, by its name or its number, with its label y: 0 or 1"};
  const Json example = {{"c1", {0, 0, 1}}, {"c2", {0, 1, 1}}, {"c3", {1, 1, 1}}};
  const Json labels = {{"type", "array"}, {"minItems", 1}, {"items", {{"enum", {0, 1}}}}};
  model.known = {{"concepts",
                  "",
                  "each concept's label of every item",
                  Domain::real,
                  example,
                  {{"type", "object"}, {"minProperties", 1}, {"additionalProperties", labels}},
                  "lists of 0 and 1"},
                 {"file",
                  "",
                  "instead of concepts: a CSV file with them",
                  Domain::real,
                  "class.csv",
                  {{"type", "string"}},
                  "text"}};
  model.optional_known = {"file"};
  model.either_known = true;
  model.target = {{"concept", "", "the concept to be taught", Domain::real, "c2", {{"type", "string"}}, "text"}};
  model.domain = {.range = {{1, infinity}, {0, 1}}, .integers = true};
  model.example_items = Json::array({{{"x", 3}, {"y", 1}}});
  model.vector = true;
  model.conjugate = false;
  model.labelled = true;
  model.ranges = false;
  model.example_effort = {{"per_item", 0.2}};
  return model;
}

struct ConceptsProblem {
  ConceptClass concepts;     ///< those that agree with what was seen
  std::size_t target = 0;    ///< its number among them, if it is one
  bool ruled_out = false;    ///< it is none of them
  std::vector<bool> labels;  ///< the target's
  ConceptEffort effort;
  Limits limits;
  std::optional<Index> most;
  ItemKind items;
};

class ConceptsModel final : public Model {
 public:
  ConceptsModel() : Model(described_concepts()) {}

  void check(const Json& problem, const Context& context, Errors& errors) const override {
    read(problem, context, errors);
  }

  report::Answer teach(const Json& json, const Context& context, const Options& options) const override {
    Errors errors;
    const ConceptsProblem problem = read(json, context, errors);
    throw_if_any(errors);
    report::Answer answer{class_of(json, problem), solved(problem, options)};
    answer.before = {belief(problem, {})};
    if (answer.lesson.has_items) answer.after = {belief(problem, taught(answer.lesson.items))};
    return answer;
  }

  report::Verdict evaluate(const Json& json, const Context& context, const std::filesystem::path& file,
                           const Options& options) const override {
    Errors errors;
    const ConceptsProblem problem = read(json, context, errors);
    std::optional<ItemList> items;
    if (errors.empty()) items = read_item_file(file, problem.items, "--set", errors);
    if (items) all_inside(*items, problem.items.domain, errors);
    throw_if_any(errors);
    report::Verdict verdict{class_of(json, problem)};
    verdict.n = items->set.size();
    std::vector<std::size_t> shown = taught(items->set);
    for (Index row = 0; row < items->size() && verdict.violates.empty(); ++row) {
      if ((items->set.rows(row, 1) == 1) == problem.labels[shown[row]]) continue;
      verdict.violates = fmt::format("item {} has a label that the target does not give it", row + 1);
      verdict.violates_at = row + 1;
    }
    if (verdict.violates.empty() && problem.most && verdict.n > *problem.most) {
      verdict.violates = fmt::format("a set of {} items is not allowed", verdict.n);
    }
    if (verdict.violates.empty() && !problem.ruled_out) {
      verdict.loss = concept_loss(problem.concepts, problem.target, shown);
      verdict.effort = problem.effort.of(shown);
      verdict.impedance = verdict.loss + verdict.effort;
      verdict.after = {belief(problem, shown)};
    }
    verdict.optimum = solved(problem, options);
    return verdict;
  }

  report::Unpacked unpack(Index, const Vector&, const Options&) const override {
    throw InvalidProblem(Error{"MODEL", "the items of a concepts learner have no statistics to unpack"});
  }

 private:
  report::Class class_of(const Json& json, const ConceptsProblem& problem) const {
    report::Class learners{&description(), problem.items};
    learners.rules = json.contains("size") || problem.limits.max_items;
    learners.weights = {1};
    learners.target = {{"concept", json["target"]["concept"]}};
    return learners;
  }

  static std::vector<std::size_t> taught(const ItemSet& items) {
    std::vector<std::size_t> numbers;
    const Matrix rows = items.expanded();
    for (Index i = 0; i < rows.rows(); ++i) numbers.push_back(static_cast<std::size_t>(rows(i, 0)) - 1);
    return numbers;
  }

  /// How many concepts are left, and which where they are few.
  static report::Belief belief(const ConceptsProblem& problem, const std::vector<std::size_t>& shown) {
    constexpr std::size_t few = 8;
    std::vector<std::string> left;
    for (std::size_t c = 0; c < problem.concepts.size(); ++c) {
      bool agrees = true;
      for (const std::size_t item : shown) agrees &= problem.concepts.label(c, item) == problem.labels[item];
      if (agrees) left.push_back(problem.concepts.name(c));
    }
    Json parameters = {{"consistent", left.size()}};
    if (left.size() <= few) parameters["concepts"] = fmt::format("{}", fmt::join(left, ", "));
    return {parameters, nullptr};
  }

  static Lesson solved(const ConceptsProblem& problem, const Options& options) {
    const auto started = std::chrono::steady_clock::now();
    Lesson lesson;
    lesson.seed = options.seed;
    if (problem.ruled_out) {
      lesson.status = Status::unteachable;
      lesson.reason = "target.concept: what the learner has seen rules it out";
      lesson.lower_bound = infinity;
      return lesson;
    }
    TeachConceptOptions search{Stop(problem.limits.seconds, options.interrupt)};
    if (problem.most) search.max_items = static_cast<std::size_t>(*problem.most);
    const ConceptLesson found = teach_concept(problem.concepts, problem.target, problem.effort, search);
    const Index n = static_cast<Index>(found.items.size());
    lesson.has_items = true;
    lesson.n = n;
    lesson.items = {Matrix(n, 2), std::vector<Index>(n, 1)};
    for (Index i = 0; i < n; ++i) {
      lesson.items.rows(i, 0) = static_cast<double>(found.items[i] + 1);
      lesson.items.rows(i, 1) = problem.labels[found.items[i]] ? 1 : 0;
    }
    // Said of the items themselves, looked at label by label.
    lesson.loss = concept_loss(problem.concepts, problem.target, found.items);
    lesson.effort = problem.effort.of(found.items);
    lesson.impedance = lesson.loss + lesson.effort;
    lesson.loss_before = concept_loss(problem.concepts, problem.target, {});
    lesson.lower_bound = std::min(found.lower_bound, lesson.impedance);
    const double scale = std::max(1.0, std::abs(lesson.impedance));
    lesson.status = lesson.gap() <= 1e-9 * scale ? Status::optimal : Status::feasible;
    if (lesson.status == Status::feasible) {
      lesson.reason = lesson.gap() <= options.gap * scale        ? "gap"
                      : found.stopped == StopReason::time        ? "time"
                      : found.stopped == StopReason::interrupted ? "interrupted"
                                                                 : "not provable";
    }
    lesson.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return lesson;
  }

  ConceptsProblem read(const Json& json, const Context& context, Errors& errors) const {
    ConceptsProblem problem;
    const Node root(json, "", errors);
    root.is_object_of(problem_keys());
    const Node learner = root["learner"];
    learner.is_object_of({"model", "concepts", "file", "has_seen"});
    const std::size_t before = errors.count();
    const ConceptClass all = read_class(learner, context);
    const bool good = errors.count() == before;

    std::size_t target = 0;
    if (const auto node = root.need("target"); node && node->is_object_of({"concept"})) {
      const auto name_node = node->need("concept");
      const auto name = name_node ? name_node->string() : std::nullopt;
      if (name && good) target = find_concept(all, *name, "target.concept", errors);
    }
    Sizes sizes;
    read_names(root, description(), sizes);
    const Setting setting = read_setting(root, description(), description().domain, sizes);
    if (const auto node = root.find("items")) node->error("a concepts learner has its items from the class");
    take(root, setting, errors, problem);
    if (errors.count() > before) return problem;

    for (std::size_t item = 0; item < all.items(); ++item) {
      problem.labels.push_back(all.label(target, item));
      if (learner.has("file")) problem.items.names.push_back(all.item_name(item));
    }
    problem.items.domain = {.range = {{1, static_cast<double>(all.items())}, {0, 1}}, .integers = true};
    problem.items.vector = problem.items.labelled = true;
    keep_consistent(learner, context, all, target, problem);
    return problem;
  }

  void take(const Node& root, const Setting& setting, Errors& errors, ConceptsProblem& problem) const {
    problem.limits = setting.limits;
    problem.most = setting.max_size;
    if (setting.limits.max_items)
      problem.most = std::min(problem.most.value_or(*setting.limits.max_items), *setting.limits.max_items);
    if (setting.min_size > 0) {
      errors.add("size", "a least number of items is not supported for concepts; [0, max] is");
    }
    problem.effort.per_item = setting.effort.per_item;
    problem.effort.fixed = setting.effort.fixed;
    if (setting.effort.of_size) {
      problem.effort.of_size = [cost = setting.effort.of_size](std::size_t n) { return cost(static_cast<double>(n)); };
      for (double n = 0; n < 10000; ++n) {
        if (setting.effort.of_size(n + 1) >= setting.effort.of_size(n)) continue;
        root["effort"]["of_size"].error(fmt::format("must not fall for concepts, but does from n = {} on", n));
        break;
      }
    }
  }

  static ConceptClass read_class(const Node& learner, const Context& context) {
    Errors& errors = learner.errors();
    if (learner.has("concepts") == learner.has("file")) {
      learner.error(R"(must have either "concepts", the labels of each, or "file", a CSV with them)");
      return {};
    }
    if (const auto file = learner.find("file")) {
      const auto name = file->string();
      if (!name) return {};
      if (!context.may_read_files) {
        file->error("files cannot be read here; write the concepts inline");
        return {};
      }
      const std::string text = read_text(context.directory / *name, file->path(), errors);
      return errors.empty() ? parse_concepts(text, file->path(), errors) : ConceptClass{};
    }
    return read_inline(learner["concepts"]);
  }

  static ConceptClass read_inline(const Node& node) {
    if (!node.json().is_object() || node.json().empty()) {
      node.expected(R"(an object such as {"c1": [0, 1], "c2": [1, 1]})");
      return {};
    }
    std::vector<std::string> names, items;
    for (const auto& [name, labels] : node.json().items()) names.push_back(name);
    const Json& first = node.json().front();
    for (std::size_t i = 0; i < (first.is_array() ? first.size() : 0); ++i) items.push_back(std::to_string(i + 1));
    ConceptClass concepts(names, items);
    bool good = true;
    for (std::size_t c = 0; c < names.size(); ++c) {
      const Node labels = node[names[c]];
      if (!labels.is_list()) return concepts;
      if (labels.json().size() != items.size() || items.empty()) {
        labels.error(fmt::format("must have as many labels as the first concept, {}, got {}", items.size(),
                                 labels.json().size()));
        good = false;
        continue;
      }
      for (std::size_t i = 0; i < items.size(); ++i) {
        const Json& label = labels.json()[i];
        if (label == 0 || label == 1) {
          concepts.set_label(c, i, label == 1);
        } else {
          labels[i].expected("0 or 1");
          good = false;
        }
      }
    }
    if (good) {
      if (const auto equal = concepts.equal_concepts()) {
        node.error(fmt::format("{} and {} have the same labels: no items tell them apart", names[equal->first],
                               names[equal->second]));
      }
    }
    return concepts;
  }

  /// What the learner has seen leaves fewer concepts.
  static void keep_consistent(const Node& learner, const Context& context, const ConceptClass& all, std::size_t target,
                              ConceptsProblem& problem) {
    problem.concepts = all;
    problem.target = target;
    const auto node = learner.find("has_seen");
    if (!node) return;
    const auto items = read_items(*node, problem.items, context);
    if (!items || !all_inside(*items, problem.items.domain, node->errors())) return;
    auto agrees = [&](std::size_t c) {
      for (Index i = 0; i < items->size(); ++i) {
        const std::size_t item = static_cast<std::size_t>(items->set.rows(i, 0)) - 1;
        if (all.label(c, item) != (items->set.rows(i, 1) == 1)) return false;
      }
      return true;
    };
    std::vector<std::size_t> kept;
    std::vector<std::string> names, item_names;
    for (std::size_t c = 0; c < all.size(); ++c) {
      if (!agrees(c)) continue;
      kept.push_back(c);
      names.push_back(all.name(c));
    }
    for (std::size_t i = 0; i < all.items(); ++i) item_names.push_back(all.item_name(i));
    problem.ruled_out = !agrees(target);
    problem.concepts = ConceptClass(names, item_names);
    for (std::size_t c = 0; c < kept.size(); ++c) {
      if (kept[c] == target) problem.target = c;
      for (std::size_t i = 0; i < all.items(); ++i) problem.concepts.set_label(c, i, all.label(kept[c], i));
    }
  }
};

}  // namespace

std::unique_ptr<const Model> concepts_model() {
  return std::make_unique<ConceptsModel>();
}

}  // namespace didact::io
