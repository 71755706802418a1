#include "report/paper_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace didact::report::paper {

double half_unit(int decimals) {
  return 0.5 * std::pow(10.0, -decimals);
}

std::string fixed(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  const bool is_zero = text.find_first_not_of("-0.") == std::string::npos;
  return is_zero && text.front() == '-' ? text.substr(1) : text;
}

Figure words(std::string text) {
  return {std::move(text), {}};
}

Figure number(double value, int decimals) {
  return {fixed(value, decimals), {value}};
}

Figure plain(double value) {
  return {fmt::format("{:.6g}", value + 0.0), {value}};
}

Figure size_and_impedance(double n, double impedance) {
  return {fmt::format("{} item{}, TI {}", n, n == 1 ? "" : "s", fixed(impedance, 6)), {n, impedance}};
}

Figure list(std::span<const double> values, std::optional<int> decimals) {
  Figure figure{"(", {values.begin(), values.end()}};
  for (const double value : values) {
    if (figure.text.size() > 1) figure.text += ", ";
    figure.text += decimals ? fixed(value, *decimals) : plain(value).text;
  }
  figure.text += ')';
  return figure;
}

Figure list(const Vector& values, std::optional<int> decimals) {
  return list(std::span(values.data(), static_cast<std::size_t>(values.size())), decimals);
}

Figure item_set(const Matrix& rows, int decimals) {
  Vector items = rows.col(0);
  std::sort(items.begin(), items.end());
  Figure figure = list(items, decimals);
  figure.text.front() = '{';
  figure.text.back() = '}';
  return figure;
}

ReproducedRow compared(Comparison c) {
  bool stands = c.printed.values.size() == c.corrected.values.size();
  for (std::size_t i = 0; stands && i < c.printed.values.size(); ++i) {
    // A hair more than half a unit: the quotation itself is no exact binary number.
    stands = std::abs(c.printed.values[i] - c.corrected.values[i]) <= c.tolerance + 1e-9;
  }
  return {.id = std::move(c.id),
          .what = std::move(c.what),
          .printed = std::move(c.printed),
          .as_said = std::move(c.as_said),
          .corrected = std::move(c.corrected),
          .note = std::move(c.note),
          .agreement = stands ? Agreement::stands : Agreement::wrong};
}

ReproducedRow unprinted(std::string id, std::string what, Figure as_said, Figure corrected, std::string note) {
  return {.id = std::move(id),
          .what = std::move(what),
          .as_said = std::move(as_said),
          .corrected = std::move(corrected),
          .note = std::move(note)};
}

void Errata::add(ReproducedSection& section, std::string title, std::string text,
                 std::initializer_list<std::string_view> ids) {
  section.errata.push_back({++last_, std::move(title), std::move(text)});
  for (const std::string_view id : ids) {
    const auto row = std::find_if(section.rows.begin(), section.rows.end(), [&](const auto& r) { return r.id == id; });
    if (row == section.rows.end()) throw std::logic_error("an erratum names no row: " + std::string(id));
    row->erratum = last_;
  }
}

}  // namespace didact::report::paper
