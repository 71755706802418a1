#include "io/regression_model.hpp"

#include "core/decompositions.hpp"
#include "io/members.hpp"
#include "io/plain_model.hpp"
#include "io/pool.hpp"
#include "io/setting.hpp"
#include "io/values.hpp"
#include <didact/regression/regression_problem.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::io {
namespace {

using Known = LinearRegression;
using Unknown = LinearRegressionUnknownVariance;

/// The example is that of a known noise; what only the other form has is marked as optional.
Description described_regression() {
  Description model{Known::name, Known::summary, Known::item};
  model.known = parameters(Known::known_fields(), Known{});
  model.prior = parameters(Unknown::prior_fields(), Unknown{});
  model.target = parameters(Unknown::Target::fields(), Unknown::Target{});
  for (Parameter& p : model.prior) {
    if (p.name != "shape" && p.name != "scale") continue;
    p.optional = true;
    p.instead_of = "variance";
  }
  model.target.back().optional = true;
  model.domain = {.range = std::vector<Interval>(3)};
  model.example_items = Json::array({{{"x", {1, 2}}, {"y", 0.1}}, {{"x", {-1, 0.5}}, {"y", -1.2}}});
  model.labelled = true;
  model.vector = true;
  model.takes_class = false;
  model.efforts = {"magnitude", "per_unit"};
  model.exclusions = {{.path = "effort.per_unit", .without_pool = true}};
  model.drawing = Drawing::regression;
  model.item_rules = {"range", "pool"};
  model.example_rules = {{"range", {-1, 1}}};
  model.example_effort = {{"per_item", 0.1}};
  return model;
}

class RegressionModel final : public PlainModel<RegressionProblem> {
 public:
  RegressionModel() : PlainModel(described_regression()) {}

  io::Unpacked unpack(const RegressionProblem& problem, Index n, const Vector& s,
                      const Options& options) const override {
    const Index D = std::visit([](const auto& learner) { return learner.dimension(); }, problem.learner);
    try {
      return {item_kind(D), s, unpack_regression(D, n, s, options.style, options.seed), options.seed};
    } catch (const std::invalid_argument& error) {
      throw InvalidProblem(Error{"--s", error.what()});
    }
  }

  std::unique_ptr<const Problem> example_for(Index, const Vector& s) const override {
    Index D = 1;
    while (D * D + D + 1 < s.size()) ++D;
    if (s.size() != D * D + D && s.size() != D * D + D + 1) {
      throw InvalidProblem(
          Error{"--s", fmt::format("must have D*D + D numbers, or one more: 2 or 3, 6 or 7, 12 or 13, …, "
                                   "got {}",
                                   s.size())});
    }
    Read example{{.learner = Known{.mean = Vector::Zero(D), .covariance = Matrix::Identity(D, D)}}, item_kind(D)};
    return std::make_unique<PlainProblem<RegressionProblem>>(*this, std::move(example), Json::object(), Context{});
  }

 private:
  static ItemKind item_kind(Index D) {
    return {{.range = std::vector<Interval>(static_cast<std::size_t>(D + 1))}, true, true, {}, {}};
  }

  io::Belief belief(const RegressionProblem& problem, const ItemSet& items) const override {
    return std::visit(
        [&](const auto& learner) {
          using L = std::decay_t<decltype(learner)>;
          L after = learner;
          if (items.size() > 0) {
            after = learner.after(static_cast<double>(items.size()), summed_statistic(learner, items));
          }
          return io::Belief{write_fields(L::prior_fields(), after),
                            write_fields(L::Target::fields(), after.expected())};
        },
        problem.learner);
  }

  Json target_of(const Json& json, const RegressionProblem& problem) const override {
    if (json["target"].contains("belief")) return nullptr;
    return std::visit(
        [&](const auto& learner) {
          using L = std::decay_t<decltype(learner)>;
          return write_fields(L::Target::fields(), point_of(learner, problem.target));
        },
        problem.learner);
  }

  Read read_plain(const Json& json, const Context& context, Errors& errors) const override {
    const Node root(json, "", errors);
    root.is_object_of(problem_keys());
    const Node learner = root["learner"];
    learner.is_object_of({"model", "variance", "prior", "has_seen", "one_of", "judge"});
    for (const std::string_view key : {"one_of", "judge"}) {
      if (learner.has(key))
        learner[key].error("several learners are not supported for linear-regression; give one prior");
    }
    return learner.has("variance") ? read_form<Known>(root, context) : read_form<Unknown>(root, context);
  }

