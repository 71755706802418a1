#include <didact/solvers/convex_search.hpp>
#include <didact/solvers/sum_problem.hpp>

#include <cmath>

namespace didact::solvers {

double SumProblem::impedance(double n, double s) const {
  const double loss =
      judged(settings_.judge, settings_.weights, [&](std::size_t j) { return settings_.losses[j].value(n, s); });
  const double squares = settings_.magnitude > 0 && n > 0 ? settings_.magnitude * line_.least_squares(n, s) : 0;
  return loss + settings_.per_item * n + squares;
}

double SumProblem::slope(double n, double s) const {
  const std::vector<double> active = active_weights(settings_.judge, settings_.weights,
                                                    [&](std::size_t j) { return settings_.losses[j].value(n, s); });
  double slope = 2 * settings_.magnitude * s / n;
  for (std::size_t j = 0; j < active.size(); ++j) {
    if (active[j] > 0) slope += active[j] * settings_.losses[j].slopes(n, s).by_s;
  }
  return slope;
}

double SumProblem::best_sum(double n) const {
  return minimiser_by_slope([&](double s) { return slope(n, s); }, line_.least_sum(n), line_.greatest_sum(n),
                            settings_.start * n);
}

Relaxed SumProblem::relaxed(double n) const {
  if (line_.least_sum(n) > line_.greatest_sum(n)) return {n, {}, infinity};
  const double s = best_sum(n);
  // Σx² ≥ s²/n whatever the items are: whole items cannot do better, even where s happens to be whole.
  const double excess = settings_.magnitude > 0 ? line_.least_squares(n, s) - s * s / n : 0;
  return {n, Vector::Constant(1, s), impedance(n, s) - settings_.magnitude * excess};
}

/// Convex in whole s too: from the relaxed optimum, double the step while it pays, then halve it.
double SumProblem::best_whole_sum(Index n) const {
  const double size = static_cast<double>(n);
  const double low = line_.least_sum(size), high = line_.greatest_sum(size);
  double best = std::clamp(std::round(best_sum(size)), low, high);
  double best_value = impedance(size, best);
  for (const double direction : {1.0, -1.0}) {
    for (double step = 1; step >= 1;) {
      const double next = best + direction * step;
      const double value = next >= low && next <= high ? impedance(size, next) : infinity;
      if (value < best_value) {
        best = next;
        best_value = value;
        step *= 2;
      } else {
        step /= 2;
      }
    }
  }
  return best;
}

AtSize SumProblem::solve(Index n, const Stop&) const {
  const double size = static_cast<double>(n);
  const double s = line_.integers() ? best_whole_sum(n) : best_sum(size);
  const double value = impedance(size, s);
  return {Vector::Constant(1, s), value, value, line_.attains(n, s, settings_.magnitude > 0)};
}

ItemSet SumProblem::unpack(Index n, const Vector& s, Style style, Random& random) const {
  const bool must_be_even =
      settings_.magnitude > 0 || !line_.attains(n, s[0], false) || static_cast<double>(n) > most_natural_numbers;
  if (style == Style::plain || must_be_even) return line_.even(n, s[0]);
  return line_.near(n, s[0], [&] { return settings_.sample(random); });
}

}  // namespace didact::solvers
