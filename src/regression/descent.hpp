#pragma once
// Items moved downhill themselves, where no closed form places them: fewer of them than directions, a range of y, or a
// range together with a cost of the squares.

#include "form.hpp"
#include <didact/core/stop.hpp>

namespace didact::regression {

struct Bounds {
  std::vector<Interval> x;  ///< none, or one for each coordinate
  std::optional<Interval> y;
};

/// Larger sets are not moved: the method keeps a matrix of their numbers squared.
inline constexpr Index most_moved_numbers = 240;

/// The impedance of rows (x, y), size costs aside, as the solver's units have it.
double impedance_of(const Form& form, const ItemSet& items);

/// Rows (x, y) near these that are no worse, inside the bounds.
Matrix descended(const Form& form, const Bounds& bounds, const Matrix& rows, const Stop& stop);

}  // namespace didact::regression
