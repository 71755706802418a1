#include "continuous.hpp"
#include "finite_search.hpp"
#include <didact/solvers/bfgs.hpp>
#include <didact/solvers/convex_search.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

namespace didact::hypotheses {
namespace {

constexpr double proof_tolerance = 1e-11;

/// Items, each shown some (real or whole) number of times.
struct Group {
  Vector x;
  double times;
};

struct RelaxedContinuous {
  double bound = -infinity, value = infinity, slope = 0;
  double intercept = -infinity, least_reduced = 0;
  std::vector<Group> groups;
};

class Search {
 public:
  Search(const ContinuousItems& items, const Objective& objective, double gap, const Stop& stop)
      : items_(items), objective_(objective), gap_(gap), stop_(stop), mixture_(items.log_ratios()) {}

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
  /// Column generation: the mixture of a few items, and the item that would improve it most.
  RelaxedContinuous relaxed(double n, double cutoff = infinity) {
    RelaxedContinuous result;
    Vector w;
    log_sum_exp(items_.log_ratios(), &w);
    for (int round = 0; round < 300 && !(round > 2 && stop_); ++round) {
      const bool solved = mixture_.columns() > 0 && mixture_.solve(n);
      if (solved) w = mixture_.w();
      double least = 0;
      const std::vector<ContinuousItems::Cheapest> cheapest = items_.cheapest(w, least);
      if (solved) {
        const double bound = mixture_.entropy() + n * least;
        if (bound > result.bound)
          result.bound = bound, result.intercept = mixture_.entropy(), result.least_reduced = least;
        result.value = mixture_.value();
        const double scale = std::max(1.0, std::abs(result.value));
        if (result.bound > cutoff || result.value - result.bound <= proof_tolerance * scale) break;
      }
      bool added = false;
      for (std::size_t i = 0; i < std::min<std::size_t>(cheapest.size(), 4); ++i) {
        if (solved && cheapest[i].reduced >= mixture_.dearest()) break;
        added |= add(cheapest[i].x);
      }
      if (solved && !added) break;
      if (mixture_.columns() > 60) mixture_.prune();
    }
    result.slope = mixture_.multiplier();
    for (Index j = 0; j < mixture_.columns(); ++j) {
      if (mixture_.z()[j] > 0)
        result.groups.push_back({points_[static_cast<std::size_t>(mixture_.item(j))], mixture_.z()[j]});
    }
    if (std::isfinite(result.intercept)) cuts_.emplace_back(result.intercept, result.least_reduced);
    return result;
  }

  bool add(const Vector& x) {
    for (Index j = 0; j < mixture_.columns(); ++j) {
      const Vector& known = points_[static_cast<std::size_t>(mixture_.item(j))];
      if ((known - x).norm() <= 1e-12 * std::max(1.0, x.norm())) return false;
    }
    mixture_.add(items_.column(x, static_cast<Index>(points_.size())));
    points_.push_back(x);
    return true;
  }

  double inner(const std::vector<Group>& groups, Vector* weights = nullptr) const {
    Vector a = items_.log_ratios();
    double cost = 0;
    for (const Group& group : groups) {
      a += group.times * items_.evidence(group.x);
      cost += group.times * items_.magnitude() * group.x.squaredNorm();
    }
    return log_sum_exp(a, weights) + cost;
  }

  void offer(const std::vector<Group>& groups, Index n) {
    const double total = objective_.total(inner(groups), static_cast<double>(n));
    if (!(total < result_.total)) return;
    result_.total = total;
    result_.items = {Matrix(static_cast<Index>(groups.size()), groups.empty() ? 1 : groups[0].x.size()), {}};
    for (std::size_t g = 0; g < groups.size(); ++g) {
      result_.items.rows.row(static_cast<Index>(g)) = groups[g].x.transpose();
      result_.items.copies.push_back(static_cast<Index>(groups[g].times));
    }
  }

  /// Whole numbers of times that sum to n, near the relaxed ones.
  static std::vector<Group> whole(std::vector<Group> groups, Index n) {
    std::vector<double> rest;
    double left = static_cast<double>(n);
    for (Group& group : groups) {
      const double times = std::floor(group.times + 1e-9);
      rest.push_back(group.times - times);
      group.times = times;
      left -= times;
    }
    for (; left > 0 && !groups.empty(); --left) {
      const std::size_t most = static_cast<std::size_t>(std::max_element(rest.begin(), rest.end()) - rest.begin());
      groups[most].times += 1;
      rest[most] -= 1;
    }
    std::erase_if(groups, [](const Group& group) { return group.times <= 0; });
    return groups;
  }

  /// The same items, so that one of each may move by itself.
  static std::vector<Group> split(const std::vector<Group>& groups, bool wholly) {
    std::vector<Group> parts;
    for (const Group& group : groups) {
      if (wholly) {
        for (double i = 0; i < group.times; ++i) parts.push_back({group.x, 1});
      } else {
        if (group.times > 1) parts.push_back({group.x, group.times - 1});
        parts.push_back({group.x, 1});
      }
    }
    return parts;
  }

