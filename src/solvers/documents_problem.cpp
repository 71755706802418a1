#include "solvers/documents_problem.hpp"

#include "solvers/convex_search.hpp"
#include <didact/learners/internal/densities.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace didact::solvers {

DocumentsProblem::DocumentsProblem(Settings settings)
    : settings_(std::move(settings)),
      log_pi_(log_probabilities(settings_.pi)),
      model_({settings_.beta}, {1}, log_pi_, std::vector<double>(log_pi_.size(), settings_.per_item),
             std::vector<double>(log_pi_.size(), infinity)) {
  model_.set_first(settings_.gain);
}

double DocumentsProblem::impedance(const std::vector<double>& counts) const {
  double sum = dirichlet_loss(settings_.beta, counts, settings_.pi) + settings_.untaught_words;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    sum += settings_.per_item * counts[k] + settings_.gain[k] * std::min(counts[k], 1.0);
  }
  return sum;
}

/// The real count of class k at which one more costs λ; between the slopes on both sides of 1 it is 1.
double DocumentsProblem::filled(std::size_t k, double lambda) const {
  if (log_pi_[k] == -infinity) return 0;
  auto count = [&](double slope) {
    return slope > std::log(largest_size) ? largest_size : inverse_digamma(slope) - settings_.beta[k];
  };
  const double slope = lambda + log_pi_[k] - settings_.per_item;
  const double first = std::clamp(count(slope - settings_.gain[k]), 0.0, 1.0);
  return first < 1 ? first : std::max(1.0, count(slope));
}

Relaxed DocumentsProblem::relaxed(double n) const {
  std::vector<double> s(settings_.beta.size(), 0.0);
  auto excess = [&](double lambda) {
    for (std::size_t k = 0; k < s.size(); ++k) s[k] = filled(k, lambda);
    return std::accumulate(s.begin(), s.end(), -n);
  };
  double low = -1, high = 1;
  for (double step = 1; excess(low) > 0; step *= 2) low -= step;
  for (double step = 1; excess(high) < 0; step *= 2) high += step;
  std::uintmax_t evaluations = 200;
  const auto root =
      boost::math::tools::toms748_solve(excess, low, high, boost::math::tools::eps_tolerance<double>(52), evaluations);
  excess(root.second);
  // What is left of the root's rounding goes to the largest count, where it weighs least.
  auto largest = std::max_element(s.begin(), s.end());
  *largest += n - std::accumulate(s.begin(), s.end(), 0.0);
  return {n, Vector::Map(s.data(), static_cast<Index>(s.size())), impedance(s)};
}

AtSize DocumentsProblem::solve(Index n, const Stop&) const {
  return best_in(static_cast<double>(n), static_cast<double>(n), {}, -infinity).at;
}

BestSize DocumentsProblem::best_size(Index low, Index high, const Relaxed& relaxed_optimum, const SizeCost& cost,
                                     const Stop& stop) const {
  const Index near = std::clamp<Index>(static_cast<Index>(std::llround(relaxed_optimum.n)), low, high);
  const double incumbent = solve(near, stop).impedance + (cost ? cost(static_cast<double>(near)) : 0);
  const auto [first, last] = sizes_that_can_win(low, high, relaxed_optimum, cost, incumbent);
  return best_in(static_cast<double>(first), static_cast<double>(last), cost, relaxed_optimum.impedance);
}

/// By marginal allocation.   [NB.3]
BestSize DocumentsProblem::best_in(double low, double high, const SizeCost& cost, double otherwise) const {
  const auto [best_n, counts, complete] = best_counts(model_, low, high, cost);
  const double best = impedance(counts) + (cost ? cost(best_n) : 0), bound = complete ? best : otherwise;
  return {
      static_cast<Index>(best_n), {Vector::Map(counts.data(), static_cast<Index>(counts.size())), best, bound}, bound};
}

ItemSet DocumentsProblem::unpack(Index, const Vector& s, Style, Random&) const {
  return counted_items(s);
}

}  // namespace didact::solvers
