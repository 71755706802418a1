#include "solvers/class_sizes_problem.hpp"

#include "least_sum.hpp"
#include "solvers/convex_search.hpp"
#include <didact/learners/internal/densities.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace didact::solvers {
namespace {

/// A size that counts as none: the parts' bounds are about sizes above 0.
constexpr double nearly_none = 1e-12;

/// Of a class, about its best real size. Where more can win, the real sizes' own bound has to do.
constexpr Index most_window = 512;

/// Whole numbers nearest to these that have the same sum.
std::vector<double> rounded(const std::vector<double>& sizes, double sum) {
  std::vector<double> whole(sizes.size());
  std::transform(sizes.begin(), sizes.end(), whole.begin(), [](double size) { return std::floor(size); });
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return sizes[a] - whole[a] > sizes[b] - whole[b]; });
  const auto missing = static_cast<std::size_t>(sum - std::accumulate(whole.begin(), whole.end(), 0.0));
  for (std::size_t i = 0; i < missing; ++i) whole[order[i % order.size()]] += 1;
  return whole;
}

Vector as_vector(const std::vector<double>& values) {
  return Vector::Map(values.data(), static_cast<Index>(values.size()));
}

}  // namespace

struct ClassSizesProblem::Priced {
  std::vector<double> sizes;
  double price = 0;
};

struct ClassSizesProblem::Window {
  Index first = 0;
  std::vector<double> worth, bound;  ///< of each size from `first` on, above its price
  bool whole = true;                 ///< false: sizes beyond could win as well
};

ClassSizesProblem::ClassSizesProblem(Settings settings) : settings_(std::move(settings)) {
  for (const Twofold& pi : settings_.pi) log_pi_.push_back(std::log(value(pi)));
  for (std::size_t k = 0; k < log_pi_.size(); ++k) {
    cheapest_.push_back(log_pi_[k] == -infinity ? infinity : slope(k, nearly_none));
  }
}

double ClassSizesProblem::slope(std::size_t k, double m) const {
  return digamma(settings_.beta[k] + m) - log_pi_[k] + settings_.per_item + settings_.parts[k]->slope(m);
}

/// The real size, up to `most`, at which one more item of class k costs `price`; `dearest` is what it costs there.
double ClassSizesProblem::size_at(std::size_t k, double price, double most, double dearest) const {
  if (log_pi_[k] == -infinity || most <= nearly_none || cheapest_[k] >= price) return 0;
  if (dearest <= price) return most;
  auto excess = [&](double log_size) { return slope(k, std::exp(log_size)) - price; };
  std::uintmax_t evaluations = 200;
  constexpr int bits =
      40;  // an error shifts a little of the size between classes where all cost the same: second order
  const auto root =
      boost::math::tools::toms748_solve(excess, std::log(nearly_none), std::log(most), cheapest_[k] - price,
                                        dearest - price, boost::math::tools::eps_tolerance<double>(bits), evaluations);
  return std::exp(std::midpoint(root.first, root.second));
}

/// One more item costs the same in every class.   [GNB.3]
ClassSizesProblem::Priced ClassSizesProblem::priced(double n) const {
  Priced at{std::vector<double>(log_pi_.size(), 0.0), 0};
  const auto possible = static_cast<double>(
      std::count_if(log_pi_.begin(), log_pi_.end(), [](double log_pi) { return log_pi > -infinity; }));
  std::vector<double> dearest(log_pi_.size(), 0.0);
  double low = infinity, high = -infinity;  // between the least and the largest price of an equal share
  for (std::size_t k = 0; k < log_pi_.size(); ++k) {
    if (log_pi_[k] == -infinity) continue;
    const double price = slope(k, n / possible);
    dearest[k] = slope(k, n);
    if (!std::isfinite(cheapest_[k] + price + dearest[k])) {
      throw std::overflow_error("these numbers are too large to compute with: what an item is worth is not finite");
    }
    low = std::min(low, price);
    high = std::max(high, price);
  }
  auto excess = [&](double price) {
    for (std::size_t k = 0; k < at.sizes.size(); ++k) {
      if (deadline) return 0.0;  // which ends any search for a root
      at.sizes[k] = size_at(k, price, n, dearest[k]);
    }
    return std::accumulate(at.sizes.begin(), at.sizes.end(), -n);
  };
  at.price = low < high ? root_of_increasing(excess, low, high) : low;
  excess(at.price);
  if (deadline) {  // sizes in the target's own proportions
    for (std::size_t k = 0; k < at.sizes.size(); ++k) at.sizes[k] = n * std::exp(log_pi_[k]);
  }
  // What is left of the root's rounding goes to the largest size, where it weighs least.
  auto largest = std::max_element(at.sizes.begin(), at.sizes.end());
  *largest += n - std::accumulate(at.sizes.begin(), at.sizes.end(), 0.0);
  return at;
}

double ClassSizesProblem::bound_of(const std::vector<double>& sizes) const {
  double sum = dirichlet_loss(settings_.beta, sizes, settings_.pi);
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const bool possible = log_pi_[k] > -infinity;
    sum += settings_.per_item * sizes[k];
    sum += possible ? settings_.parts[k]->bound(std::max(sizes[k], nearly_none)) : settings_.parts[k]->untaught();
  }
  return sum;
}

