#include <didact/concepts/set_cover.hpp>

#include "cover_search.hpp"

#include <cmath>

namespace didact {
namespace {

constexpr int root_rounds = 300;
constexpr int improvement_trials = 60;

/// The lowest whole cost that is not below a bound, for whole costs.
double rounded_up(const CoverProblem& problem, double bound) {
  return least_gain(problem, 0) == 1 ? std::ceil(bound - whole_tolerance) : bound;
}

std::vector<double> costs_of(const CoverProblem& problem) {
  return problem.costs.empty() ? std::vector<double>(problem.items, 1.0) : problem.costs;
}

class Minimisation {
 public:
  Minimisation(const CoverProblem& problem, const Stop& stop) : problem_(problem), stop_(stop), search_(problem, stop) {}

  Cover result() {
    cover_.items = greedy_cover(problem_, costs_of(problem_));
    cover_.cost = cost_of(problem_, cover_.items);
    relax();
    cover_.items = improved_cover(problem_, cover_.items, cover_.lower, improvement_trials, stop_);
    cover_.cost = cost_of(problem_, cover_.items);
    problem_.costs.empty() ? deepen() : search_all();
    cover_.nodes = search_.nodes;
    return cover_;
  }

 private:
  bool is_open() const { return cover_.lower < cover_.cost - least_gain(problem_, cover_.cost) / 2; }

  /// The root's bound, and a cover from its reduced costs.
  void relax() {
    Relaxation relaxation(problem_);
    std::vector<std::uint32_t> items(problem_.items);
    for (std::uint32_t i = 0; i < problem_.items; ++i) items[i] = i;
    const double goal = cover_.cost - least_gain(problem_, cover_.cost);
    std::vector<double>& u = search_.multipliers;
    const double bound = relaxation.raise(all_bits(problem_.elements), items, goal, root_rounds, u);
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
    const bool completed = search_.run(cover_.cost - least_gain(problem_, cover_.cost), cover_.lower);
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
  CoverSearch search_;
  Cover cover_;
};

}  // namespace

Cover minimum_cover(const CoverProblem& problem, const Stop& stop) {
  const Reduced reduced = reduce(problem);
  if (!reduced.exists) return {.exists = false};
  Cover core;
  if (reduced.core.elements > 0) core = Minimisation(reduced.core, stop).result();
  Cover cover{.lower = core.lower, .stopped = core.stopped, .nodes = core.nodes};
  for (const std::size_t item : core.items) cover.items.push_back(reduced.item_of[item]);
  cover.items.insert(cover.items.end(), reduced.forced.begin(), reduced.forced.end());
  std::sort(cover.items.begin(), cover.items.end());
  cover.cost = cost_of(problem, cover.items);
  cover.lower = std::min(cover.cost, core.lower + cost_of(problem, reduced.forced));
  const double gap = cover.cost - cover.lower;
  cover.optimal = gap <= (least_gain(problem, 0) == 1 ? 0.5 : 1e-9 * std::max(1.0, cover.cost));
  if (cover.optimal) cover.lower = cover.cost;
  return cover;
}

}  // namespace didact
