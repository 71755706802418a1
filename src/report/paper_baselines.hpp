#pragma once
// Random teaching sets: what a teacher gets who draws the items instead of choosing them.

#include "report/paper_figures.hpp"

#include <vector>

namespace didact::report::paper {

inline constexpr double sets_in_the_paper = 100'000;

struct Spread {
  double mean = 0;
  double deviation = 0;
  double minimum = infinity;
  double maximum = -infinity;
  double fourth_moment = 0;  ///< about the mean
  double sets = infinity;    ///< how many it was estimated from; infinite if it is exact

  /// Standard errors of the mean and the deviation as a sample of this many sets estimates them.
  double mean_error(double sample) const;
  double deviation_error(double sample) const;
};

/// Of all sets that there are, with their probabilities.
Spread exact_spread(const std::vector<double>& impedances, const std::vector<double>& probabilities);
/// Of a random sample.
Spread sampled_spread(const std::vector<double>& impedances);

/// What the paper prints, and what is so about the distribution that it sampled.
struct Baseline {
  std::string id;
  Figure mean, deviation, minimum, maximum;  ///< quotations, the first three to two decimals
  int maximum_decimals = 2;
  double below_minimum = 0;  ///< of as many sets as the paper drew, how many one expects below its minimum
  double above_maximum = 0;  ///< and above its maximum
};

/// Four rows, "<id>.mean" to "<id>.maximum".
std::vector<ReproducedRow> baseline_rows(const Baseline& baseline, const Spread& as_said, const Spread& corrected);

}  // namespace didact::report::paper
