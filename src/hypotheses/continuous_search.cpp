#include "../pools/finite_search.hpp"
#include "continuous_relaxation.hpp"
#include "groups.hpp"
#include <didact/solvers/convex_search.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

namespace didact::hypotheses {
namespace {

using pools::can_win, pools::trusted_size, pools::worth_looking_at;

class Search {
 public:
  Search(const ContinuousItems& items, const Objective& objective, double gap, const Stop& stop)
      : items_(items), objective_(objective), gap_(gap), stop_(stop), relaxation_(items, stop) {}

  ContinuousResult run() {
    if (objective_.low == 0) offer({}, 0);
    if (objective_.high >= 1) {
      if (!start()) {
        result_.unbounded = true;
        result_.bound = result_.relaxed_total;
        return result_;
      }
      try_sizes();
    }
    result_.stopped = stop_.reason();
    result_.bound = std::min({open_, closed_, result_.total});
    return result_;
  }

 private:
  void offer(const std::vector<Group>& groups, Index n) {
    const double total = objective_.total(inner_value(items_, groups), static_cast<double>(n));
    if (!(total < result_.total)) return;
    result_.total = total;
    result_.items = {Matrix(static_cast<Index>(groups.size()), groups.empty() ? 1 : groups[0].x.size()), {}};
    for (std::size_t g = 0; g < groups.size(); ++g) {
      result_.items.rows.row(static_cast<Index>(g)) = groups[g].x.transpose();
      result_.items.copies.push_back(static_cast<Index>(groups[g].times));
    }
  }

  /// From the relaxed set, then from the best of finitely many items: whole items are not always near parts of them.
  void attempt(const RelaxedContinuous& at, Index n) {
    std::vector<Group> groups = whole(at.groups, n);
    offer(moved(items_, stop_, groups), n);
    offer(moved(items_, stop_, split(groups, n <= 10)), n);
    if (!can_win(objective_.total(at.bound, static_cast<double>(n)), result_.total)) return;
    std::vector<std::pair<Index, double>> amounts;
    const EvidenceItems candidates = some_items(at, amounts);
    improve(candidates, amounts, n);
    constexpr Index few = 8, starts = 24;  // small sets have many local optima: grow one from each of several items
    if (n > few) return;
    const auto count = static_cast<Index>(some_.size());
    if (best_of_all(candidates, n)) return;
    for (Index start = 0; start < std::min(starts, count) && !stop_; ++start) {
      improve(candidates, {{start * count / std::min(starts, count), 1.0}}, n);
    }
  }

  /// Every set of n of these items, where they are few.
  bool best_of_all(const EvidenceItems& candidates, Index n) {
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
      for (Index i = from; i < candidates.size(); ++i) {
        set.push_back(i);
        choose(i, a + candidates.statistic(i), cost + candidates.costs[i]);
        set.pop_back();
      }
    };
    choose(0, candidates.function().origin(), 0);
    std::vector<Group> groups;
    for (const Index i : best) groups.push_back({some_[static_cast<std::size_t>(i)], 1});
    offer(moved(items_, stop_, groups), n);
    return true;
  }

  void improve(const EvidenceItems& candidates, const Amounts& amounts, Index n) {
    std::vector<Group> groups;
    for (const auto& [item, count] : rounded(candidates, amounts, n, stop_)) {
      groups.push_back({some_[static_cast<std::size_t>(item)], static_cast<double>(count)});
    }
    offer(moved(items_, stop_, groups), n);
    offer(moved(items_, stop_, split(groups, n <= 10)), n);
  }

