#pragma once
// Between Python's values and JSON, arrays and matrices.

#include "io/json.hpp"
#include <didact/core/types.hpp>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <string_view>

namespace didact::python {

/// dict, list, tuple, numbers (NumPy's too), str, bool, None, paths; arrays as nested lists; anything with to_dict().
/// Throws TypeError with the path, which begins with `name`.
io::Json to_json(pybind11::handle value, std::string_view name = "");
pybind11::object to_python(const io::Json& json);

/// An array with one item a row.
pybind11::array_t<double> to_array(const Matrix& matrix);
pybind11::array_t<double> to_array(const Vector& vector);
/// A number or a list of them; `what` is named if it is neither.
Vector to_vector(pybind11::handle value, const std::string& what);
double to_double(pybind11::handle value, const std::string& what);

/// An object of Python's that may be let go of without the interpreter's lock.
using Kept = std::shared_ptr<const pybind11::object>;
Kept kept(pybind11::object object);

}  // namespace didact::python
