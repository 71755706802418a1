#pragma once
// Arrays and frames as pools, without a copy where they are doubles.

#include "io/frame.hpp"

#include <pybind11/numpy.h>

namespace didact::python {

/// `columns` are (name, values): a one-dimensional array, strided or not, or a list of texts. Names are all empty or
/// none is.
io::Frame frame(const std::string& title, const pybind11::list& columns);

}  // namespace didact::python