  /// The relaxed set's items, all that were ever worth a look, and some from everywhere.
  EvidenceItems some_items(const RelaxedContinuous& at, Amounts& amounts) {
    constexpr std::size_t most = 300;
    some_.clear();
    for (const Group& group : at.groups) {
      amounts.emplace_back(static_cast<Index>(some_.size()), group.times);
      some_.push_back(group.x);
    }
    const std::vector<Vector> everywhere = items_.sample();
    some_.insert(some_.end(), everywhere.begin(), everywhere.end());
    const std::vector<Vector>& met = relaxation_.met();
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

  double cutoff(Index n) const {
    const double left = result_.total - objective_.of_size(static_cast<double>(n));
    if (!objective_.zero_one) return left;
    return left >= 1 ? infinity : left <= 0 ? 0 : -std::log1p(-left);
  }

  bool start() {
    if (objective_.zero_one || !objective_.convex) return true;
    const double end = std::min(static_cast<double>(objective_.high), worth_looking_at(objective_, result_.total));
    const double begin = std::max(static_cast<double>(objective_.low), 1e-6);
    double n = end;
    if (objective_.linear) {
      n = solvers::minimiser_by_slope([&](double m) { return relaxation_.at(m).slope + objective_.per_item; }, begin,
                                      end, std::clamp(8.0, begin, end));
    } else {
      n = solvers::minimise_convex([&](double m) { return objective_.total(relaxation_.at(m).value, m); }, begin, end,
                                   std::clamp(8.0, begin, end))
              .at;
    }
    result_.relaxed_n = n;
    result_.relaxed_total = objective_.total(relaxation_.at(n).bound, n);
    return !(static_cast<double>(objective_.high) > trusted_size && n >= 0.75 * trusted_size);
  }

  double bound_by_cuts(Index n) const {
    return objective_.total(relaxation_.bound(static_cast<double>(n)), static_cast<double>(n));
  }

  /// Each size that can win, the most promising first.
  void try_sizes() {
    const Index first = std::max<Index>(1, objective_.low);
    const bool convex = objective_.convex && !objective_.zero_one;
    if (convex) {
      const Index centre = std::clamp<Index>(std::llround(result_.relaxed_n), first, objective_.high);
      visit(centre);
      for (const Index direction : {-1, 1}) {  // beyond a size that cannot win none can
        for (Index n = centre + direction; n >= first && n <= objective_.high; n += direction) {
          if (!visit(n)) break;
        }
      }
      return;
    }
    for (Index n = first; n <= objective_.high; ++n) {
      if (!can_win(objective_.total(0, static_cast<double>(n)), result_.total)) {
        if (objective_.zero_one && objective_.convex) break;
        continue;
      }
      if (can_win(bound_by_cuts(n), result_.total)) visit(n);
    }
  }

  /// Whole numbers with evidence linear in them: the set is in (n, Σx), and convex there. The best sum is beside the
  /// relaxed one.
  void offer_sums(const RelaxedContinuous& at, Index n) {
    double sum = 0;
    for (const Group& group : at.groups) sum += group.times * group.x[0];
    const Interval range = items_.piece(Vector::Constant(1, at.groups[0].x[0]))[0];
    const auto size = static_cast<double>(n);
    for (double s = std::floor(sum) - 1; s <= std::ceil(sum) + 1; ++s) {
      if (s < size * range.low || s > size * range.high) continue;
      const double each = std::floor(s / size), more = s - each * size;
      std::vector<Group> groups;
      if (more > 0) groups.push_back({Vector::Constant(1, each + 1), more});
      if (more < size) groups.push_back({Vector::Constant(1, each), size - more});
      const double total = objective_.total(inner_value(items_, groups), size);
      exact_ = std::min(exact_, total);
      offer(groups, n);
    }
  }

  /// Whether a size could win.
  bool visit(Index n) {
    if (stop_) {
      open_ = std::min(open_, objective_.convex && !objective_.zero_one ? result_.relaxed_total : bound_by_cuts(n));
      return false;
    }
    const RelaxedContinuous found = relaxation_.at(static_cast<double>(n), cutoff(n));
    const double bound = objective_.total(found.bound, static_cast<double>(n));
    if (!can_win(bound, result_.total)) return false;
    if (items_.whole()) {
      exact_ = infinity;
      offer_sums(found, n);
      closed_ = std::min(closed_, exact_);
      return true;
    }
    const double before = result_.total;
    if (before == infinity || before - bound > gap_ * std::max(1.0, std::abs(before))) attempt(found, n);
    closed_ = std::min(closed_, bound);
    return true;
  }

  const ContinuousItems& items_;
  const Objective& objective_;
  double gap_;
  const Stop& stop_;
  ContinuousRelaxation relaxation_;
  std::vector<Vector> some_;
  ContinuousResult result_;
  double open_ = infinity, closed_ = infinity, exact_ = infinity;
};

}  // namespace

ContinuousResult search(const ContinuousItems& items, const Objective& objective, double gap, const Stop& stop) {
  return Search(items, objective, gap, stop).run();
}

}  // namespace didact::hypotheses
