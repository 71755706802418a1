#include "io/hypotheses_model.hpp"

#include "io/hypotheses.hpp"
#include "io/nearest.hpp"
#include "io/plain_model.hpp"
#include "io/pool.hpp"
#include "io/setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::io {
namespace {

Description described_hypotheses() {
  Description model{"hypotheses", "a learner that chooses between finitely many hypotheses about its items",
                    "a number, a vector or a category, as the hypotheses' densities say; or a column of the table"};
  const Json A = {{"gaussian", {{"mean", -0.25}, {"variance", 0.5}}}};
  const Json B = {{"gaussian", {{"mean", 0.25}, {"variance", 0.5}}}};
  const Json some = {{"type", "object"}, {"minProperties", 1}};
  const Json density = {{"type", "object"}, {"minProperties", 1}, {"maxProperties", 1}};
  Json densities = some, numbers = some;
  densities["additionalProperties"] = density;
  numbers["additionalProperties"] = {{"type", "array"},
                                     {"items", {{"type", "number"}, {"minimum", 0}, {"maximum", 1}}}};
  Json prior = some;
  prior["additionalProperties"] = {{"type", "number"}, {"minimum", 0}, {"maximum", 1}};
  model.known = {
      free_parameter("hypotheses", "each hypothesis's density", {{"A", A}, {"B", B}}, "densities", densities),
      free_parameter("table", "instead of hypotheses: each one's probabilities of the items, or a CSV file with them",
                     {{"A", {0.2, 0.8}}, {"B", {0.6, 0.4}}}, "lists of numbers",
                     {{"anyOf", {{{"type", "string"}}, numbers}}}),
      free_parameter("table_of",
                     "what the table's entries are: probabilities of `items`, a row summing to at most 1, or of "
                     "`labels` given items",
                     "items", "\"items\" or \"labels\"", {{"enum", {"items", "labels"}}}),
      free_parameter("prior", "how probable each is before", {{"A", 0.5}, {"B", 0.5}}, "numbers", prior),
      free_parameter("anticipates", "whether it knows that it is being taught, by a set of up to `size` items (1)",
                     false, "true or false", {{"type", "boolean"}})};
  model.known[1].instead_of = "hypotheses";
  model.known[2].optional = model.known[3].optional = model.known[4].optional = true;
  model.target = {free_parameter("hypothesis", "the hypothesis to be taught", "A")};
  model.domain = {.range = {{}}};
  model.example_items = Json::array({-0.3, 0.1});
  model.conjugate = false;
  model.may_have_labels = true;
  model.losses = {"kl", "zero-one"};
  model.efforts = {"magnitude", "per_unit", "closeness"};
  model.exclusions = {{.path = "effort.per_unit", .without_pool = true},
                      {.path = "items.distinct", .without_pool = true},
                      {.path = "effort.magnitude", .loss = "zero-one"},
                      {.path = "effort.per_unit", .loss = "zero-one"}};
  model.drawing = Drawing::hypotheses;
  model.item_rules = {"range", "integers", "distinct", "pool"};
  model.example_effort = {{"per_item", 0.1}};
  model.example_rules = {{"range", {-1, 1}}};
  return model;
}

class HypothesesModel final : public PlainModel<HypothesesProblem> {
 public:
  HypothesesModel() : PlainModel(described_hypotheses()) {}

 private:
  io::Belief belief(const HypothesesProblem& problem, const ItemSet& items) const override {
    const Vector probabilities = didact::belief(problem, items);
    Json parameters = Json::object();
    for (std::size_t h = 0; h < problem.names.size(); ++h) {
      parameters[problem.names[h]] = probabilities[static_cast<Index>(h)];
    }
    return {parameters, nullptr};
  }

  Read read_plain(const Json& json, const Context& context, Errors& errors) const override {
    Read given;
    HypothesesProblem& problem = given.problem;
    problem.seen = {Matrix(0, 1), {}};
    const Node root(json, "", errors);
    root.is_object_of(problem_keys());
    const Node learner = root["learner"];
    learner.is_object_of({"model", "hypotheses", "table", "table_of", "prior", "has_seen", "anticipates"});
    const std::size_t before = errors.count();
    read_hypotheses(learner, context, problem, given.items.names);
    const bool good = errors.count() == before;
    read_target(root, problem, good);
    if (const auto flag = learner.find("anticipates")) problem.anticipates = flag->boolean().value_or(false);
    const ItemDomain domain = good ? problem.domain() : ItemDomain{.range = {{}}};
    given.items.domain = domain;
    given.items.vector =
        good && !problem.densities.empty() && problem.densities[0].family == Density::Family::multivariate_gaussian;
    read_rest(root, context, given);
    if (!good) return given;
    problem.seen.rows.resize(0, domain.dimension());
    if (const auto seen = learner.find("has_seen")) {
      const auto items = read_items(*seen, given.items, context);
      if (items && all_inside(*items, domain, errors)) problem.seen = items->set;
    }
    return given;
  }

