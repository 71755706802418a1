// The engine for Python: problems as dicts, answers as objects. The package didact is its face.

#include "answers.hpp"
#include "calls.hpp"
#include "frames.hpp"
#include "own_family.hpp"
#include "own_loss.hpp"

#include "io/concepts.hpp"
#include "io/schema.hpp"
#include "report/catalogue.hpp"
#include "services/simulate.hpp"
#include "services/sweep.hpp"
#include <didact/version.hpp>

#include <pybind11/stl.h>

#include <algorithm>

namespace didact::python {
namespace {

namespace py = pybind11;
using io::Json;

/// A learner of the user's own, as a problem refers to it.
struct Own {
  std::shared_ptr<const io::Model> model;
};

Manner manner(const std::string& directory, std::uint64_t seed, std::optional<double> gap, unsigned threads,
              py::object progress, const std::map<std::string, py::list>& frames, const Own* own) {
  Manner made{directory, nullptr, seed, gap, threads, std::move(progress)};
  if (frames.empty() && !own) return made;
  auto attached = std::make_shared<io::Attached>();
  for (const auto& [name, columns] : frames) attached->frames[name] = frame("the pool", columns);
  if (own) attached->own_model = own->model;
  made.attached = std::move(attached);
  return made;
}

using ReadProblem = std::shared_ptr<const io::Problem>;
using services::Listener;

Taught teach(const py::object& given, const Manner& how) {
  return unlocked(given, how, [](const ReadProblem& problem, const Options& options, const Listener&) {
    return Taught{problem, services::teach(*problem, options)};
  });
}

Judged evaluate(const py::object& given, const py::object& set, const Manner& how) {
  const io::GivenSet items(to_json(set, "set"), how.context(), "set");
  return unlocked(given, how, [&](const ReadProblem& problem, const Options& options, const Listener&) {
    return Judged{problem, services::evaluate(*problem, items, options)};
  });
}

/// Of a search that is but a step of the work.
Options quiet(Options options) {
  options.progress = {};
  return options;
}

Simulated simulate(const py::object& given, Index sets, const std::string& size, bool exact, const py::object& set,
                   const Manner& how) {
  services::SimulationRequest request{.sets = sets, .size = size};
  request.exact = exact;
  if (!set.is_none()) request.set.emplace(to_json(set, "set"), how.context(), "set");
  return unlocked(given, how, [&](const ReadProblem& problem, const Options& options, const Listener& listener) {
    request.options = quiet(options);
    return Simulated{*services::simulate(*problem, request, services::threads_for(listener))};
  });
}

/// A text as the command line has it, or a list of values.
runs::Axis axis(const std::string& path, const py::handle values, const io::Context& context) {
  if (py::isinstance<py::str>(values)) {
    return services::parsed_axes({path + "=" + values.cast<std::string>()}, context).at(0);
  }
  runs::Axis made{.path = path};
  for (Json& value : to_json(values, path)) made.values.push_back(std::move(value));
  made.numbers = std::all_of(made.values.begin(), made.values.end(), [](const Json& v) { return v.is_number(); });
  return made;
}

Swept sweep(const py::object& given, const py::dict& over, const Manner& how) {
  std::vector<runs::Axis> axes;
  for (const auto& [path, values] : over) axes.push_back(axis(path.cast<std::string>(), values, how.context()));
  return unlocked(given, how, [&](const ReadProblem& problem, const Options& options, const Listener& listener) {
    return Swept{*services::sweep(*problem, axes, quiet(options), services::threads_for(listener))};
  });
}

py::object baselines(const py::object& given, Index most, Index sets, const Manner& how) {
  return to_python(unlocked(given, how, [&](const ReadProblem& problem, const Options& options, const Listener&) {
    services::SimulationRequest request{.sets = sets};
    request.options = options;
    return report::to_json(services::baselines(*problem, most, request));
  }));
}

/// The name of a known class, a CSV file, or {"name": [0, 1, …]}.
ConceptClass concept_class(const py::object& given, const std::string& form) {
  if (form == "known") return services::known_class(given.cast<std::string>(), "");
  io::Errors errors;
  ConceptClass concepts;
  if (form == "file") {
    const std::string text = io::read_text(given.cast<std::string>(), "", errors);
    if (errors.empty()) concepts = io::parse_concepts(text, "", errors);
  } else {
    const Json json = to_json(given);
    concepts = io::read_concepts(io::Node(json, "concepts", errors));
  }
  io::throw_if_any(errors);
  return concepts;
}

Measured dimension(const py::object& concepts, const std::string& form, std::optional<double> seconds, bool recursive,
                   const Manner& how) {
  ConceptClass all = concept_class(concepts, form);
  return unlocked(how, [&](const Options& options, const Listener& listener) {
    services::DimensionRequest request{seconds, recursive, options.interrupt, {}};
    if (listener.progress) {
      request.progress = [&listener](const concepts::DimensionProgress& at) {
        listener.progress({{"stage", at.stage}, {"done", at.done}, {"of", at.total}});
      };
    }
    auto found = services::dimension(all, request, services::threads_for(listener));
    return Measured{std::move(all), std::move(*found)};
  });
}

py::list errors_list(const std::vector<io::Error>& errors) {
  py::list list;
  for (const io::Error& error : errors) {
    const bool option = error.path.starts_with("--");  // as the command line spells it
    list.append(py::make_tuple(option ? error.path.substr(2) : error.path, error.message));
  }
  return list;
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  module.doc() = "The engine of didact. Use the package didact.";
  static py::handle refusal = PyExc_ValueError;
  module.def("raise_as", [](py::object exception) { refusal = exception.release(); });  // for as long as Python runs
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const io::InvalidProblem& problem) {
      PyErr_SetObject(refusal.ptr(), errors_list(problem.errors()).ptr());
    }
  });
  py::class_<Own>(module, "Own");
  py::class_<Manner>(module, "Manner")
      .def(py::init(&manner), py::arg("directory") = "", py::arg("seed") = 1, py::arg("gap") = py::none(),
           py::arg("threads") = 0, py::arg("progress") = py::none(),
           py::arg("frames") = std::map<std::string, py::list>(), py::arg("own") = static_cast<Own*>(nullptr));
  add_answers(module);
  py::module_::import("atexit").attr("register")(py::cpp_function(&leave));
  module.def("own_loss", [](py::object loss, double least, bool by_rows) {
    return Own{own_model(OwnLoss{kept(std::move(loss)), least, by_rows})};
  });
  module.def("own_family",
             [](py::object learner, py::object target) { return Own{own_model(std::move(learner), std::move(target))}; });
  module.def("teach", &teach);
  module.def("evaluate", &evaluate);
  module.def("simulate", &simulate);
  module.def("sweep", &sweep);
  module.def("baselines", &baselines);
  module.def("dimension", &dimension);
  module.def("learners", [] { return to_python(report::to_json(io::descriptions())); });
  module.def("schema", [] { return to_python(io::problem_schema(io::descriptions())); });
  module.def("parse", [](const std::string& text) {  // problem files may have comments
    io::Errors errors;
    const Json json = io::parse_json(text, errors);
    io::throw_if_any(errors);
    return to_python(json);
  });
  module.attr("version") = std::string(version);
}

}  // namespace didact::python
