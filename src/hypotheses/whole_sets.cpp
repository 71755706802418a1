#include "whole_sets.hpp"

#include "../pools/finite_search.hpp"
#include "../pools/least_whole.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace didact::hypotheses {
namespace {

/// n whole numbers of this sum, as equal as they can be.
std::vector<Group> dealt(double sum, double n) {
  const double each = std::floor(sum / n), more = sum - each * n;
  std::vector<Group> groups;
  if (more > 0) groups.push_back({Vector::Constant(1, each + 1), more});
  if (more < n) groups.push_back({Vector::Constant(1, each), n - more});
  return groups;
}

}  // namespace

void WholeSets::offer(const std::vector<Group>& groups, Index n) {
  const double total = objective_.total(inner_value(items_, groups), static_cast<double>(n));
  if (!(total < total_)) return;
  total_ = total;
  best_ = {Matrix(static_cast<Index>(groups.size()), groups.empty() ? 1 : groups[0].x.size()), {}};
  for (std::size_t g = 0; g < groups.size(); ++g) {
    best_.rows.row(static_cast<Index>(g)) = groups[g].x.transpose();
    best_.copies.push_back(static_cast<Index>(groups[g].times));
  }
}

void WholeSets::begin(Index n) {
  Vector w;
  log_sum_exp(items_.log_ratios(), &w);
  double bound = 0;
  const std::vector<ContinuousItems::Cheapest> cheapest = items_.cheapest(w, bound, stop_);
  const auto size = static_cast<double>(n);
  if (items_.whole()) {
    const Interval range = items_.piece(cheapest[0].x)[0];
    offer(dealt(size * std::clamp(std::round(cheapest[0].x[0]), std::ceil(range.low), std::floor(range.high)), size),
          n);
  } else {
    offer({{cheapest[0].x, size}}, n);
    for (const auto& [x, reduced] : cheapest) {
      if (!stop_) offer(moved(items_, stop_, {{x, size}}), n);
    }
    constexpr std::size_t some = 16;
    const std::vector<Vector> everywhere = items_.sample();
    for (std::size_t i = 0; i < some && !stop_; ++i) {
      offer(moved(items_, stop_, {{everywhere[i * everywhere.size() / some], size}}), n);
    }
  }
}

/// From the relaxed set, then from the best of finitely many items: whole items are not always near parts of them.
void WholeSets::attempt(const RelaxedContinuous& at, const std::vector<Vector>& met, Index n) {
  const std::vector<Group> groups = whole(at.groups, n);
  offer(moved(items_, stop_, groups), n);
  offer(moved(items_, stop_, split(groups, n <= 10)), n);
  if (!pools::can_win(objective_.total(at.bound, static_cast<double>(n)), total_)) return;
  Amounts amounts;
  const EvidenceItems candidates = some_items(at, met, amounts);
  improve(candidates, amounts, n);
  constexpr Index few = 8, starts = 24;  // small sets have many local optima: grow one from each of several items
  if (n > few) return;
  const auto count = static_cast<Index>(some_.size());
  if (best_of_all(candidates, n)) return;
  for (Index start = 0; start < std::min(starts, count) && !stop_; ++start) {
    improve(candidates, {{start * count / std::min(starts, count), 1.0}}, n);
  }
}

double WholeSets::attempt_sums(const Vector& near, Index n) {
  const auto size = static_cast<double>(n);
  const Interval range = items_.piece(near)[0];
  const double low = size * std::ceil(range.low), high = size * std::floor(range.high);
  const auto value = [&](double sum) {
    return sum < low || sum > high ? infinity : objective_.total(inner_value(items_, dealt(sum, size)), size);
  };
  const pools::LeastWhole least = pools::least_whole(value, low, high);
  offer(dealt(least.at, size), n);
  return least.value;
}

/// Every set of n of these items, where they are few.
bool WholeSets::best_of_all(const EvidenceItems& candidates, Index n) {
  double sets = 1;
  for (Index i = 0; i < n; ++i) sets *= static_cast<double>(candidates.size() + i) / static_cast<double>(i + 1);
  constexpr double most_work = 2e7;
  if (sets * static_cast<double>(candidates.evidence().rows()) > most_work) return false;
  std::vector<Index> set, best;
  double least = infinity;
  const std::function<void(Index, const Vector&, double)> choose = [&](Index from, const Vector& a, double cost) {
    if (static_cast<Index>(set.size()) == n) {
      const double value = log_sum_exp(a) + cost;
      if (value < least) least = value, best = set;
      return;
    }
    for (Index i = from; i < candidates.size() && !stop_; ++i) {
      set.push_back(i);
      choose(i, a + candidates.statistic(i), cost + candidates.costs[i]);
      set.pop_back();
    }
  };
  choose(0, candidates.function().origin(), 0);
  if (best.empty()) return true;
  std::vector<Group> groups;
  for (const Index i : best) groups.push_back({some_[static_cast<std::size_t>(i)], 1});
  offer(moved(items_, stop_, groups), n);
  return true;
}

void WholeSets::improve(const EvidenceItems& candidates, const Amounts& amounts, Index n) {
  std::vector<Group> groups;
  for (const auto& [item, count] : rounded(candidates, amounts, n, stop_)) {
    groups.push_back({some_[static_cast<std::size_t>(item)], static_cast<double>(count)});
  }
  if (groups.empty()) return;
  offer(moved(items_, stop_, groups), n);
  offer(moved(items_, stop_, split(groups, n <= 10)), n);
}

/// The relaxed set's items, all that were ever worth a look, and some from everywhere.
EvidenceItems WholeSets::some_items(const RelaxedContinuous& at, const std::vector<Vector>& met, Amounts& amounts) {
  constexpr std::size_t most = 300;
  some_.clear();
  for (const Group& group : at.groups) {
    amounts.emplace_back(static_cast<Index>(some_.size()), group.times);
    some_.push_back(group.x);
  }
  const std::vector<Vector> everywhere = items_.sample();
  some_.insert(some_.end(), everywhere.begin(), everywhere.end());
  const std::size_t recent = met.size() > most ? met.size() - most : 0;
  some_.insert(some_.end(), met.begin() + static_cast<std::ptrdiff_t>(recent), met.end());
  const auto count = static_cast<Index>(some_.size());
  Matrix evidence(items_.log_ratios().size(), count);
  Vector costs(count);
  for (Index i = 0; i < count; ++i) {
    const Column column = items_.column(some_[static_cast<std::size_t>(i)], i);
    evidence.col(i) = column.d;
    costs[i] = column.cost;
  }
  EvidenceItems finite(items_.log_ratios(), std::move(evidence));
  finite.costs = std::move(costs);
  return finite;
}

}  // namespace didact::hypotheses