  static void read_target(const Node& root, HypothesesProblem& problem, bool good) {
    const auto node = root.need("target");
    if (!node || !node->is_object_of({"hypothesis"})) return;
    const auto name_node = node->need("hypothesis");
    const auto name = name_node ? name_node->string() : std::nullopt;
    if (!name || !good) return;
    const auto it = std::find(problem.names.begin(), problem.names.end(), *name);
    if (it != problem.names.end()) {
      problem.target = static_cast<std::size_t>(it - problem.names.begin());
      return;
    }
    const std::vector<std::string_view> known(problem.names.begin(), problem.names.end());
    name_node->error(fmt::format("there is no hypothesis {}{}", shown(Json(*name)), suggestion(*name, known)));
  }

  /// Items, size, limits, loss and effort.
  void read_rest(const Node& root, const Context& context, Read& given) const {
    HypothesesProblem& problem = given.problem;
    Description model = description();
    model.domain.labels = given.items.domain.labels;
    model.vector = given.items.vector;
    Sizes sizes;
    if (given.items.domain.labels) {
      sizes.agree('K', static_cast<Index>(given.items.domain.range[0].high), root);
      std::erase_if(model.item_rules, [](auto rule) { return rule == "range" || rule == "integers"; });
      model.efforts.clear();
    }
    if (auto names = read_names(root, model, sizes); !names.empty()) given.items.names = std::move(names);
    const Setting setting = read_setting(root, model, given.items.domain, sizes);
    problem.items = setting.items;
    problem.terms() = setting.terms();
    problem.loss = setting.loss == "zero-one" ? HypothesesLoss::zero_one : HypothesesLoss::kl;
    const auto items = root.find("items");
    if (items && items->has("pool")) {
      const bool labels = given.items.domain.labels;
      const PoolShape shape{given.items.domain.dimension(), false, false,
                            labels ? given.items.names : std::vector<std::string>{}};
      problem.pool = read_pool(*items, shape, context);
      if (problem.pool) given.items.name_after(*problem.pool);
      if (problem.pool) charge_units(*problem.pool, problem.effort);
      if (problem.pool) all_rows_inside(*items, *problem.pool, given.items.domain);
      if (problem.pool) check_pool_sizes(root, *problem.pool, pool_sizes(setting));
    }
    check_combinations(root, problem, given.items.domain);
  }

  static void check_combinations(const Node& root, const HypothesesProblem& problem, const ItemDomain& domain) {
    const bool finite = problem.pool || (domain.integers && domain.dimension() == 1);
    const auto items = root.find("items");
    if (problem.items.distinct && !finite && !problem.items.integers) {
      (*items)["distinct"].error("is known here only for finitely many items: whole numbers, a pool or a table");
    }
    if (problem.items.integers && domain.dimension() > 1 && !problem.pool) {
      (*items)["integers"].error("is known here only for numbers; a pool can list whole vectors");
    }
    if (problem.loss == HypothesesLoss::zero_one && problem.effort.magnitude > 0) {
      root["effort"]["magnitude"].error("cannot be combined with the zero-one loss");
    }
    if (problem.loss == HypothesesLoss::zero_one && problem.pool && !problem.pool->costs.empty()) {
      const Node blamed = items->has("cost") ? (*items)["cost"] : root["effort"]["per_unit"];
      blamed.error("cannot be combined with the zero-one loss");
    }
    const ItemDomain left = narrowed(domain, problem.items);
    const bool closed = std::all_of(left.range.begin(), left.range.end(),
                                    [](const Interval& i) { return std::isfinite(i.low) && std::isfinite(i.high); });
    if (problem.effort.closeness > 0 && !problem.pool && !closed) {
      root["effort"]["closeness"].error("needs a finite items.range or a pool for a hypotheses learner");
    }
    const Interval range = narrowed(domain, problem.items).range[0];
    const bool bounded = std::isfinite(range.low) && std::isfinite(range.high);
    if (problem.anticipates && !problem.pool && !(bounded && (domain.integers || problem.items.integers))) {
      root["learner"]["anticipates"].error("needs finitely many items: a table, a pool, or whole numbers in a range");
    }
  }
};

}  // namespace

std::unique_ptr<const Model> hypotheses_model() {
  return std::make_unique<HypothesesModel>();
}

}  // namespace didact::io
