#include "io/concepts_model.hpp"

#include "io/concepts.hpp"
#include "io/plain_model.hpp"
#include "io/pool.hpp"
#include "io/setting.hpp"
#include "io/values.hpp"
#include <didact/concepts/concepts_problem.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace didact::io {
namespace {

Description described_concepts() {
  Description model{"concepts", "a learner that keeps to the concepts which agree with every item it was shown",
                    "an item x, by its name or its number, with its label y: 0 or 1"};
  const Json example = {{"c1", {0, 0, 1}}, {"c2", {0, 1, 1}}, {"c3", {1, 1, 1}}};
  const Json labels = {{"type", "array"}, {"minItems", 1}, {"items", {{"enum", {0, 1}}}}};
  const Json concepts = {{"type", "object"}, {"minProperties", 1}, {"additionalProperties", labels}};
  model.known = {
      free_parameter("concepts", "each concept's label of every item", example, "lists of 0 and 1", concepts),
      free_parameter("file", "instead of concepts: a CSV file with them", "class.csv")};
  model.known[1].instead_of = "concepts";
  model.known.push_back(free_parameter("anticipates",
                                       "whether it knows that it is being taught, by a set of up to `size` items (1)",
                                       false, "true or false", {{"type", "boolean"}}));
  model.known[2].optional = true;
  model.losses = {"kl", "zero-one"};
  model.target = {free_parameter("concept", "the concept to be taught", "c2")};
  model.domain = {.range = {{1, infinity}, {0, 1}}, .integers = true};
  model.example_items = Json::array({{{"x", 3}, {"y", 1}}});
  model.conjugate = false;
  model.labelled = true;
  model.item_rules = {"pool"};
  model.exclusions = {{.path = "items.pool", .loss = "zero-one"}};
  model.drawing = Drawing::concepts;
  model.example_effort = {{"per_item", 0.2}};
  return model;
}

class ConceptsModel final : public PlainModel<ConceptsProblem> {
 public:
  ConceptsModel() : PlainModel(described_concepts()) {}

 private:
  /// How many concepts are left, and which where they are few.
  io::Belief belief(const ConceptsProblem& problem, const ItemSet& items) const override {
    constexpr std::size_t few = 8;
    const Vector probabilities = didact::belief(problem, items);
    if (problem.anticipates) return {weighed(problem, probabilities), nullptr};
    std::vector<std::string> names;
    std::size_t left = 0;
    for (std::size_t c = 0; c < problem.concepts.size(); ++c) {
      if (!(probabilities[static_cast<Index>(c)] > 0)) continue;
      if (++left <= few) names.push_back(problem.concepts.name(c));
    }
    Json parameters = {{"consistent", left}};
    if (left <= few) parameters["concepts"] = names;
    return {parameters, nullptr};
  }

  /// What a learner that anticipates believes of each concept.
  static Json weighed(const ConceptsProblem& problem, const Vector& probabilities) {
    Json parameters = Json::object();
    for (std::size_t c = 0; c < problem.concepts.size(); ++c) {
      parameters[problem.concepts.name(c)] = probabilities[static_cast<Index>(c)];
    }
    return parameters;
  }

  Read read_plain(const Json& json, const Context& context, Errors& errors) const override {
    Read given;
    ConceptsProblem& problem = given.problem;
    const Node root(json, "", errors);
    root.is_object_of(problem_keys());
    const Node learner = root["learner"];
    learner.is_object_of({"model", "concepts", "file", "has_seen", "anticipates"});
    if (const auto flag = learner.find("anticipates")) problem.anticipates = flag->boolean().value_or(false);
    const std::size_t before = errors.count();
    problem.concepts = read_class(learner, context);
    const bool good = errors.count() == before;
    if (const auto node = root.need("target"); node && node->is_object_of({"concept"})) {
      const auto name_node = node->need("concept");
      const auto name = name_node ? name_node->string() : std::nullopt;
      if (name && good) problem.target = find_concept(problem.concepts, *name, "target.concept", errors);
    }
    Sizes sizes;
    read_names(root, description(), sizes);
    take(root, read_setting(root, description(), description().domain, sizes), problem);
    if (errors.count() > before) return given;

    given.items.domain = {.range = {{1, static_cast<double>(problem.concepts.items())}, {0, 1}}, .integers = true};
    given.items.labelled = true;
    for (std::size_t i = 0; i < problem.concepts.items() && learner.has("file"); ++i) {
      given.items.names.push_back(problem.concepts.item_name(i));
    }
    if (const auto node = root.find("items")) take_pool(*node, context, given);
    problem.seen.rows.resize(0, 2);
    if (const auto seen = learner.find("has_seen")) {
      const auto items = read_items(*seen, given.items, context);
      if (items && all_inside(*items, given.items.domain, errors)) problem.seen = items->set;
    }
    return given;
  }

  /// Rows are items of the class, by name or number; the target labels them.
  static void take_pool(const Node& node, const Context& context, Read& given) {
    ConceptsProblem& problem = given.problem;
    if (!node.has("pool")) return node.error("a concepts learner has its items from the class, or from a pool of them");
    if (node.has("repeat")) return node["repeat"].error("means nothing here: an item says the same a second time");
    std::vector<std::string> names;
    for (std::size_t i = 0; i < problem.concepts.items(); ++i) names.push_back(problem.concepts.item_name(i));
    auto pool = read_pool(node, {1, false, false, names}, context);
    if (!pool || !all_rows_inside(node, *pool, {.range = {given.items.domain.range[0]}, .integers = true})) return;
    if (problem.anticipates || problem.loss != ConceptsLoss::kl) {
      return node["pool"].error("is not supported with the loss zero-one, or for a learner that anticipates");
    }
    given.items.rows = pool->names;
    Matrix labelled(pool->size(), 2);
    for (Index row = 0; row < pool->size(); ++row) {
      const double x = pool->rows(row, 0);
      labelled.row(row) << x, problem.concepts.label(problem.target, static_cast<std::size_t>(x) - 1) ? 1 : 0;
    }
    pool->rows = std::move(labelled);
    pool->labelled = true;
    problem.pool = std::move(pool);
    const auto musts = static_cast<Index>(problem.pool->must_include.size());
    if (!problem.pool->costs.empty() && problem.min_size > musts) {
      node["cost"].error("is not supported together with a least size");
    }
  }

  void take(const Node& root, const Setting& setting, ConceptsProblem& problem) const {
    problem.limits = setting.limits;
    problem.max_size = setting.max_size;
    problem.min_size = setting.min_size;
    problem.loss = setting.loss == "zero-one" ? ConceptsLoss::zero_one : ConceptsLoss::kl;
    problem.effort.per_item = setting.effort.per_item;
    problem.effort.fixed = setting.effort.fixed;
    if (!setting.effort.of_size) return;
    problem.effort.of_size = [cost = setting.effort.of_size](std::size_t n) { return cost(static_cast<double>(n)); };
    for (std::size_t n = 0; n < problem.concepts.items(); ++n) {
      if (problem.effort.of_size(n + 1) >= problem.effort.of_size(n)) continue;
      return root["effort"]["of_size"].error(fmt::format("must not fall for concepts, but does from n = {} on", n));
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
      const auto place = context.file(*name, file->path(), errors);
      if (!place) return {};
      const std::string text = context.text(*place, file->path(), errors);
      return errors.empty() ? parse_concepts(text, file->path(), errors) : ConceptClass{};
    }
    return read_concepts(learner["concepts"]);
  }
};

}  // namespace

std::unique_ptr<const Model> concepts_model() {
  return std::make_unique<ConceptsModel>();
}

}  // namespace didact::io
