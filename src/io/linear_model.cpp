#include "io/linear_model.hpp"

#include "io/csv.hpp"
#include "io/plain_model.hpp"
#include "io/pool.hpp"
#include "io/setting.hpp"
#include "io/values.hpp"
#include <didact/linear/linear_problem.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::io {
namespace {

void describe_kind(LinearKind kind, Description& model) {
  switch (kind) {
    case LinearKind::ridge:
      model.name = "ridge";
      model.summary = "a ridge regression: the weights with the least squared errors, kept small by a penalty";
      model.item = "a point x with its value y, a number";
      return;
    case LinearKind::logistic:
      model.name = "logistic";
      model.summary = "a logistic regression: the weights under which the labels are likely, kept small by a penalty";
      model.item = "a point x with its label y: 1 or -1";
      return;
    case LinearKind::svm:
      model.name = "svm";
      model.summary = "a support vector machine: the plane that parts the labels, soft, with the widest margin";
      model.item = "a point x with its label y: 1 or -1";
      return;
  }
}

Description described_linear(LinearKind kind) {
  Description model;
  describe_kind(kind, model);
  const Json yes_or_no = {{"type", "boolean"}};
  const Json items = {{"anyOf", {{{"type", "string"}}, {{"type", "array"}, {"minItems", 1}}}}};
  model.known = {{"lambda", "", "how much large weights are penalised", Domain::positive, 1},
                 {"bias", "", "whether it learns a bias too, without a penalty", Domain::real, false, true, yes_or_no,
                  "true or false"}};
  model.target = {{"weights", "D", "the weights to be taught", Domain::real, {1, -0.5}},
                  {"bias", "", "the bias to be taught, where the learner has one", Domain::real, 0.5, true},
                  {"test", "", "of the loss risk: items to be predicted well, a list or a CSV file", Domain::real,
                   "test.csv", true, items, "items"}};
  model.target_instead = "test";
  model.domain = {.range = std::vector<Interval>(3)};
  model.example_items = Json::array({{{"x", {1, 2}}, {"y", 1}}, {{"x", {-1, 0.5}}, {"y", -1}}});
  model.conjugate = false;
  model.labelled = true;
  model.vector = true;
  model.losses = {"parameters", "risk"};
  model.efforts = {"magnitude", "per_unit", "closeness"};
  model.exclusions = {{.path = "effort.per_unit", .without_pool = true}};
  model.drawing = kind == LinearKind::ridge ? Drawing::regression : Drawing::separator;
  model.item_rules = {"range", "pool"};
  model.example_effort = {{"per_item", 0.1}};
  return model;
}

class LinearModel final : public PlainModel<LinearProblem> {
 public:
  explicit LinearModel(LinearKind kind) : PlainModel(described_linear(kind)), kind_(kind) {}

 private:
  io::Belief belief(const LinearProblem& problem, const ItemSet& items) const override {
    ItemSet set = items;
    if (set.rows.rows() == 0) set.rows.resize(0, problem.dimension + 1);
    const LinearState state = problem.state_after(set);
    Json parameters = {{"weights", to_json(state.weights)}};
    if (problem.learner.bias) parameters["bias"] = number(state.bias);
    return {parameters, nullptr};
  }

  void check_items(const ItemList& items, const ItemKind& kind, Errors& errors) const override {
    if (kind_ == LinearKind::ridge) return;
    for (Index row = 0; row < items.size(); ++row) {
      const double y = items.set.rows(row, kind.domain.dimension() - 1);
      if (y == 1 || y == -1) continue;
      Error error = items.mistake(row, fmt::format("y must be 1 or -1, got {}", y));
      errors.add(std::move(error.path), std::move(error.message));
    }
  }

  Read read_plain(const Json& json, const Context& context, Errors& errors) const override {
    Read given;
    LinearProblem& problem = given.problem;
    const Node root(json, "", errors);
    root.is_object_of(problem_keys());
    read_learner(root["learner"], problem);
    Sizes sizes;
    const bool risk = root.has("loss") && json["loss"] == "risk";
    const auto target = root.need("target");
    const bool good = target && target->is_object_of({"weights", "bias", "test"}) &&
                      read_target(*target, risk, context, sizes, given);
    read_names(root, description(), sizes);
    const Index D = sizes.of('D').value_or(2);
    const ItemDomain x{.range = std::vector<Interval>(static_cast<std::size_t>(D))};
    const Setting setting = read_setting(root, description(), x, sizes);
    if (!good) return given;
    take(root, setting, problem);
    if (const auto items = root.find("items"); items && items->has("pool")) {
      take_pool(*items, context, given);
      if (problem.pool) check_pool_sizes(root, *problem.pool, pool_sizes(setting));
    }
    if (const auto seen = root["learner"].find("has_seen")) {
      if (auto items = read_checked(*seen, context, given)) problem.seen = items->set;
    }
    return given;
  }

  void read_learner(const Node& learner, LinearProblem& problem) const {
    learner.is_object_of({"model", "lambda", "bias", "has_seen"});
    problem.learner.kind = kind_;
    if (const auto lambda = learner.need("lambda")) {
      problem.learner.lambda = read_number(*lambda, Domain::positive).value_or(1);
    }
    if (const auto bias = learner.find("bias")) problem.learner.bias = bias->boolean().value_or(false);
  }

