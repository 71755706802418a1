#include "cover_local_search.hpp"
#include "cover_search.hpp"
#include "kernels.hpp"
#include <didact/concepts/internal/set_cover.hpp>

#include <cmath>

namespace didact::concepts {
namespace {

constexpr int root_rounds = 300;
/// What exchanging items may cost before the search, in looks at each item's each element, and in all.
constexpr std::int64_t first_looks = 30;
constexpr std::int64_t most_first_work = 1'000'000;
constexpr std::size_t most_elements_at_once = 4000;

/// The lowest whole cost that is not below a bound, for whole costs.
double rounded_up(const CoverProblem& problem, double bound) {
  return least_gain(problem.costs, 0) == 1 ? std::ceil(bound - whole_tolerance) : bound;
}

std::vector<double> costs_of(const CoverProblem& problem) {
  return problem.costs.empty() ? std::vector<double>(problem.items, 1.0) : problem.costs;
}

class Minimisation {
 public:
  Minimisation(const CoverProblem& problem, const CoverLimits& limits)
      : problem_(problem), stop_(limits.stop), most_(limits.most), search_(problem, limits.stop) {}

  Cover result() {
    cover_.items = greedy_cover(problem_, costs_of(problem_));
    cover_.cost = cost_of(problem_, cover_.items);
    relax();
    LocalSearch local(problem_, cover_.items);
    if (is_open()) improve(local, first_work());
    search_.at_pause = [&](std::int64_t work) {
      improve(local, work / 8);
      return cover_.cost - least_gain(problem_.costs, cover_.cost);
    };
    problem_.costs.empty() ? deepen() : search_all();
    cover_.nodes = search_.nodes;
    return cover_;
  }

 private:
  bool is_open() const {
    return cover_.lower < cover_.cost - least_gain(problem_.costs, cover_.cost) / 2 &&
           cover_.lower <= most_ + whole_tolerance;
  }

  std::int64_t first_work() const {
    std::size_t entries = 0;
    for (std::size_t i = 0; i < problem_.items; ++i) entries += count_bits(problem_.column(i));
    return std::min(most_first_work, first_looks * static_cast<std::int64_t>(entries));
  }

  void improve(LocalSearch& local, std::int64_t work) {
    local.run(work, cover_.lower, stop_);
    keep_if_cheaper(local.best());
  }

  /// The root's bound, and a cover from its reduced costs.
  void relax() {
    Relaxation relaxation(problem_);
    std::vector<std::uint32_t> items(problem_.items);
    for (std::uint32_t i = 0; i < problem_.items; ++i) items[i] = i;
    const double goal = cover_.cost - least_gain(problem_.costs, cover_.cost);
    std::vector<double>& u = search_.multipliers;
    const double bound = relaxation.raise(all_bits(problem_.elements), items, goal, stop_ ? 1 : root_rounds, u);
    cover_.lower = std::min(cover_.cost, std::max(cover_.lower, rounded_up(problem_, bound)));
    std::vector<double> prices(relaxation.reduced_costs().begin(), relaxation.reduced_costs().end());
    keep_if_cheaper(greedy_cover(problem_, prices));
  }

  /// With unit costs: rules out one size after the other, so that the bound rises as long as there is time.
  void deepen() {
    while (is_open()) {
      if (!search_.run(cover_.lower, cover_.lower)) break;
      if (!search_.best.empty()) keep_if_cheaper(search_.best);
      if (is_open()) cover_.lower += 1;
    }
    if (is_open()) cover_.stopped = stop_.reason();
  }

  void search_all() {
    if (!is_open()) return;
    const bool completed = search_.run(cover_.cost - least_gain(problem_.costs, cover_.cost), cover_.lower);
    if (!search_.best.empty()) keep_if_cheaper(search_.best);
    if (completed) cover_.lower = cover_.cost;
    if (is_open()) cover_.stopped = stop_.reason();
  }

  void keep_if_cheaper(std::vector<std::size_t> other) {
    const double cost = cost_of(problem_, other);
    if (cost >= cover_.cost) return;
    cover_.items = std::move(other);
    cover_.cost = cost;
  }

  const CoverProblem& problem_;
  const Stop& stop_;
  double most_;
  CoverSearch search_;
  Cover cover_;
};

/// What these items leave uncovered.
std::vector<Word> left_by(const CoverProblem& problem, const std::vector<std::size_t>& items) {
  std::vector<Word> left = all_bits(problem.elements);
  for (const std::size_t item : items) take_from(left, problem.column(item).data());
  return left;
}

/// A cover, and that it takes some item.
Cover in_haste(const CoverProblem& problem, const Stop& stop) {
  const std::vector<double> costs = costs_of(problem);
  Cover cover{.items = greedy_cover(problem, costs)};
  cover.exists = is_empty(left_by(problem, cover.items));
  cover.lower = *std::min_element(costs.begin(), costs.end());
  cover.stopped = stop.reason();
  return cover;
}

/// Solves what reduction leaves.
Cover solve_whole(const CoverProblem& problem, CoverLimits limits) {
  if (limits.stop) return in_haste(problem, limits.stop);
  const Reduced reduced = reduce(problem);
  if (!reduced.exists) return {.exists = false};
  const double forced = cost_of(problem, reduced.forced);
  limits.most -= forced;
  Cover core;
  if (reduced.core.elements > 0) core = Minimisation(reduced.core, limits).result();
  Cover cover{.lower = core.lower + forced, .stopped = core.stopped, .nodes = core.nodes};
  for (const std::size_t item : core.items) cover.items.push_back(reduced.item_of[item]);
  cover.items.insert(cover.items.end(), reduced.forced.begin(), reduced.forced.end());
  return cover;
}

/// Solves for ever more of many elements: a bound for some of them is one for all, and a cover of some may cover all.
class InParts {
 public:
  InParts(const CoverProblem& problem, const CoverLimits& limits) : problem_(problem), limits_(limits) {}

