#include "teach_bounded.hpp"

#include "bounds.hpp"
#include "item_objective.hpp"
#include "solvers/bfgs.hpp"
#include "spread.hpp"
#include "starts.hpp"

#include <algorithm>
#include <cmath>

namespace didact::linear {
namespace {

class BoundedTeacher {
 public:
  BoundedTeacher(const LinearProblem& problem, const Options& options, const Stop& stop)
      : p_(problem), options_(options), stop_(stop), bounds_(problem, stop) {}

  Found teach() {
    Found found;
    const double most = p_.most(), any = static_cast<double>(sizes_of_any_cost);
    if (p_.effort.of_size) found.proven_up_to = static_cast<Index>(std::min(most, any));
    const double last = p_.effort.of_size ? std::min(most, any) : most;
    double bound = infinity;
    Index n = p_.min_size;
    for (; static_cast<double>(n) <= last; ++n) {
      if (is_settled(bounds_.from(n)) && !p_.effort.of_size) break;
      if ((best_ || spread_) && (stop_ || n > p_.min_size + sizes_to_bound())) break;
      const double least = bounds_.at(n);
      bound = std::min(bound, least);
      if (is_settled(least) || spread(n)) continue;
      if (!best_ || n <= last_worth_a_search()) search(n, least);
    }
    found.bound = std::min(bound, of_the_rest(n, last));
    found.items = best_;
    if (spread_ && !(impedance_ <= infimum_)) settle_spread(found);
    return found;
  }

 private:
  /// Where items of this size can be spread as far as one likes, closeness costs as little, but never nothing: what the
  /// size comes down to is known, and no set attains it.
  bool spread(Index n) {
    constexpr double far = 1e6;
    if (p_.effort.closeness == 0 || p_.effort.magnitude > 0 || p_.seen.rows.rows() > 0 || n < 2) return false;
    const SizeBest free = bounds_.free().at(n);
    const auto items = spread_items(p_, free.best.state, n, far);
    if (!items) return false;
    if (free.value < infimum_) infimum_ = free.value, spread_ = items;
    return true;
  }

  void settle_spread(Found& found) const {
    found.items = spread_;
    if (infimum_ - found.bound <= 1e-9 * std::max(1.0, std::abs(infimum_))) found.direction = Direction::spread_items;
  }

  /// Sizes beyond those searched still have bounds of their own; a bound of the risk is a search by itself.
  Index sizes_to_bound() const { return p_.loss == LinearLoss::risk ? 50 : 3000; }

  /// Whether a set of such an impedance would be no better than the best one found.
  bool is_settled(double bound) const {
    const double known = std::min(impedance_, infimum_), scale = std::max(1.0, std::abs(known));
    return (best_ || spread_) && known - bound <= std::max(1e-13, options_.gap.value_or(0)) * scale;
  }

  /// Free items would have been enough by then; a range asks for some more.
  Index last_worth_a_search() const {
    constexpr Index some_more = 4, longest = 60;
    const Index enough = bounds_.free().enough().value_or(some_more);
    return std::max({p_.min_size, best_->size() + some_more, std::min(longest, enough + some_more)});
  }

  double of_the_rest(Index n, double last) const {
    if (static_cast<double>(n) > last) return infinity;
    if (!p_.effort.of_size) return bounds_.from(n);
    double least = infinity;
    for (; static_cast<double>(n) <= last && !stop_; ++n) least = std::min(least, bounds_.from(n));
    return stop_ ? bounds_.free().within().floor() : least;  // no effort is below 0
  }

  void take(const ItemSet& items) {
    const Evaluation checked = evaluate(p_, items);
    if (!improves(checked.impedance, impedance_, 1e-13)) return;
    best_ = items;
    impedance_ = checked.impedance;
  }

  void search(Index n, double least) {
    if (n == 0) return take({Matrix(0, p_.dimension + 1), {}});
    Random random(options_.seed, static_cast<std::uint64_t>(n));
    const LinearState aim =
        p_.loss == LinearLoss::parameters && p_.seen.rows.rows() > 0 ? p_.target : bounds_.free().at(n).best.state;
    for (const ItemSet& start : starts(p_, aim, n, random)) {
      take(start);
      if (best_ && (is_settled(least) || stop_)) return;
      take(descended(start));
    }
    if (p_.learner.kind == LinearKind::svm && best_ && best_->size() == n) walk(random);
  }

  /// The last digits of an svm's items, at the kinks that no soft hinge has: steps of chance, kept where they help.
  void walk(Random& random) {
    constexpr int steps = 400;
    double length = 1e-2;
    for (int step = 0; step < steps && !stop_; ++step) {
      ItemSet next = *best_;
      const double before = impedance_;
      for (double& x : next.rows.leftCols(p_.dimension).reshaped()) x += length * random.normal();
      take(clipped(p_, std::move(next)));
      length = std::clamp(length * (impedance_ < before ? 2 : 0.9), 1e-9, 1.0);
    }
  }

  /// The soft hinge becomes harder as the descent goes on.
  ItemSet descended(const ItemSet& start) const {
    std::vector<double> path = {0};
    if (p_.learner.kind == LinearKind::svm) path = {1e-1, 1e-2, 1e-4, 1e-6, 1e-8};
    ItemObjective objective(p_, start, path[0]);
    Vector z = objective.pack(start.rows);
    for (const double smoothing : path) {
      objective.set_smoothing(smoothing);
      const auto f = [&](const Vector& at, Vector& gradient) { return objective(at, gradient); };
      z = solvers::minimise_smooth(f, z, objective.lowest(), objective.highest(), 300, 1e-13, stop_).x;
    }
    return {objective.unpack(z), start.copies};
  }

  const LinearProblem& p_;
  const Options& options_;
  const Stop& stop_;
  SizeBounds bounds_;
  std::optional<ItemSet> best_, spread_;
  double impedance_ = infinity, infimum_ = infinity;  ///< of the best set, and of sets that spread without end
};

}  // namespace

Found teach_bounded(const LinearProblem& problem, const Options& options, const Stop& stop) {
  return BoundedTeacher(problem, options, stop).teach();
}

}  // namespace didact::linear
