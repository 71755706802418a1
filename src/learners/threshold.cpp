#include <didact/learners/threshold.hpp>
#include <didact/solvers/convex_search.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

namespace didact {
namespace {

/// Efforts of any shape are looked at for every size up to here, unless max_items says otherwise.
constexpr Index sizes_of_any_cost = 1'000'000;

/// The loss of an interval that reaches `below` θ* on one side and `above` it on the other.
double interval_loss(ThresholdLoss kind, double below, double above) {
  const double width = below + above;
  switch (kind) {
    case ThresholdLoss::kl:
      return std::log(width);
    case ThresholdLoss::zero_one:
      return width > 0 ? (below * below + above * above) / (2 * width) : 0;
    case ThresholdLoss::squared:
      return (below * below - below * above + above * above) / 3;
  }
  return infinity;
}

double closeness_cost(double c, const std::vector<double>& x) {
  return c > 0 && x.size() > 1 ? c / least_distance(Vector::Map(x.data(), static_cast<Index>(x.size()))) : 0;
}

/// A set of a given size, by its items from left to right.
struct Placed {
  std::vector<double> x;
  double impedance = infinity;  ///< without what depends on the size alone
  double infimum = infinity;    ///< what sets like this one approach
};

class ThresholdSearch {
 public:
  explicit ThresholdSearch(const ThresholdProblem& problem)
      : p_(problem),
        low_(std::max(problem.range.low, problem.learner.low)),
        high_(std::min(problem.range.high, problem.learner.high)),
        just_below_(problem.resolution > 0 ? problem.theta - problem.resolution
                                           : std::nextafter(problem.theta, -infinity)) {}

  /// Whether the impedance has no minimum but an infimum: two items may come ever closer for nothing.
  bool closes_in(double most) const { return p_.effort.closeness == 0 && most >= 2 && spans(); }

  Placed best_of(Index n) const {
    if (n == 0) return {{}, p_.learner.loss(p_.theta, p_.loss), p_.learner.loss(p_.theta, p_.loss)};
    Placed best;
    auto consider = [&](Placed placed) {
      best.infimum = std::min(best.infimum, placed.infimum);
      if (placed.impedance < best.impedance) {
        const double infimum = best.infimum;
        best = std::move(placed);
        best.infimum = infimum;
      }
    };
    if (p_.theta <= high_) consider(all_above(n));
    if (p_.theta > low_) consider(all_below(n));
    if (n >= 2 && spans()) {
      // The more room on either side the wider items may stand: about as many on each as its share of the room.
      const double share = (p_.theta - low_) / (high_ - low_);
      const Index middle = static_cast<Index>(std::llround(share * static_cast<double>(n)));
      for (Index below = middle - 2; below <= middle + 2; ++below) {
        consider(around(n, std::clamp<Index>(below, 1, n - 1)));
      }
    }
    return best;
  }

 private:
  bool spans() const { return low_ < p_.theta && p_.theta <= high_; }

  Placed valued(std::vector<double> x, double infimum) const {
    ItemSet items{Matrix(static_cast<Index>(x.size()), 2), std::vector<Index>(x.size(), 1)};
    for (std::size_t i = 0; i < x.size(); ++i) {
      items.rows(static_cast<Index>(i), 0) = x[i];
      items.rows(static_cast<Index>(i), 1) = x[i] >= p_.theta ? 1 : -1;
    }
    const double value = p_.learner.after(items).loss(p_.theta, p_.loss) + closeness_cost(p_.effort.closeness, x);
    return {std::move(x), value, std::min(infimum, value)};
  }

  std::vector<double> spread(double from, double to, Index n) const {
    std::vector<double> x(n, from);
    for (Index i = 1; i < n; ++i) {
      x[i] = std::min(to, from + (to - from) * static_cast<double>(i) / static_cast<double>(n - 1));
    }
    return x;
  }

