#pragma once
// From JSON to a didact::Problem<L>, for any learner that describes itself.

#include "io/description.hpp"
#include "io/files.hpp"
#include "io/items.hpp"
#include "io/members.hpp"
#include "io/node.hpp"
#include "io/pool.hpp"
#include "io/setting.hpp"
#include "io/values.hpp"
#include <didact/core/problem.hpp>
#include <didact/solvers/internal/conjugate.hpp>

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace didact::io {

template <Learner L>
struct ReadProblem {
  didact::Problem<L> problem;
  ItemKind items;  ///< what the model's items look like, names included
};

/// The target whose likelihood of these items is largest; from the items themselves where the learner offers that,
/// because sums of squares lose digits.
template <Learner L>
typename L::Target fitted_target(const L& learner, const ItemSet& items) {
  if constexpr (requires { learner.maximum_likelihood(items); }) {
    return learner.maximum_likelihood(items);
  } else {
    return learner.maximum_likelihood(static_cast<double>(items.size()), summed_statistic(learner, items));
  }
}

/// What is wrong with a target fitted to items.
template <Learner L>
std::vector<std::string> misfits(const Matrix& items, const typename L::Target& target) {
  std::vector<std::string> all;
  auto check = [&](const auto& f) {
    std::string why = not_fitted(items, f.name, f.domain, target.*f.member);
    if (!why.empty()) all.push_back(std::move(why));
  };
  std::apply([&](const auto&... f) { (check(f), ...); }, L::Target::fields());
  return all;
}

template <Learner L>
class ProblemReader {
 public:
  ProblemReader(const Json& json, const Context& context, const Description& model, Errors& errors)
      : root_(json, "", errors), context_(context), model_(model), errors_(errors) {}

  ReadProblem<L> read() {
    const std::size_t before = errors_.count();
    root_.is_object_of(problem_keys());
    const Node learner = root_["learner"];
    read_learners(learner);
    learners_good_ = errors_.count() == before && !problem_.learners.empty();
    const auto target = root_.need("target");
    kind_ = target ? read_target_kind(*target, model_) : TargetKind::none;
    if (kind_ == TargetKind::point) problem_.target = read_point(*target, Ends::allowed);
    if (kind_ == TargetKind::belief) read_belief((*target)["belief"]);

    items_.names = read_names(root_, model_, sizes_);
    items_.domain = learners_good_ ? problem_.learners[0].value.domain() : assumed_domain(model_, sizes_);
    items_.vector = model_.vector;
    Setting setting = read_setting(root_, model_, items_.domain, sizes_);
    const PoolSizes pool_of = pool_sizes(setting);
    take(std::move(setting));
    if (const auto items = root_.find("items"); items && items->has("pool")) take_pool(*items, pool_of);
    check_units();
    if (const auto seen = learner.find("has_seen")) fold_in(*seen);
    if (kind_ == TargetKind::data) fit((*target)["data"]);
    if (learners_good_) {
      const Mistake mistake = solvers::loss_mistake(problem_);
      if (!mistake.field.empty()) errors_.add(mistake.field, mistake.message);
    }
    if (target && errors_.count() == before) check_reach(*target);
    return {std::move(problem_), std::move(items_)};
  }

 private:
  void check_units() {
    if (!(problem_.effort.per_unit > 0) || problem_.pool) return;
    if (root_.has("items") && root_["items"].has("pool")) return;
    if (solvers::carries_units(solvers::traits_of<L>(), narrowed(items_.domain, problem_.items))) return;
    root_["effort"]["per_unit"].error(structure_of<L> == Structure::sum && !OffersItemOf<L>
                                          ? "needs items.range to keep the items at one side of 0, or a pool"
                                          : fmt::format("is taken over a pool alone by {}", L::name));
  }

  /// Each learner against the target, or each point of a belief.
  void check_reach(const Node& target) {
    const bool any_size = !problem_.max_size && !problem_.limits.max_items && !problem_.pool;
    auto report = [](const std::vector<Mistake>& mistakes, const Node& node) {
      for (const Mistake& mistake : mistakes) {
        (node.has(mistake.field) ? node[mistake.field] : node).error(mistake.message);
      }
    };
    auto check = [&](const typename L::Target& point, const Node& node) {
      for (const auto& member : problem_.learners) {
        if constexpr (requires { member.value.beyond_reach(point); }) report(member.value.beyond_reach(point), node);
        if constexpr (requires { member.value.beyond_counting(point); }) {
          if (any_size) report(member.value.beyond_counting(point), node);
        }
      }
    };
    if (const auto* point = std::get_if<typename L::Target>(&problem_.target)) {
      check(*point, kind_ == TargetKind::data ? target["data"] : target);
    } else if (const auto* points = std::get_if<std::vector<Weighted<typename L::Target>>>(&problem_.target)) {
      for (std::size_t i = 0; i < points->size(); ++i) {
        if ((*points)[i].weight > 0) check((*points)[i].value, target["belief"][i]["target"]);
      }
    } else if constexpr (requires(const L& belief) { belief.expected(); }) {
      check(std::get<L>(problem_.target).expected(), target["belief"]);
    }
  }

  void read_learners(const Node& node) {
    const Membership membership = read_membership(node, model_);
    problem_.judge = membership.judge;
    read_fields(node, L::known_fields(), Ends::allowed, sizes_, known_);
    for (const Member& member : membership.members) {
      problem_.learners.push_back({member.weight, read_prior(member.value)});
    }
  }

  /// A member of the prior's family: a prior, or a teacher's belief.
  L read_prior(const Node& node) {
    L learner = known_;
    const std::size_t before = errors_.count();
    if (node.is_object_of(names_of(model_.prior))) {
      read_fields(node, L::prior_fields(), Ends::allowed, sizes_, learner);
    }
    if constexpr (requires { learner.mistakes(); }) {
      if (errors_.count() == before) report_mistakes(node, learner.mistakes());
    }
    return learner;
  }

  typename L::Target read_point(const Node& node, Ends ends) {
    typename L::Target target;
    read_fields(node, L::Target::fields(), ends, sizes_, target);
    return target;
  }

  void read_belief(const Node& node) {
    if (!node.json().is_array()) {
      problem_.target = read_prior(node);
      return;
    }
    std::vector<Weighted<typename L::Target>> points;
    for (const Member& member : read_members(node, "target", false)) {
      if (!member.value.is_object_of(names_of(model_.target))) continue;
      points.push_back({member.weight, read_point(member.value, Ends::excluded)});
    }
    problem_.target = std::move(points);
  }

  void take(Setting setting) {
    problem_.items = std::move(setting.items);
    problem_.terms() = setting.terms();
    problem_.loss = loss_named(setting.loss);
  }

  void take_pool(const Node& items, const PoolSizes& sizes) {
    auto pool = read_pool(items, {items_.domain.dimension(), false, false, items_.names}, context_);
    if (!pool || !all_rows_inside(items, *pool, narrowed(items_.domain, problem_.items))) return;
    items_.name_after(*pool);
    check_pool_sizes(root_, *pool, sizes);
    problem_.pool = std::make_shared<const Pool>(std::move(*pool));
  }

  /// Items that are the model's, or nothing if they are not or nobody can use them.
  std::optional<ItemList> read_model_items(const Node& node) {
    auto items = read_items(node, items_, context_);
    if (!items || !all_inside(*items, items_.domain, errors_) || !learners_good_) return {};
    return items;
  }

  void fold_in(const Node& node) {
    const auto items = read_model_items(node);
    if (!items) return;
    const auto n = static_cast<double>(items->set.size());
    const Vector s = summed_statistic(problem_.learners[0].value, items->set);
    for (auto& member : problem_.learners) member.value = member.value.after(n, s);
  }

  void fit(const Node& node) {
    const auto items = read_model_items(node);
    if (!items) return;
    if (items->size() == 0) return node.error("must have at least one item");
    const typename L::Target target = fitted_target(problem_.learners[0].value, items->set);
    for (const std::string& why : misfits<L>(items->set.rows, target)) node.error(why);
    problem_.target = target;
  }

  Node root_;
  const Context& context_;
  const Description& model_;
  Errors& errors_;
  Sizes sizes_;
  L known_;
  didact::Problem<L> problem_;
  ItemKind items_;
  TargetKind kind_ = TargetKind::none;
  bool learners_good_ = false;
};

/// The problem that a file describes, whose `learner.model` is L's name. Of use only if no errors were added.
template <Learner L>
ReadProblem<L> read_conjugate(const Json& json, const Context& context, const Description& model, Errors& errors) {
  return ProblemReader<L>(json, context, model, errors).read();
}

}  // namespace didact::io
