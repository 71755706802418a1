#include "answers.hpp"

#include "convert.hpp"
#include "plot/json.hpp"

#include <algorithm>
#include <cmath>

namespace didact::python {

namespace py = pybind11;
using io::Json;

namespace {

/// What is the same for all of them.
template <class Answer, class Sheet, class Text>
void add_faces(py::class_<Answer>& face, Sheet sheet, Text text) {
  face.def("picture", [sheet](const Answer& answer) { return plot::draw(sheet(answer)); })
      .def("drawing", [sheet](const Answer& answer) { return to_python(plot::to_json(sheet(answer))); })
      .def("text", text);
}

py::array_t<Index> rows_of(const Lesson& lesson) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < lesson.rows.size(); ++i) {
    rows.insert(rows.end(), static_cast<std::size_t>(lesson.items.copies[i]), lesson.rows[i]);
  }
  return py::array_t<Index>(static_cast<py::ssize_t>(rows.size()), rows.data());
}

/// The items as numbers, one a row, and how to read them; nothing where they are none.
py::object numbers(const Taught& taught) {
  const io::Answer& answer = taught.answer;
  if (answer.written || !answer.parts.empty() || !answer.lesson.has_items) return py::none();
  return to_array(answer.lesson.items.expanded());
}

/// Items that are plain numbers, as the user gets them; nothing where they are something else.
py::object plain_items(const Taught& taught) {
  const io::Answer& answer = taught.answer;
  const io::ItemKind& kind = answer.learners.items;
  if (answer.written || !answer.parts.empty() || kind.labelled || kind.vector || !kind.names.empty()) return py::none();
  const ItemSet& items = answer.lesson.items;
  const auto filled = [&](auto number) -> py::object {
    using Number = decltype(number);
    py::array_t<Number> array(items.size());
    Number* next = array.mutable_data();
    for (Index i = 0; i < items.rows.rows(); ++i) {
      next = std::fill_n(next, items.copies[static_cast<std::size_t>(i)], static_cast<Number>(items.rows(i, 0)));
    }
    return array;
  };
  return kind.domain.integers ? filled(Index{}) : filled(double{});
}

/// Items that are no rows of numbers, as their model writes them: all of them, however many.
py::object written_items(const Taught& taught) {
  if (!taught.answer.written || !taught.answer.lesson.has_items) return py::list();
  return to_python(report::to_json(taught.answer, true)["items"]);
}

py::dict kind_of(const io::ItemKind& kind) {
  using namespace py::literals;
  py::list names;
  for (const std::string& name : kind.names) names.append(name);
  return py::dict("vector"_a = kind.vector, "labelled"_a = kind.labelled, "whole"_a = kind.domain.integers,
                  "names"_a = names);
}

void add_lesson(py::module_& module) {
  py::class_<Taught> face(module, "Taught");
  const auto of_lesson = [&face](const char* name, auto member) {
    face.def_property_readonly(name, [member](const Taught& taught) { return taught.answer.lesson.*member; });
  };
  of_lesson("impedance", &Lesson::impedance);
  of_lesson("loss", &Lesson::loss);
  of_lesson("lower_bound", &Lesson::lower_bound);
  of_lesson("n", &Lesson::n);
  of_lesson("loss_before", &Lesson::loss_before);
  of_lesson("has_items", &Lesson::has_items);
  of_lesson("seconds", &Lesson::seconds);
  of_lesson("seed", &Lesson::seed);
  face.def_property_readonly("reason", [](const Taught& taught) { return taught.answer.lesson.why(); })
      .def_property_readonly("direction",
                             [](const Taught& taught) {
                               const auto& direction = taught.answer.lesson.direction;
                               return direction ? to_string(*direction) : "";
                             })
      .def_property_readonly("status", [](const Taught& taught) { return to_string(taught.answer.lesson.status); })
      .def_property_readonly("gap", [](const Taught& taught) { return taught.answer.lesson.gap(); })
      .def_property_readonly("effort",
                             [](const Taught& taught) {
                               return taught.answer.lesson.has_items ? taught.answer.lesson.effort : std::nan("");
                             })
      .def_property_readonly("rows", [](const Taught& taught) { return rows_of(taught.answer.lesson); })
      .def_property_readonly("plain_items", plain_items)
      .def_property_readonly("numbers", numbers)
      .def_property_readonly("kind", [](const Taught& taught) { return kind_of(taught.answer.learners.items); })
      .def_property_readonly("written_items", written_items)
      .def("answer", [](const Taught& taught) { return to_python(report::to_json(taught.answer)); })
      .def("csv", [](const Taught& taught) { return report::to_csv(taught.answer); });
  add_faces(
      face, [](const Taught& taught) { return report::sheet(taught.answer, taught.problem->json()); },
      [](const Taught& taught) { return report::to_text(taught.answer); });
}

}  // namespace

void add_answers(py::module_& module) {
  add_lesson(module);

  py::class_<Judged> judged(module, "Judged");
  judged.def("answer", [](const Judged& given) { return to_python(report::to_json(given.verdict)); });
  add_faces(
      judged, [](const Judged& given) { return report::sheet(given.verdict, given.problem->json()); },
      [](const Judged& given) { return report::to_text(given.verdict); });

  py::class_<Simulated> simulated(module, "Simulated");
  simulated.def("answer", [](const Simulated& run) { return to_python(report::to_json(run.report)); })
      .def("csv", [](const Simulated& run) { return report::to_csv(run.report); });
  add_faces(
      simulated, [](const Simulated& run) { return report::sheet(run.report); },
      [](const Simulated& run) { return report::to_text(run.report); });

  py::class_<Swept> swept(module, "Swept");
  swept.def("answer", [](const Swept& run) { return to_python(report::to_json(run.report)); })
      .def("csv", [](const Swept& run) { return report::to_csv(run.report); });
  add_faces(
      swept, [](const Swept& run) { return report::sheet(run.report); },
      [](const Swept& run) { return report::to_text(run.report); });

  py::class_<Measured> measured(module, "Measured");
  measured.def("answer", [](const Measured& all) { return to_python(report::to_json(all.concepts, all.dimension)); });
  add_faces(
      measured, [](const Measured& all) { return report::sheet(all.concepts, all.dimension); },
      [](const Measured& all) { return report::to_text(all.concepts, all.dimension); });
}

}  // namespace didact::python