Relaxed ClassSizesProblem::relaxed(double n) const {
  const Priced at = priced(n);
  return {n, as_vector(at.sizes), bound_of(at.sizes)};
}

PartOfClass::Worth ClassSizesProblem::worth(std::size_t k, Index m, const Stop& stop) const {
  if (m > 0) return settings_.parts[k]->solve(m, stop);
  const double untaught = settings_.parts[k]->untaught();
  return {untaught, untaught};
}

double ClassSizesProblem::impedance(const std::vector<double>& sizes, const Stop& stop) const {
  double sum = dirichlet_loss(settings_.beta, sizes, settings_.pi);
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    sum += settings_.per_item * sizes[k] + worth(k, static_cast<Index>(sizes[k]), stop).impedance;
  }
  return sum;
}

/// log Γ(β + to) - log Γ(β + from), less what the items between cost at this price: no large numbers.   [ACC.1]
double ClassSizesProblem::dirichlet_change(std::size_t k, double price, double from, double to) const {
  const double x = settings_.beta[k] + from, y = settings_.beta[k] + to;
  const double linear = (to - from) * (std::log(x) - log_pi_[k] + settings_.per_item - price);
  return linear + deviance(y, x) - std::log(y / x) / 2 + stirling_remainder(y) - stirling_remainder(x);
}

/// Outward from the best real size, while the convex bound is above it by no more than the budget.
ClassSizesProblem::Window ClassSizesProblem::window(std::size_t k, const Priced& at, double budget, Index most,
                                                    const Stop& stop) const {
  if (log_pi_[k] == -infinity) return {0, {0.0}, {}};
  const PartOfClass& part = *settings_.parts[k];
  const double centre = at.sizes[k], least = part.bound(std::max(centre, nearly_none));
  auto within = [&](Index m) {
    const auto size = static_cast<double>(m);
    const double above = (m == 0 ? part.untaught() : part.bound(size)) - least;
    return above + dirichlet_change(k, at.price, centre, size) <= budget && !stop;
  };
  const Index start = std::clamp<Index>(static_cast<Index>(std::llround(centre)), 0, most);
  Index first = start, last = start;
  while (first > 1 && start - first < most_window && within(first - 1)) --first;
  if (first == 1 && within(0)) first = 0;
  while (last < most && last - start < most_window && within(last + 1)) ++last;
  const bool whole = start - first < most_window && last - start < most_window;
  return {first, std::vector<double>(static_cast<std::size_t>(last - first + 1)), {}, whole};
}

std::vector<ClassSizesProblem::Window> ClassSizesProblem::windows(const Priced& at, double budget, Index n,
                                                                  const Stop& stop) const {
  std::vector<Window> all;
  for (std::size_t k = 0; k < at.sizes.size(); ++k) {
    Window& one = all.emplace_back(window(k, at, budget, n, stop));
    for (std::size_t i = 0; i < one.worth.size() && !stop; ++i) {
      const Index m = one.first + static_cast<Index>(i);
      const PartOfClass::Worth here = worth(k, m, stop);
      const double change =
          log_pi_[k] == -infinity ? 0 : dirichlet_change(k, at.price, at.sizes[k], static_cast<double>(m));
      one.worth[i] = here.impedance + change;
      one.bound.push_back(here.bound + change);
    }
  }
  return all;
}

AtSize ClassSizesProblem::solve(Index n, const Stop& stop) const {
  const auto size = static_cast<double>(n);
  const Priced at = priced(size);
  const double floor = unless_stopped(bound_of(at.sizes));
  const std::vector<double> simple = rounded(at.sizes, size);
  AtSize best{as_vector(simple), impedance(simple, stop), floor};
  constexpr double rounding = 1e-12;
  const double budget = best.impedance - floor + rounding * std::max(1.0, std::abs(floor));
  if (!std::isfinite(budget)) return best;
  const std::vector<Window> may_win = windows(at, budget, n, stop);
  if (stop) return best;
  Index above = n;
  for (const Window& window : may_win) above -= window.first;
  LeastSum by_worth(above), by_bound(above);
  for (const Window& window : may_win) {
    by_worth.add(window.first, window.worth, stop);
    by_bound.add(window.first, window.bound, stop);
  }
  if (stop) return best;
  const bool whole = std::all_of(may_win.begin(), may_win.end(), [](const Window& window) { return window.whole; });
  if (by_worth.value() < infinity) {
    const std::vector<double> sizes = by_worth.choice();
    const double impedance_here = impedance(sizes, stop);
    if (impedance_here < best.impedance) best = {as_vector(sizes), impedance_here, floor};
    if (whole) best.bound = std::max(floor, best.impedance - std::max(0.0, by_worth.value() - by_bound.value()));
  } else if (whole) {
    best.bound = best.impedance;  // nothing can be better
  }
  return best;
}

ItemSet ClassSizesProblem::unpack(Index, const Vector& s, Style, Random&) const {
  return counted_items(s);
}

}  // namespace didact::solvers