  /// All items from b ≥ θ* on. Convex in b.
  Placed all_above(Index n) const {
    const double below = p_.theta - p_.learner.low, first = std::max(p_.theta, low_), gaps = static_cast<double>(n - 1);
    auto value = [&](double b) {
      const double spacing = gaps > 0 ? p_.effort.closeness * gaps / (high_ - b) : 0;
      return interval_loss(p_.loss, below, b - p_.theta) + (std::isnan(spacing) ? 0 : spacing);
    };
    double b = first;
    if (p_.loss != ThresholdLoss::kl && high_ > first) b = solvers::minimise_convex(value, first, high_, first).at;
    if (gaps > 0 && p_.resolution * gaps > high_ - b) return {};
    return valued(n == 1 ? std::vector<double>{b} : spread(b, high_, n), value(b));
  }

  /// All items up to a < θ*, which they may approach without reaching it.
  Placed all_below(Index n) const {
    const double above = p_.learner.high - p_.theta, gaps = static_cast<double>(n - 1);
    auto value = [&](double a) {
      const double spacing = gaps > 0 ? p_.effort.closeness * gaps / (a - low_) : 0;
      return interval_loss(p_.loss, p_.theta - a, above) + (std::isnan(spacing) ? 0 : spacing);
    };
    const double last = std::max(low_, std::min(just_below_, high_));
    double a = last;
    if (p_.loss != ThresholdLoss::kl && last > low_) a = solvers::minimise_convex(value, low_, last, last).at;
    if (gaps > 0 && p_.resolution * gaps > a - low_) return {};
    const double infimum = p_.theta <= high_ ? std::min(value(a), value(std::min(p_.theta, high_))) : value(a);
    return valued(n == 1 ? std::vector<double>{a} : spread(low_, a, n), infimum);
  }

  /// Items on both sides, `below` of them left of θ*: all a distance δ apart, for a smaller interval between the inner
  /// two costs nothing else. The widest δ is where one side is full.   [THR.2]
  Placed around(Index n, Index below) const {
    const double left = static_cast<double>(below - 1), right = static_cast<double>(n - below - 1);
    double widest = (high_ - low_) / static_cast<double>(n - 1);
    if (left > 0) widest = std::min(widest, (p_.theta - low_) / left);
    if (right > 0) widest = std::min(widest, (high_ - p_.theta) / right);
    const double finest = p_.resolution > 0 ? p_.resolution : std::nextafter(p_.theta, infinity) - p_.theta;
    if (!(widest >= finest)) return {};
    auto inner = [&](double delta) {  // the last item below θ*
      const double first = std::max(low_ + left * delta, p_.theta - delta);
      const double last = std::min(p_.theta, high_ - (right + 1) * delta);
      return std::clamp(p_.theta - delta / 2, std::min(first, last), last);  // half and half where there is room
    };
    auto value = [&](double delta) {
      const double a = inner(delta);
      return interval_loss(p_.loss, p_.theta - a, a + delta - p_.theta) + p_.effort.closeness / delta;
    };
    double delta = finest;
    if (p_.effort.closeness > 0) {
      delta = p_.loss == ThresholdLoss::kl ? std::clamp(p_.effort.closeness, finest, widest)
                                           : solvers::minimise_convex(value, finest, widest, std::min(widest, 0.1)).at;
    }
    const double a = std::min(inner(delta), std::nextafter(p_.theta, -infinity));
    std::vector<double> x(n);
    for (Index i = 0; i < n; ++i) {
      const double at = i < below ? a - static_cast<double>(below - 1 - i) * delta
                                  : std::max(a + delta, p_.theta) + static_cast<double>(i - below) * delta;
      x[i] = std::clamp(at, low_, high_);
    }
    return valued(std::move(x), value(delta));
  }