  Cover result() {
    Cover cover = in_haste(problem_, limits_.stop);
    if (!cover.exists || cover.stopped != StopReason::none) return cover;
    choose_first();
    while (true) {
      const Cover part = solve_whole(restricted(), limits_);
      cover.nodes += part.nodes;
      cover.lower = std::max(cover.lower, part.lower);
      cover.stopped = part.stopped;
      keep_if_cheaper(completed(part.items), cover.items);
      const std::vector<Word> left = left_by(problem_, part.items);
      const bool settled =
          cover.lower > limits_.most || is_empty(left) || cost_of(problem_, cover.items) <= cover.lower;
      if (settled || part.stopped != StopReason::none) break;
      add(members(left));
    }
    return cover;
  }

 private:
  static constexpr std::size_t first_part = 1000;

  /// Elements in few items ask for most.
  void choose_first() {
    items_of_.assign(problem_.elements, 0);
    for (std::size_t i = 0; i < problem_.items; ++i) {
      for_each_bit(problem_.column(i), [&](std::size_t e) { ++items_of_[e]; });
    }
    add(members(all_bits(problem_.elements)));
  }

  void add(std::vector<std::size_t> others) {
    const std::size_t count = std::min(others.size(), std::max(first_part, part_.size() / 2));
    std::stable_sort(others.begin(), others.end(),
                     [&](std::size_t a, std::size_t b) { return items_of_[a] < items_of_[b]; });
    part_.insert(part_.end(), others.begin(), others.begin() + static_cast<std::ptrdiff_t>(count));
  }

  CoverProblem restricted() const {
    CoverProblem part(part_.size(), problem_.items);
    part.costs = problem_.costs;
    for (std::size_t i = 0; i < problem_.items; ++i) {
      for (std::size_t e = 0; e < part_.size(); ++e) {
        if (has_bit(problem_.column(i), part_[e])) set_bit(part.column(i), e);
      }
    }
    return part;
  }

  std::vector<std::size_t> completed(const std::vector<std::size_t>& items) const {
    std::vector<double> prices = costs_of(problem_);
    for (const std::size_t item : items) prices[item] = 0;
    return greedy_cover(problem_, prices);
  }

  void keep_if_cheaper(std::vector<std::size_t> other, std::vector<std::size_t>& items) const {
    if (cost_of(problem_, other) < cost_of(problem_, items)) items = std::move(other);
  }

  const CoverProblem& problem_;
  const CoverLimits& limits_;
  std::vector<std::size_t> items_of_;  ///< how many items each element is in
  std::vector<std::size_t> part_;
};

/// The search expects costs near 1, and takes equal costs as 1. Whole costs stay as they are.
double unit_of(const std::vector<double>& costs) {
  if (costs.empty()) return 1;
  const auto [least, most] = std::minmax_element(costs.begin(), costs.end());
  if (*least == *most) return *least;
  if (least_gain(costs, 0) == 1) return 1;
  const double middle = std::sqrt(*least) * std::sqrt(*most);
  return middle > 0.5 && middle < 2 ? 1 : middle;
}

Cover solve_in_units(CoverProblem problem, CoverLimits limits, double unit) {
  const std::vector<double> costs = problem.costs;
  for (double& cost : problem.costs) cost /= unit;
  if (*std::max_element(costs.begin(), costs.end()) == unit) problem.costs.clear();
  limits.most /= unit;
  Cover cover = minimum_cover(problem, limits);
  problem.costs = costs;
  cover.cost = cost_of(problem, cover.items);
  cover.lower = cover.optimal ? cover.cost : std::min(cover.cost, cover.lower * unit);
  return cover;
}

}  // namespace

Cover minimum_cover(const CoverProblem& problem, const CoverLimits& limits) {
  if (problem.elements == 0) return {.optimal = true};
  if (const double unit = unit_of(problem.costs); unit != 1) return solve_in_units(problem, limits, unit);
  Cover cover =
      problem.elements > most_elements_at_once ? InParts(problem, limits).result() : solve_whole(problem, limits);
  if (!cover.exists) return cover;
  std::sort(cover.items.begin(), cover.items.end());
  cover.cost = cost_of(problem, cover.items);
  cover.lower = std::min(cover.lower, cover.cost);
  cover.optimal = cover.cost - cover.lower <= least_gain(problem.costs, cover.cost) / 2;
  if (cover.optimal) cover.lower = cover.cost;
  if (cover.optimal) cover.stopped = StopReason::none;
  return cover;
}

}  // namespace didact::concepts