  template <class L>
  Read read_form(const Node& root, const Context& context) const {
    Read given;
    Sizes sizes;
    const std::size_t before = root.errors().count();
    const Node node = root["learner"];
    L learner;
    read_fields(node, L::known_fields(), Ends::allowed, sizes, learner);
    if (const auto prior = node.has("one_of") ? std::nullopt : node.need("prior")) {
      read_prior(*prior, sizes, learner);
    }
    const bool learner_good = root.errors().count() == before;
    const auto target = root.need("target");
    const TargetKind kind = target ? read_target_kind(*target, description()) : TargetKind::none;
    typename L::Target point;
    if (kind == TargetKind::point) point = read_point<L>(*target, sizes);
    const std::optional<RegressionTarget> belief =
        kind == TargetKind::belief ? read_belief(learner, (*target)["belief"], sizes) : std::nullopt;
    read_names(root, description(), sizes);
    const Index D = sizes.of('D').value_or(2);
    const ItemDomain x{.range = std::vector<Interval>(static_cast<std::size_t>(D))};
    const Setting setting = read_setting(root, description(), x, sizes);
    take(setting, D, given.problem);
    given.items = item_kind(D);
    if (const auto items = root.find("items"); items && items->has("pool")) {
      take_pool(*items, D, context, given);
      if (given.problem.pool) check_pool_sizes(root, *given.problem.pool, pool_sizes(setting));
    }
    if (!learner_good) return given;
    if (kind == TargetKind::data) point = fitted(learner, (*target)["data"], given.items, context).value_or(point);
    if (const auto seen = node.find("has_seen")) learner = after_seeing(learner, *seen, given.items, context);
    given.problem.learner = learner;
    if (root.errors().count() == before) given.problem.target = belief ? *belief : regression_target(learner, point);
    return given;
  }

  /// A prior, or a teacher's belief.
  template <class L>
  void read_prior(const Node& node, Sizes& sizes, L& learner) const {
    if (!node.is_object_of(names_of(description().prior))) return;
    read_fields(node, L::prior_fields(), Ends::allowed, sizes, learner);
    if constexpr (std::is_same_v<L, Known>) {
      for (const std::string_view key : {"shape", "scale"}) {
        if (node.has(key)) node[key].error("belongs to a learned variance, but learner.variance says that it is known");
      }
    }
  }

  template <class L>
  typename L::Target read_point(const Node& node, Sizes& sizes) const {
    typename L::Target point;
    read_fields(node, L::Target::fields(), Ends::allowed, sizes, point);
    if (std::is_same_v<L, Known> && node.has("variance")) {
      node["variance"].error("is not taught: learner.variance says that it is known");
    }
    return point;
  }

  template <class L>
  std::optional<RegressionTarget> read_belief(const L& learner, const Node& node, Sizes& sizes) const {
    const std::size_t before = node.errors().count();
    if (!node.json().is_array()) {
      L belief = learner;
      read_prior(node, sizes, belief);
      if (node.errors().count() > before) return {};
      return regression_target(learner, belief);
    }
    std::vector<Weighted<typename L::Target>> points;
    for (const Member& member : read_members(node, "target", false)) {
      if (!member.value.is_object_of(names_of(description().target))) continue;
      points.push_back({member.weight, read_point<L>(member.value, sizes)});
    }
    if (node.errors().count() > before) return {};
    return regression_target(learner, points);
  }

  template <class L>
  std::optional<typename L::Target> fitted(const L& learner, const Node& node, const ItemKind& kind,
                                           const Context& context) const {
    const auto items = read_items(node, kind, context);
    if (!items) return {};
    if (items->size() == 0) {
      node.error("must have at least one item");
      return {};
    }
    const typename L::Target target = learner.maximum_likelihood(items->set);
    const Index D = learner.dimension();
    if (!target.weights.allFinite()) {
      node.error(fmt::format("gives no weights: at least {} items (D) with x in general position are needed, got {}", D,
                             items->size()));
      return {};
    }
    if constexpr (std::is_same_v<L, Unknown>) {
      const double rounding = 1e-13 * items->set.rows.col(D).cwiseAbs2().maxCoeff();
      if (!(target.variance > rounding)) {
        node.error(fmt::format("gives variance 0: more than {} items (D) are needed, not all on one plane", D));
        return {};
      }
    }
    return target;
  }

  template <class L>
  L after_seeing(const L& learner, const Node& node, const ItemKind& kind, const Context& context) const {
    const auto items = read_items(node, kind, context);
    if (!items || items->size() == 0) return learner;
    L after = learner.after(static_cast<double>(items->size()), summed_statistic(learner, items->set));
    if (after.mean.allFinite() && Cholesky(after.covariance).succeeded()) return after;
    node.error("these numbers are too large to compute with");
    return learner;
  }

  static void take_pool(const Node& items, Index D, const Context& context, Read& given) {
    auto pool = read_pool(items, {D, true, false, {}}, context);
    if (!pool) return;
    given.items.name_after(*pool);
    charge_units(*pool, given.problem.effort);
    given.problem.pool = std::make_shared<const Pool>(std::move(*pool));
  }

  static void take(const Setting& setting, Index D, RegressionProblem& problem) {
    problem.range = setting.items.range;
    if (problem.range.size() == 1) problem.range.assign(static_cast<std::size_t>(D), setting.items.range[0]);
    problem.y_range = setting.y_range;
    problem.terms() = setting.terms();
  }
};

}  // namespace

std::unique_ptr<const Model> regression_model() {
  return std::make_unique<RegressionModel>();
}

}  // namespace didact::io