  std::optional<ItemList> read_checked(const Node& node, const Context& context, const Read& given) const {
    auto items = read_items(node, given.items, context);
    if (!items) return {};
    const std::size_t before = node.errors().count();
    check_items(*items, given.items, node.errors());
    return node.errors().count() == before ? items : std::nullopt;
  }

  /// How many numbers an x has, where only the test items say it.
  static std::optional<Index> dimension_of_test(const Node& test, const Context& context) {
    if (test.json().is_array() && !test.json().empty()) {
      const Json& first = test.json()[0];
      if (first.is_object() && first.contains("x")) {
        return first["x"].is_array() ? static_cast<Index>(first["x"].size()) : 1;
      }
      return first.is_array() ? static_cast<Index>(first.size()) - 1 : 1;
    }
    if (!test.json().is_string()) return {};
    Errors said_later;  // by the one who reads the items
    const auto file = context.file(test.json().get<std::string>(), test.path(), said_later);
    if (!file) return {};
    const std::string text = context.text(*file, test.path(), said_later);
    const std::vector<CsvRow> rows = parse_csv(text, test.path(), said_later);
    return rows.empty() ? std::nullopt : std::optional(static_cast<Index>(rows[0].cells.size()) - 1);
  }

  bool read_target(const Node& target, bool risk, const Context& context, Sizes& sizes, Read& given) const {
    LinearProblem& problem = given.problem;
    const std::size_t before = target.errors().count();
    const auto weights = risk ? target.find("weights") : target.need("weights");
    if (weights) read_value(*weights, {Domain::real, "D"}, sizes, problem.target.weights);
    if (problem.learner.bias && !risk) target.need("bias");
    if (const auto bias = target.find("bias")) {
      if (problem.learner.bias) {
        problem.target.bias = read_number(*bias, Domain::real).value_or(0);
      } else {
        bias->error("the learner has no bias: learner.bias is false");
      }
    }
    const auto test = risk ? target.need("test") : target.find("test");
    if (test && !risk) test->error("only the loss risk looks at test items");
    if (target.errors().count() > before) return false;
    problem.dimension = weights ? problem.target.weights.size() : dimension_of_test(*test, context).value_or(0);
    if (problem.dimension < 1) problem.dimension = 1;
    if (!weights) problem.target.weights = Vector::Zero(problem.dimension);
    if (!weights) sizes.agree('D', problem.dimension, *test);
    const auto D = static_cast<std::size_t>(problem.dimension);
    given.items = {{.range = std::vector<Interval>(D + 1)}, true, true, {}, {}};
    problem.seen = {Matrix(0, problem.dimension + 1), {}};
    return !risk || read_test(*test, context, given);
  }

  bool read_test(const Node& node, const Context& context, Read& given) const {
    const auto items = read_checked(node, context, given);
    if (!items) return false;
    LinearProblem& problem = given.problem;
    problem.loss = LinearLoss::risk;
    problem.test = items->set;
    if (items->size() == 0) {
      node.error("must not be empty");
      return false;
    }
    const auto labels = problem.test.rows.col(problem.dimension).array();
    if (kind_ == LinearKind::logistic && problem.learner.bias && (labels == labels[0]).all()) {
      node.error("with a bias both labels must be there: for one of them alone no bias is best");
      return false;
    }
    return true;
  }

  void take(const Node& root, const Setting& setting, LinearProblem& problem) const {
    problem.range = setting.items.range;
    if (problem.range.size() == 1) {
      problem.range.assign(static_cast<std::size_t>(problem.dimension), setting.items.range[0]);
    }
    problem.y_range = setting.y_range;
    const auto has = [&](double y) { return problem.y_range->low <= y && y <= problem.y_range->high; };
    if (problem.y_range && kind_ != LinearKind::ridge && !has(1) && !has(-1)) {
      root["items"]["range"]["y"].error("leaves no label: neither 1 nor -1 is in it");
    }
    problem.terms() = setting.terms();
    constexpr Index most_apart = 200;
    if (problem.effort.closeness > 0 && problem.min_size > most_apart) {
      root["size"].error(fmt::format("with effort.closeness at most {} items are supported", most_apart));
    }
  }

  void take_pool(const Node& items, const Context& context, Read& given) const {
    LinearProblem& problem = given.problem;
    auto pool = read_pool(items, {problem.dimension, true}, context);
    if (!pool) return;
    for (Index row = 0; row < pool->size() && kind_ != LinearKind::ridge; ++row) {
      const double y = pool->rows(row, problem.dimension);
      if (y != 1 && y != -1) items["pool"].error(fmt::format("row {}: its label must be 1 or -1, got {}", row + 1, y));
    }
    given.items.name_after(*pool);
    charge_units(*pool, problem.effort);
    problem.pool = std::move(pool);
  }

  LinearKind kind_;
};

}  // namespace

std::unique_ptr<const Model> linear_model(LinearKind kind) {
  return std::make_unique<LinearModel>(kind);
}

}  // namespace didact::io
