#include "io/threshold_model.hpp"

#include "io/plain_model.hpp"
#include "io/setting.hpp"
#include "io/values.hpp"
#include <didact/threshold/threshold.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace didact::io {
namespace {

Description described_threshold() {
  Description model{"threshold", "where a line is cut in two, with all cuts that agree with the items equally likely",
                    "a point x in [0, 1] with its label y: 1 from the threshold on, -1 below"};
  model.known = {{"resolution", "", "items are no closer than this", Domain::positive, 0.001, true}};
  model.target = {{"theta", "", "the threshold to be taught", Domain::probability, 0.3}};
  model.domain = {.range = {{0, 1}, {-1, 1}}};
  model.example_items = Json::array({{{"x", 0.1}, {"y", -1}}, {{"x", 0.9}, {"y", 1}}});
  model.conjugate = false;
  model.labelled = true;
  model.losses = {"kl", "zero-one", "squared"};
  model.efforts = {"closeness"};
  model.drawing = Drawing::threshold;
  model.item_rules = {"range"};
  model.example_effort = {{"closeness", 0.1}};
  return model;
}

class ThresholdModel final : public PlainModel<ThresholdProblem> {
 public:
  ThresholdModel() : PlainModel(described_threshold()) {}

 private:
  io::Belief belief(const ThresholdProblem& problem, const ItemSet& items) const override {
    const Threshold learner = problem.learner.after(items);
    io::Belief belief{{{"above", learner.low}, {"up_to", learner.high}}, nullptr};
    if (learner.low <= learner.high) belief.expects = {{"theta", 0.5 * (learner.low + learner.high)}};
    return belief;
  }

  void check_items(const ItemList& items, const ItemKind&, Errors& errors) const override {
    for (Index row = 0; row < items.size(); ++row) {
      const double x = items.set.rows(row, 0), y = items.set.rows(row, 1);
      std::string why;
      if (!(x >= 0 && x <= 1)) why = fmt::format("x must be in [0, 1], got {}", x);
      if (y != 1 && y != -1) why = fmt::format("y must be 1 or -1, got {}", y);
      if (why.empty()) continue;
      Error error = items.mistake(row, why);
      errors.add(std::move(error.path), std::move(error.message));
    }
  }

  Read read_plain(const Json& json, const Context& context, Errors& errors) const override {
    Read given{{}, {description().domain, false, true, {}}};
    ThresholdProblem& problem = given.problem;
    const Node root(json, "", errors);
    root.is_object_of(problem_keys());
    const Node learner = root["learner"];
    learner.is_object_of({"model", "resolution", "has_seen"});
    if (const auto node = learner.find("resolution")) {
      problem.resolution = read_number(*node, Domain::positive_probability).value_or(0);
    }
    if (const auto target = root.need("target"); target && target->is_object_of({"theta"})) {
      if (const auto theta = target->need("theta")) {
        problem.theta = read_number(*theta, Domain::probability).value_or(problem.theta);
      }
    }
    Sizes sizes;
    read_names(root, description(), sizes);
    const Setting setting = read_setting(root, description(), {.range = {{0, 1}}}, sizes);
    if (!setting.items.range.empty()) problem.range = setting.items.range[0];
    problem.range = {std::max(0.0, problem.range.low), std::min(1.0, problem.range.high)};
    if (setting.y_range) keep_labels(root["items"]["range"]["y"], *setting.y_range, problem);
    if (setting.loss == "zero-one") problem.loss = ThresholdLoss::zero_one;
    if (setting.loss == "squared") problem.loss = ThresholdLoss::squared;
    problem.terms() = setting.terms();
    if (const auto seen = learner.find("has_seen")) fold_in(*seen, context, given);
    return given;
  }

  /// A label is a side of the threshold.
  static void keep_labels(const Node& node, Interval y, ThresholdProblem& problem) {
    const bool below = y.low <= -1 && y.high >= -1, above = y.low <= 1 && y.high >= 1;
    if (!below && !above) node.error("must contain -1 or 1: other labels there are not");
    if (!below) problem.range.low = std::max(problem.range.low, problem.theta);
    if (!above) problem.range.high = std::min(problem.range.high, std::nextafter(problem.theta, -infinity));
  }

  void fold_in(const Node& node, const Context& context, Read& given) const {
    ThresholdProblem& problem = given.problem;
    const auto items = read_items(node, given.items, context);
    if (!items) return;
    const std::size_t before = node.errors().count();
    check_items(*items, given.items, node.errors());
    if (node.errors().count() > before) return;
    problem.learner = problem.learner.after(items->set);
    if (problem.learner.low >= problem.learner.high && problem.learner.high > 0) {
      node.error("no threshold agrees with all of these");
    }
  }
};

}  // namespace

std::unique_ptr<const Model> threshold_model() {
  return std::make_unique<ThresholdModel>();
}

}  // namespace didact::io
