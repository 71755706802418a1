#include "frames.hpp"

#include "convert.hpp"

namespace didact::python {

namespace py = pybind11;

namespace {

bool lies_as_doubles(const py::array& array) {
  constexpr auto size = static_cast<py::ssize_t>(sizeof(double));
  return py::isinstance<py::array_t<double>>(array) && array.strides(0) % size == 0 &&
         reinterpret_cast<std::uintptr_t>(array.data()) % alignof(double) == 0;
}

}  // namespace

io::Frame frame(const std::string& title, const py::list& columns) {
  io::Frame result;
  result.title = title;
  py::list arrays;  // kept alive with the frame
  for (const py::handle entry : columns) {
    const auto pair = entry.cast<py::tuple>();
    io::Frame::Column column{pair[0].cast<std::string>()};
    if (py::isinstance<py::list>(pair[1])) {
      for (const py::handle text : pair[1].cast<py::list>()) column.texts.push_back(py::str(text));
      result.rows = static_cast<Index>(column.texts.size());
    } else {
      py::array array = pair[1].cast<py::array>();
      if (!lies_as_doubles(array)) array = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(array);
      if (!array) throw py::error_already_set();
      static const double none = 0;
      result.rows = array.shape(0);
      column.numbers = {array.size() > 0 ? static_cast<const double*>(array.data()) : &none,
                        array.strides(0) / static_cast<py::ssize_t>(sizeof(double))};
      arrays.append(array);
    }
    result.columns.push_back(std::move(column));
  }
  result.owner = kept(std::move(arrays));
  return result;
}

}  // namespace didact::python
