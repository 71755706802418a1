#include "teach_free.hpp"

#include "linear/reach.hpp"
#include "sizes.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace didact::linear {
namespace {

/// A size with the best that it can do, and whether some set does it.
struct Candidate {
  Index n = 0;
  SizeBest best;
  std::optional<ItemSet> items;
};

class FreeTeacher {
 public:
  FreeTeacher(const LinearProblem& problem, const Stop& stop) : p_(problem), stop_(stop), sizes_(problem, stop) {}

  void look() {
    const double most = p_.most();
    for (Index n = p_.min_size; n <= 1 && static_cast<double>(n) <= most; ++n) consider(n);
    if (p_.effort.of_size) return look_at_all(std::min(most, static_cast<double>(sizes_of_any_cost)));
    // With a bias, odd sizes and even ones are two convex stories.
    const Index first = std::max<Index>(p_.min_size, 2);
    for (Index start = first; start <= first + 1 && static_cast<double>(start) <= most; ++start) look_from(start, most);
    if (p_.learner.bias && sizes_.within().at_no_weights().loss <= infimum_ + 1e-12) look_for_lucky_labels(most);
  }

  double consider(Index n);
  double infimum() const { return infimum_; }
  /// Sizes that a search had to leave out may be as good as their effort and the least loss of all allow.
  double lower_bound() const {
    if (!stop_) return bound_;
    const double size = p_.effort.of_size ? 0 : p_.effort.at_size(static_cast<double>(p_.min_size));
    return std::min(bound_, size + sizes_.within().floor());
  }
  double floor() const { return sizes_.within().floor(); }
  const Candidate& best() const { return best_; }
  const SizeBest& at_infimum() const { return at_infimum_; }
  Index infimum_size() const { return infimum_size_; }

 private:
  double value(Index n) {
    const auto known = values_.find(n);
    return known != values_.end() ? known->second : consider(n);
  }

  /// What is no difference. Squared distances near 0 have all their digits; what comes from a search has not.
  double tie(double value) const {
    return p_.loss == LinearLoss::parameters ? 1e-24 * untaught_ + 1e-15 * value : 1e-12 * std::max(untaught_, value);
  }

  /// The impedance is convex over start, start + 2, …: the first of them from which on it does not fall.
  void look_from(Index start, double most) {
    const auto last_step = [&](Index limit) { return (limit - start) / 2; };
    Index high = 1;
    const auto enough = sizes_.enough();
    if (enough && p_.effort.magnitude == 0) {
      high = std::max<Index>(1, last_step(std::max(*enough, start)) + 1);
    } else {
      while (falls(start + 2 * (high - 1)) && !stop_) {
        high *= 2;
        if (static_cast<double>(start + 2 * high) > std::min(most, most_sizes)) break;
      }
    }
    if (most < infinity) high = std::min(high, last_step(static_cast<Index>(most)) + 1);
    Index low = 0;  // falls before low, does not at high
    while (low < high && !stop_) {
      const Index middle = low + (high - low) / 2;
      falls(start + 2 * middle) ? low = middle + 1 : high = middle;
    }
    if (static_cast<double>(start + 2 * low) > most) --low;
    value(start + 2 * low);
  }

  bool falls(Index n) { return static_cast<double>(n + 2) <= p_.most() && value(n + 2) < value(n); }

  void look_at_all(double last) {
    for (Index n = std::max<Index>(2, p_.min_size); static_cast<double>(n) <= last; ++n) {
      if (best_.items && stop_) break;
      const double least = p_.effort.at_size(static_cast<double>(n)) + sizes_.within().floor();
      if (!best_.items || least < best_.best.value) consider(n);
    }
  }

  /// With w = 0 only some b are taught, each by its own sizes.   [LIN.4]
  void look_for_lucky_labels(double most) {
    constexpr Index sizes = 2000;
    const double last = std::min(most, static_cast<double>(std::max<Index>(p_.min_size, 2) + sizes));
    for (Index n = std::max<Index>(2, p_.min_size); static_cast<double>(n) <= last && !stop_; ++n) value(n);
  }

  /// Sizes beyond are not looked at: a loss that still falls there has no digits left to fall.
  static constexpr double most_sizes = 1e12;

  const LinearProblem& p_;
  const Stop& stop_;
  FreeSizes sizes_;
  std::map<Index, double> values_;
  double untaught_ = sizes_.at(0).best.loss;
  Candidate best_;
  SizeBest at_infimum_;
  double infimum_ = infinity, bound_ = infinity;
  Index infimum_size_ = 0;
};

double FreeTeacher::consider(Index n) {
  SizeBest at = sizes_.at(n);
  values_[n] = at.value;
  bound_ = std::min(bound_, at.bound);
  if (infimum_ == infinity || at.value < infimum_ - tie(infimum_) ||
      (n < infimum_size_ && at.value <= infimum_ + tie(infimum_))) {
    infimum_ = at.value;
    infimum_size_ = n;
    at_infimum_ = at;
  }
  if (!best_.items || at.value < best_.best.value - tie(at.value) ||
      (at.value <= best_.best.value + tie(at.value) && n < best_.n)) {
    const double result = at.value;
    if (auto items = items_for(p_.learner, at.best.state, n)) best_ = {n, std::move(at), std::move(items)};
    return result;
  }
  return at.value;
}

/// Items of a size that comes as near to its best as a learner can be trained to: w is not 0, but next to it.
ItemSet nearly(const LinearProblem& problem, LinearState state, Index n) {
  constexpr double next_to_nothing = 1e-4;
  state.weights = Vector::Zero(problem.dimension);
  state.weights[0] = std::min(next_to_nothing, reach(problem.learner, n));
  return *items_for(problem.learner, state, n);
}

}  // namespace

bool is_free(const LinearProblem& problem) {
  const bool magnitude_is_exact = !problem.learner.bias && problem.learner.kind != LinearKind::ridge;
  return problem.seen.rows.rows() == 0 && problem.range.empty() && !problem.y_range && !problem.pool &&
         problem.effort.closeness == 0 && (problem.effort.magnitude == 0 || magnitude_is_exact);
}

Found teach_free(const LinearProblem& problem, const Stop& stop) {
  FreeTeacher teacher(problem, stop);
  Found found;
  teacher.look();
  if (problem.effort.of_size) {
    found.proven_up_to = static_cast<Index>(std::min(problem.most(), static_cast<double>(sizes_of_any_cost)));
  }
  constexpr double as_good = 1e-12;
  const Candidate& best = teacher.best();
  found.bound = teacher.lower_bound();
  if (best.items && best.best.value <= teacher.infimum() + as_good) {
    found.items = best.items;
  } else {
    found.items = nearly(problem, teacher.at_infimum().best.state, teacher.infimum_size());
    found.direction = Direction::larger_items;
  }
  return found;
}

}  // namespace didact::linear
