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

std::string_view to_string(Reason reason) {
  switch (reason) {
    case Reason::gap:
      return "gap";
    case Reason::time:
      return "time";
    case Reason::interrupted:
      return "interrupted";
    case Reason::not_provable:
      return "not provable";
    case Reason::failed:
      return "failed";
    case Reason::inherent:
      return "inherent";
  }
  return "";
}

std::string_view to_string(Direction direction) {
  switch (direction) {
    case Direction::none:
      return "none";
    case Direction::more_items:
      return "more items";
    case Direction::larger_items:
      return "larger items";
    case Direction::closer_items:
      return "closer items";
    case Direction::spread_items:
      return "spread items";
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

std::string Lesson::why() const {
  if (!explanation.empty()) return explanation;
  return reason ? std::string(to_string(*reason)) : "";
}

void Lesson::cannot_be_taught(std::string why_not) {
  status = Status::unteachable;
  reason = Reason::inherent;
  explanation = std::move(why_not);
  lower_bound = infinity;
}

void Lesson::has_no_best(Direction towards, double infimum) {
  status = Status::unbounded;
  direction = towards;
  reason.reset();
  lower_bound = infimum;
}

void Lesson::has_nothing_to_teach(std::string why_not) {
  has_no_best(Direction::none);
  reason = Reason::inherent;
  explanation = std::move(why_not);
}

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
  const auto within = [&](double part) { return std::isfinite(gap()) && gap() <= part * scale; };
  // The last digits of one number computed in two ways are no gap.
  if (within(1e-13)) lower_bound = impedance;
  constexpr double proven = 1e-9;  // the format's meaning of it
  status = within(proven) ? Status::optimal : Status::feasible;
  if (status == Status::optimal) return;
  reason = within(enough)                       ? Reason::gap
           : stopped == StopReason::time        ? Reason::time
           : stopped == StopReason::interrupted ? Reason::interrupted
                                                : Reason::not_provable;
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
      out << " (" << lesson.why() << ")";
      break;
    case Status::unbounded:
      out << "unbounded (" << to_string(lesson.direction.value_or(Direction::none)) << ")";
      break;
    case Status::unteachable:
      out << "unteachable: " << lesson.why();
      break;
  }
  out.precision(precision);
  return out;
}

}  // namespace didact
