#include "report/paper_baselines.hpp"

#include <algorithm>
#include <cmath>

namespace didact::report::paper {
namespace {

constexpr double standard_errors_allowed = 4;
/// Where N p sets are expected beyond the extreme of N drawn ones, that extreme has the probability exp(-N p).
constexpr double most_beyond_an_extreme = 6;

Agreement agreement(const Figure& printed, const Spread& corrected, double Spread::*part, int decimals, double chance) {
  const double off = std::abs(printed.values[0] - corrected.*part) - half_unit(decimals);
  if (off <= 0 && corrected.sets == infinity) return Agreement::stands;
  return off <= chance ? Agreement::within_chance : Agreement::wrong;
}

/// What the paper's sample and ours may differ by.
double chance(double (Spread::*error)(double) const, const Spread& spread) {
  return standard_errors_allowed * ((spread.*error)(sets_in_the_paper) + (spread.*error)(spread.sets));
}

double chance_of_extreme(double beyond) {
  return beyond <= most_beyond_an_extreme ? infinity : 0;
}

}  // namespace

double Spread::mean_error(double sample) const {
  return deviation / std::sqrt(sample);
}

double Spread::deviation_error(double sample) const {
  const double variance = deviation * deviation;
  return std::sqrt((fourth_moment / variance - variance) / (4 * sample));
}

Spread exact_spread(const std::vector<double>& impedances, const std::vector<double>& probabilities) {
  Spread result;
  for (std::size_t i = 0; i < impedances.size(); ++i) {
    result.mean += probabilities[i] * impedances[i];
    result.minimum = std::min(result.minimum, impedances[i]);
    result.maximum = std::max(result.maximum, impedances[i]);
  }
  double variance = 0;
  for (std::size_t i = 0; i < impedances.size(); ++i) {
    const double square = std::pow(impedances[i] - result.mean, 2);
    variance += probabilities[i] * square;
    result.fourth_moment += probabilities[i] * square * square;
  }
  result.deviation = std::sqrt(variance);
  return result;
}

Spread sampled_spread(const std::vector<double>& impedances) {
  const double sets = static_cast<double>(impedances.size());
  Spread result = exact_spread(impedances, std::vector<double>(impedances.size(), 1 / sets));
  result.deviation *= std::sqrt(sets / (sets - 1));
  result.sets = sets;
  return result;
}

std::vector<ReproducedRow> baseline_rows(const Baseline& printed, const Spread& as_said, const Spread& corrected) {
  std::vector<ReproducedRow> rows;
  auto figure = [](const Spread& spread, double Spread::*part) {
    return number(spread.*part, spread.sets < infinity ? 3 : 6);  // a sample does not know more
  };
  auto add = [&](const char* name, const char* what, const Figure& quotation, double Spread::*part, int decimals,
                 double allowed) {
    rows.push_back({.id = printed.id + "." + name,
                    .what = what,
                    .printed = quotation,
                    .as_said = figure(as_said, part),
                    .corrected = figure(corrected, part),
                    .agreement = agreement(quotation, corrected, part, decimals, allowed)});
  };
  add("mean", "random sets: mean TI", printed.mean, &Spread::mean, 2, chance(&Spread::mean_error, corrected));
  add("deviation", "  standard deviation", printed.deviation, &Spread::deviation, 2,
      chance(&Spread::deviation_error, corrected));
  add("minimum", "  minimum", printed.minimum, &Spread::minimum, 2, chance_of_extreme(printed.below_minimum));
  add("maximum", "  maximum", printed.maximum, &Spread::maximum, printed.maximum_decimals,
      chance_of_extreme(printed.above_maximum));
  return rows;
}

}  // namespace didact::report::paper
