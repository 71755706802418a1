#pragma once
// What the sections of the reproduction are made of, and the sections.

#include "report/reproduce.hpp"

#include <span>

namespace didact::report::paper {

/// Half a unit in the last of these decimals: what a printed number may be off by.
double half_unit(int decimals);

std::string fixed(double value, int decimals);
Figure words(std::string text);
Figure number(double value, int decimals = 6);
/// Six significant digits, and no zeros behind them.
Figure plain(double value);
/// "3 items, TI 3.246143"
Figure size_and_impedance(double n, double impedance);
/// "(0, 1.81696, 8.14825)", six significant digits each; or with fixed decimals.
Figure list(std::span<const double> values, std::optional<int> decimals = {});
Figure list(const Vector& values, std::optional<int> decimals = {});
/// "{-0.1, 0.9, 2.2}", in increasing order
Figure item_set(const Matrix& rows, int decimals);

/// A row whose print stands if every corrected number is within `tolerance` of it.
struct Comparison {
  std::string id, what;
  Figure printed, as_said, corrected;
  double tolerance = 0;
  std::string note;
};
ReproducedRow compared(Comparison comparison);

/// A row that the paper has no figure for.
ReproducedRow unprinted(std::string id, std::string what, Figure as_said, Figure corrected, std::string note = "");

/// Gives errata their numbers, which run through the whole reproduction.
class Errata {
 public:
  /// Adds an erratum to the section and marks these of its rows with it.
  void add(ReproducedSection& section, std::string title, std::string text,
           std::initializer_list<std::string_view> ids);

 private:
  int last_ = 0;
};

ReproducedSection thresholds(Errata& errata);
ReproducedSection two_models(Errata& errata);
ReproducedSection teaching_dimension(Errata& errata);
ReproducedSection unpacking(const ReproduceOptions& options);
ReproducedSection gaussian_mean(Errata& errata);
ReproducedSection multinomial(const ReproduceOptions& options, Errata& errata);
ReproducedSection multivariate_gaussian(const ReproduceOptions& options, Errata& errata);

}  // namespace didact::report::paper
