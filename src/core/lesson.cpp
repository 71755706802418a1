#include <didact/core/lesson.hpp>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <ostream>
#include <stdexcept>

namespace didact {

std::string_view to_string(Status status) {
  switch (status) {
    case Status::optimal:
      return "optimal";
    case Status::feasible:
      return "feasible";
    case Status::unbounded:
      return "unbounded";
    case Status::unteachable:
      return "unteachable";
  }
  return "";
}

namespace {

void write_items(std::ostream& out, const ItemSet& items) {
  constexpr Index shown = 12;
  for (Index row = 0; row < std::min(shown, items.rows.rows()); ++row) {
    out << (row == 0 ? ": " : ", ");
    if (items.copies[row] > 1) out << items.copies[row] << "×";
    for (Index j = 0; j < items.rows.cols(); ++j) {
      out << (j == 0 ? "\"" : " ") << items.rows(row, j);
    }
    out << '"';
  }
  if (items.rows.rows() > shown) out << ", …";
}

}  // namespace

void Lesson::take(const Evaluation& checked) {
  if (!checked.violates.empty()) throw std::logic_error("a lesson broke its own rules: " + checked.violates);
  has_items = true;
  n = checked.n;
  loss = checked.loss;
  losses = checked.losses;
  effort = checked.effort;
  impedance = checked.impedance;
}

void Lesson::settle(double bound, double enough, StopReason stopped) {
  const double scale = std::max(1.0, std::abs(impedance));
  lower_bound = std::min(bound, impedance);
  // The last digits of one number computed in two ways are no gap.
  if (gap() <= 1e-13 * scale) lower_bound = impedance;
  constexpr double proven = 1e-9;  // the format's meaning of it
  status = std::isfinite(gap()) && gap() <= proven * scale ? Status::optimal : Status::feasible;
  if (status == Status::optimal) return;
  reason = std::isfinite(gap()) && gap() <= enough * scale ? "gap"
           : stopped == StopReason::time                   ? "time"
           : stopped == StopReason::interrupted            ? "interrupted"
                                                           : "not provable";
}

std::ostream& operator<<(std::ostream& out, const Lesson& lesson) {
  const auto precision = out.precision(5);
  if (lesson.has_items) {
    out << lesson.n << (lesson.n == 1 ? " item" : " items");
    write_items(out, lesson.items);
    out << "   impedance " << lesson.impedance << ", ";
  }
  switch (lesson.status) {
    case Status::optimal:
      out << "proven optimal";
      break;
    case Status::feasible:
      out << "not proven optimal";
      if (lesson.lower_bound > -infinity) out << ", no set is better than " << lesson.lower_bound;
      out << " (" << lesson.reason << ")";
      break;
    case Status::unbounded:
      out << "unbounded (" << lesson.direction << ")";
      break;
    case Status::unteachable:
      out << "unteachable: " << lesson.reason;
      break;
  }
  out.precision(precision);
  return out;
}

}  // namespace didact