  /// Moves the items to where they are best, their numbers kept.
  std::vector<Group> moved(std::vector<Group> groups) const {
    if (groups.empty()) return groups;
    const Index D = groups[0].x.size(), count = static_cast<Index>(groups.size());
    Vector start(count * D), low(count * D), high(count * D);
    for (Index g = 0; g < count; ++g) {
      start.segment(g * D, D) = groups[g].x;
      const std::vector<Interval> piece = items_.piece(groups[g].x);
      for (Index i = 0; i < D; ++i) low[g * D + i] = piece[i].low, high[g * D + i] = piece[i].high;
    }
    auto placed = [&](const Vector& y) {
      for (Index g = 0; g < count; ++g) groups[g].x = y.segment(g * D, D);
    };
    const SmoothFunction f = [&](const Vector& y, Vector& gradient) {
      placed(y);
      Vector w;
      const double value = inner(groups, &w);
      gradient.resize(y.size());
      for (Index g = 0; g < count; ++g) {
        gradient.segment(g * D, D) =
            groups[g].times * (items_.slope(groups[g].x, w) + 2 * items_.magnitude() * groups[g].x);
      }
      return value;
    };
    placed(minimise_smooth(f, start, low, high, 300, 1e-13, stop_).x);
    return groups;
  }

  /// From the relaxed set, then from the best of finitely many items: whole items are not always near parts of them.
  void attempt(const RelaxedContinuous& at, Index n) {
    std::vector<Group> groups = whole(at.groups, n);
    offer(moved(groups), n);
    offer(moved(split(groups, n <= 10)), n);
    if (!can_win(objective_.total(at.bound, static_cast<double>(n)), result_.total)) return;
    std::vector<std::pair<Index, double>> amounts;
    const FiniteItems candidates = some_items(at, amounts);
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
  bool best_of_all(const FiniteItems& candidates, Index n) {
    double sets = 1;
    for (Index i = 0; i < n; ++i) sets *= static_cast<double>(candidates.size() + i) / static_cast<double>(i + 1);
    constexpr double most_work = 2e7;
    if (sets * static_cast<double>(candidates.d.rows()) > most_work) return false;
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
        choose(i, a + candidates.d.col(i), cost + candidates.costs[i]);
        set.pop_back();
      }
    };
    choose(0, candidates.log_ratios, 0);
    std::vector<Group> groups;
    for (const Index i : best) groups.push_back({some_[static_cast<std::size_t>(i)], 1});
    offer(moved(groups), n);
    return true;
  }

  void improve(const FiniteItems& candidates, const std::vector<std::pair<Index, double>>& amounts, Index n) {
    std::vector<Group> groups;
    for (const auto& [item, count] : rounded(candidates, amounts, n, stop_)) {
      groups.push_back({some_[static_cast<std::size_t>(item)], static_cast<double>(count)});
    }
    offer(moved(groups), n);
    offer(moved(split(groups, n <= 10)), n);
  }

  /// The relaxed set's items, all that were ever worth a look, and some from everywhere.
  FiniteItems some_items(const RelaxedContinuous& at, std::vector<std::pair<Index, double>>& amounts) {
    constexpr std::size_t most = 300;
    some_.clear();
    for (const Group& group : at.groups) {
      amounts.emplace_back(static_cast<Index>(some_.size()), group.times);
      some_.push_back(group.x);
    }
    const std::vector<Vector> everywhere = items_.sample();
    some_.insert(some_.end(), everywhere.begin(), everywhere.end());
    const std::size_t recent = points_.size() > most ? points_.size() - most : 0;
    some_.insert(some_.end(), points_.begin() + static_cast<std::ptrdiff_t>(recent), points_.end());
    const auto count = static_cast<Index>(some_.size());
    FiniteItems finite{Matrix(items_.log_ratios().size(), count), Vector(count), Vector::Zero(count),
                       Vector::Constant(count, infinity), items_.log_ratios()};
    for (Index i = 0; i < count; ++i) {
      const Column column = items_.column(some_[static_cast<std::size_t>(i)], i);
      finite.d.col(i) = column.d;
      finite.costs[i] = column.cost;
    }
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
      n = minimiser_by_slope([&](double m) { return relaxed(m).slope + objective_.per_item; }, begin, end,
                             std::clamp(8.0, begin, end));
    } else {
      n = minimise_convex([&](double m) { return objective_.total(relaxed(m).value, m); }, begin, end,
                          std::clamp(8.0, begin, end))
              .at;
    }
    result_.relaxed_n = n;
    result_.relaxed_total = objective_.total(relaxed(n).bound, n);
    return !(static_cast<double>(objective_.high) > trusted_size && n >= 0.75 * trusted_size);
  }

  double bound_by_cuts(Index n) const {
    double inner = 0;
    for (const auto& [intercept, slope] : cuts_) inner = std::max(inner, intercept + slope * static_cast<double>(n));
    return objective_.total(inner, static_cast<double>(n));
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
      const double total = objective_.total(inner(groups), size);
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
    const RelaxedContinuous found = relaxed(static_cast<double>(n), cutoff(n));
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
  Mixture mixture_;
  std::vector<Vector> points_;
  std::vector<Vector> some_;
  std::vector<std::pair<double, double>> cuts_;
  ContinuousResult result_;
  double open_ = infinity, closed_ = infinity, exact_ = infinity;
};

}  // namespace

ContinuousResult search(const ContinuousItems& items, const Objective& objective, double gap, const Stop& stop) {
  return Search(items, objective, gap, stop).run();
}

}  // namespace didact::hypotheses
