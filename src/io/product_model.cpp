#include "io/product_model.hpp"

#include "io/product_parts.hpp"
#include "io/product_population.hpp"

#include <algorithm>
#include <chrono>
#include <set>

namespace didact::io {
namespace {

using Clock = std::chrono::steady_clock;

Description described_product() {
  Description model{"product", "several learners side by side, each taught a lesson of its own", "one lesson a part"};
  const Json learner = {{"$ref", "#/definitions/part-learner"}};
  const Json gaussian = {{"model", "gaussian"}, {"prior", {{"mean", 1}, {"kappa", 1}, {"shape", 2}, {"scale", 2}}}};
  const Json poisson = {{"model", "poisson"}, {"prior", {{"shape", 2}, {"rate", 1}}}};
  model.known = {free_parameter("parts", "the learners, each as in a problem of its own", {gaussian, poisson},
                                "list of learners", {{"type", "array"}, {"minItems", 1}, {"items", learner}})};
  model.target = {free_parameter("parts", "their targets, in the same order",
                                 {{{"mean", 0}, {"variance", 1}}, {{"rate", 4}}}, "list of targets",
                                 {{"type", "array"}, {"minItems", 1}})};
  model.conjugate = false;
  model.has_parts = true;
  model.domain.range = {{}};
  model.item_rules = {"range", "integers", "distinct", "pool"};
  model.efforts = {"magnitude", "per_unit", "closeness"};
  model.exclusions = {{.path = "effort.per_unit", .without_pool = true}};  // some parts take it over free items too
  return model;
}

/// A value that is infinite for one part is so for all of them.
double added(double sum, double value) {
  return sum == infinity || value == infinity ? infinity : sum + value;
}

bool is_worse(const Lesson& a, const Lesson& b) {
  return static_cast<int>(a.status) > static_cast<int>(b.status);
}

/// What there is to say of all lessons together.
Lesson together(const std::vector<io::Answer>& parts, std::uint64_t seed) {
  Lesson all;
  all.seed = seed;
  all.has_items = true;
  all.status = Status::optimal;
  all.impedance = all.loss = all.lower_bound = all.loss_before = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Lesson& one = parts[i].lesson;
    all.has_items &= one.has_items;
    all.impedance = added(all.impedance, one.impedance);
    all.loss = added(all.loss, one.loss);
    all.effort += one.effort;
    all.lower_bound = added(all.lower_bound, one.lower_bound);
    all.loss_before = added(all.loss_before, one.loss_before);
    all.n += one.n;
    if (is_worse(one, all)) {
      all.status = one.status;
      all.direction = one.direction;
      all.reason = one.reason;
      all.explanation = one.explanation.empty() ? "" : "part " + std::to_string(i + 1) + ": " + one.explanation;
    }
  }
  for (const io::Answer& part : parts) {
    if (part.lesson.reason != Reason::interrupted) continue;
    all.reason = Reason::interrupted;
    all.explanation.clear();
  }
  return all;
}

class ProductProblem final : public Problem {
 public:
  ProductProblem(const Description& model, std::vector<Part> parts, Json json, Context context)
      : Problem(class_of(model, json), std::move(json), std::move(context)), parts_(std::move(parts)) {}

  io::Answer teach(const Options& options) const override {
    const auto started = Clock::now();
    io::Answer answer{learners(), {}, {}, {}};
    for (const Part& part : parts_) {
      answer.parts.push_back(taught(part, sharing_time(options, parts_.size() - part.index, started)));
    }
    answer.lesson = together(answer.parts, options.seed);
    answer.lesson.seconds = std::chrono::duration<double>(Clock::now() - started).count();
    return answer;
  }

  io::Verdict evaluate(const GivenSet&, const Options&, const Lesson*) const override {
    throw InvalidProblem(
        Error{"--set", "a product has a set for each part: evaluate each part as a problem by itself"});
  }

  std::unique_ptr<Population> population() const override {
    std::vector<PartPopulation> populations;
    for (const Part& part : parts_) {
      populations.push_back(part.own_words([&] { return PartPopulation{part.problem->population(), 0}; }));
      populations.back().best_size = taught(part, {}).lesson.n;
    }
    return product_population(std::move(populations));
  }

 private:
  static io::Class class_of(const Description& model, const Json& json) {
    io::Class learners{&model, {}};
    learners.rules = json.contains("items") || json.contains("size") || json.contains("limits");
    learners.weights = {1};
    return learners;
  }

  /// limits.seconds are for all parts: each gets its share of what is left.
  Options sharing_time(Options options, std::size_t parts_left, Clock::time_point started) const {
    if (!options.seconds && json().contains("limits") && json()["limits"].contains("seconds")) {
      options.seconds = json()["limits"]["seconds"].get<double>();
    }
    if (!options.seconds) return options;
    const double spent = std::chrono::duration<double>(Clock::now() - started).count();
    options.seconds = std::max(0.0, *options.seconds - spent) / static_cast<double>(parts_left);
    return options;
  }

  static io::Answer taught(const Part& part, const Options& options) {
    return part.own_words([&] { return part.problem->teach(options); });
  }

  std::vector<Part> parts_;
};

class ProductModel final : public Model {
 public:
  ProductModel() : Model(described_product()) {}

  std::unique_ptr<const Problem> read(Json json, const Context& context, Errors& errors) const override {
    const std::size_t before = errors.count();
    std::vector<Part> parts = read_parts(json, errors);
    std::set<std::string> said;  // what is wrong with a shared value is wrong for several parts
    for (Part& part : parts) {
      Errors own;
      part.problem = part.model->read(part.json, context, own);
      for (const Error& error : own.list()) {
        Error here = part.moved(error);
        if (said.insert(here.text()).second) errors.add(std::move(here.path), std::move(here.message));
      }
    }
    if (errors.count() > before) return nullptr;
    return std::make_unique<ProductProblem>(description(), std::move(parts), std::move(json), context);
  }

  std::unique_ptr<const Problem> example_for(Index, const Vector&) const override {
    throw InvalidProblem(Error{"MODEL", "a product has statistics for each part: unpack each by itself"});
  }
};

}  // namespace

std::unique_ptr<const Model> product_model() {
  return std::make_unique<ProductModel>();
}

}  // namespace didact::io
