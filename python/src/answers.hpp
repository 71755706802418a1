#pragma once
// Answers as Python holds them: the engine's own, turned into Python's values when somebody looks.

#include "report/dimension.hpp"
#include "report/pictures.hpp"
#include "report/report.hpp"
#include "report/run_pictures.hpp"
#include "services/dimension.hpp"
#include "services/lesson.hpp"

#include <pybind11/pybind11.h>

namespace didact::python {

struct Taught {
  std::shared_ptr<const io::Problem> problem;
  io::Answer answer;
};
struct Judged {
  std::shared_ptr<const io::Problem> problem;
  io::Verdict verdict;
};
struct Simulated {
  report::SimulationReport report;
};
struct Swept {
  report::SweepReport report;
};
struct Measured {
  ConceptClass concepts;
  concepts::ClassDimension dimension;
};

void add_answers(pybind11::module_& module);

}  // namespace didact::python
