#include "convert.hpp"

#include <cmath>
#include <string>

namespace didact::python {

namespace py = pybind11;
using io::Json;

namespace {

/// Where a value stands; written out only when something is wrong there.
struct Place {
  const Place* within;
  std::string_view name;  ///< of a member, or
  Py_ssize_t index = -1;  ///< of an entry
  int depth = within ? within->depth + 1 : 0;

  std::string text() const {
    const std::string before = within ? within->text() : "";
    if (index >= 0) return before + "[" + std::to_string(index) + "]";
    return before.empty() ? std::string(name) : before + "." + std::string(name);
  }
};

Json convert(py::handle value, const Place& place);

Json list_to_json(py::handle list, const Place& place) {
  Json json = Json::array();
  auto& entries = json.get_ref<Json::array_t&>();
  const Py_ssize_t size = PySequence_Fast_GET_SIZE(list.ptr());
  entries.reserve(static_cast<std::size_t>(size));
  for (Py_ssize_t i = 0; i < size; ++i) {
    entries.push_back(convert(PySequence_Fast_GET_ITEM(list.ptr(), i), {&place, {}, i}));
  }
  return json;
}

Json dict_to_json(py::handle dict, const Place& place) {
  Json json = Json::object();
  auto& members = json.get_ref<Json::object_t&>();
  for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(dict)) {
    Py_ssize_t size = 0;
    const char* const name = PyUnicode_Check(key.ptr()) ? PyUnicode_AsUTF8AndSize(key.ptr(), &size) : nullptr;
    if (!name) {
      PyErr_Clear();
      const std::string path = place.text();
      throw py::type_error((path.empty() ? "" : path + ": ") + "keys must be texts");
    }
    const std::string_view view(name, static_cast<std::size_t>(size));
    members.emplace(std::string(view), convert(value, {&place, view}));
  }
  return json;
}

/// Whole numbers beyond what 64 bits hold are numbers all the same.
Json whole_to_json(py::handle value) {
  int overflow = 0;
  const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (overflow == 0) return number;
  const double rounded = PyLong_AsDouble(value.ptr());
  if (PyErr_Occurred()) throw py::error_already_set();
  return rounded;
}

std::string type_name(py::handle value) {
  return py::str(py::type::handle_of(value).attr("__name__"));
}

/// A frame of pandas, or an array of NumPy's whose items have parts.
bool is_table(py::handle value) {
  if (py::hasattr(value, "iloc") && py::hasattr(value, "columns")) return true;
  return py::isinstance<py::array>(value) && !py::reinterpret_borrow<py::array>(value).dtype().attr("names").is_none();
}

Json convert(py::handle value, const Place& place) {
  constexpr int deepest = 100;  // as in files
  if (place.depth > deepest) throw py::value_error("a value is nested deeper than 100 levels");
  PyObject* const object = value.ptr();
  if (value.is_none()) return nullptr;
  if (PyBool_Check(object)) return object == Py_True;
  if (PyFloat_Check(object)) return PyFloat_AS_DOUBLE(object);
  if (PyLong_Check(object)) return whole_to_json(value);
  if (PyUnicode_Check(object)) return value.cast<std::string>();
  if (PyDict_Check(object)) return dict_to_json(value, place);
  if (PyList_Check(object) || PyTuple_Check(object)) return list_to_json(value, place);
  if (is_table(value)) return convert(py::module_::import("didact._data").attr("as_items")(value), place);
  if (py::isinstance<py::array>(value) && py::reinterpret_borrow<py::array>(value).dtype().kind() == 'b') {
    return convert(value.attr("astype")("int64").attr("tolist")(), place);  // labels, 0 and 1
  }
  if (py::hasattr(value, "tolist")) return convert(value.attr("tolist")(), place);  // NumPy's arrays and numbers
  if (py::hasattr(value, "to_dict")) return convert(value.attr("to_dict")(), place);
  if (py::hasattr(value, "__fspath__")) return convert(value.attr("__fspath__")(), place);
  if (py::hasattr(value, "items") && py::hasattr(value, "keys")) {
    return dict_to_json(py::dict(py::reinterpret_borrow<py::object>(value)), place);
  }
  const std::string path = place.text();
  throw py::type_error((path.empty() ? "the problem" : path) + ": a " + type_name(value) + " cannot stand here");
}

}  // namespace

Json to_json(py::handle value, std::string_view name) {
  return convert(value, {nullptr, name});
}

py::object to_python(const Json& json) {
  switch (json.type()) {
    case Json::value_t::null:
    case Json::value_t::discarded:
      return py::none();
    case Json::value_t::boolean:
      return py::bool_(json.get<bool>());
    case Json::value_t::number_integer:
      return py::int_(json.get<std::int64_t>());
    case Json::value_t::number_unsigned:
      return py::int_(json.get<std::uint64_t>());
    case Json::value_t::number_float:
      if (!std::isfinite(json.get<double>())) return py::none();  // as it is written
      return py::float_(json.get<double>());
    case Json::value_t::string:
      return py::str(json.get_ref<const std::string&>());
    case Json::value_t::array: {
      py::list list(json.size());
      for (std::size_t i = 0; i < json.size(); ++i) list[i] = to_python(json[i]);
      return list;
    }
    default: {
      py::dict dict;
      for (const auto& [key, value] : json.items()) dict[py::str(key)] = to_python(value);
      return dict;
    }
  }
}

py::array_t<double> to_array(const Matrix& matrix) {
  py::array_t<double> array({matrix.rows(), matrix.cols()});
  auto cells = array.mutable_unchecked<2>();
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j) cells(i, j) = matrix(i, j);
  }
  return array;
}

py::array_t<double> to_array(const Vector& vector) {
  return py::array_t<double>(vector.size(), vector.data());
}

Vector to_vector(py::handle value, const std::string& what) {
  if (value.is_none() || py::isinstance<py::str>(value)) {
    throw py::type_error(what + " must be a number or a list of numbers, not a " + type_name(value));
  }
  const auto array = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(value);
  if (!array || array.ndim() > 1) {
    PyErr_Clear();
    throw py::type_error(what + " must be a number or a list of numbers, not a " + type_name(value));
  }
  return Eigen::Map<const Vector>(array.data(), array.size());
}

double to_double(py::handle value, const std::string& what) {
  const Vector numbers = to_vector(value, what);
  if (numbers.size() != 1) throw py::type_error(what + " must be a number, not " + std::to_string(numbers.size()));
  return numbers[0];
}

Kept kept(py::object object) {
  return {new py::object(std::move(object)), [](const py::object* held) {
            const py::gil_scoped_acquire lock;
            delete held;
          }};
}

}  // namespace didact::python