  const ThresholdProblem& p_;
  double low_, high_;  ///< items outside what the learner holds possible teach nothing
  double just_below_;
};

}  // namespace

Threshold Threshold::after(const ItemSet& items) const {
  Threshold next = *this;
  for (Index i = 0; i < items.rows.rows(); ++i) {
    if (items.rows(i, 1) > 0) {
      next.high = std::min(next.high, items.rows(i, 0));
    } else {
      next.low = std::max(next.low, items.rows(i, 0));
    }
  }
  return next;
}

double Threshold::loss(double theta, ThresholdLoss kind) const {
  if (!holds(theta)) return infinity;
  return interval_loss(kind, theta - low, high - theta);
}

Lesson teach(const ThresholdProblem& problem, const Options& options) {
  const auto started = std::chrono::steady_clock::now();
  Lesson lesson;
  lesson.seed = options.seed;
  lesson.loss_before = problem.learner.loss(problem.theta, problem.loss);
  if (!problem.learner.holds(problem.theta)) {
    lesson.status = Status::unteachable;
    lesson.reason = "target.theta: what the learner has seen rules it out";
    lesson.lower_bound = infinity;
    return lesson;
  }
  const ThresholdSearch search(problem);
  const bool any_cost = static_cast<bool>(problem.effort.of_size);
  double most = infinity;
  if (problem.max_size) most = static_cast<double>(*problem.max_size);
  if (problem.limits.max_items) most = std::min(most, static_cast<double>(*problem.limits.max_items));
  // Beyond two items, and beyond the least number asked for, one more only costs: effort grows and room shrinks.
  const double last = any_cost ? std::min(most, static_cast<double>(std::max(sizes_of_any_cost, problem.min_size)))
                               : std::min(most, static_cast<double>(std::max<Index>(2, problem.min_size)));
  if (any_cost) lesson.proven_up_to = static_cast<Index>(last);
  Placed best;
  double bound = infinity;
  for (Index n = problem.min_size; static_cast<double>(n) <= last; ++n) {
    const double cost = problem.effort.at_size(static_cast<double>(n));
    Placed placed = search.best_of(n);
    bound = std::min(bound, placed.infimum + cost);
    if (placed.impedance + cost < best.impedance) {
      best = std::move(placed);
      best.impedance += cost;
    }
  }
  if (best.impedance == infinity) {
    throw std::invalid_argument("no set of this size fits into the range");
  }
  const Index n = static_cast<Index>(best.x.size());
  lesson.items = {Matrix(n, 2), std::vector<Index>(n, 1)};
  for (Index i = 0; i < n; ++i) {
    lesson.items.rows(i, 0) = best.x[i];
    lesson.items.rows(i, 1) = best.x[i] >= problem.theta ? 1 : -1;
  }
  const Evaluation checked = evaluate(problem, lesson.items);
  lesson.has_items = true;
  lesson.n = n;
  lesson.loss = checked.loss;
  lesson.effort = checked.effort;
  lesson.impedance = checked.impedance;
  if (search.closes_in(most) || bound == -infinity) {  // at an end of the line one item is enough to close in
    lesson.status = Status::unbounded;
    lesson.direction = "closer items";
    const double at_two = problem.effort.at_size(static_cast<double>(std::max<Index>(2, problem.min_size)));
    lesson.lower_bound = problem.loss == ThresholdLoss::kl ? -infinity : std::min(bound, at_two);
  } else {
    lesson.settle(bound, options.gap.value_or(0), StopReason::none);
  }
  lesson.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return lesson;
}

Evaluation evaluate(const ThresholdProblem& problem, const ItemSet& items) {
  Evaluation result;
  const Matrix rows = items.expanded();
  result.n = rows.rows();
  std::vector<double> x;
  for (Index i = 0; i < rows.rows(); ++i) {
    x.push_back(rows(i, 0));
    if (rows(i, 0) < problem.range.low || rows(i, 0) > problem.range.high) {
      if (result.violates.empty()) result.violates_at = i + 1;
      result.violates = "item " + std::to_string(*result.violates_at) + " is outside the range";
    }
  }
  const double n = static_cast<double>(result.n);
  const double most = std::min(problem.max_size ? static_cast<double>(*problem.max_size) : infinity,
                               problem.limits.max_items ? static_cast<double>(*problem.limits.max_items) : infinity);
  if (result.violates.empty() && (n < static_cast<double>(problem.min_size) || n > most)) {
    result.violates = "a set of " + std::to_string(result.n) + " items is not allowed";
  }
  result.loss = problem.learner.after(items).loss(problem.theta, problem.loss);
  result.effort =
      result.violates.empty() ? problem.effort.at_size(n) + closeness_cost(problem.effort.closeness, x) : infinity;
  result.impedance = result.loss + result.effort;
  return result;
}

}  // namespace didact
