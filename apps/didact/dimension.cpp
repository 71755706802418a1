#include "report/dimension.hpp"

#include "commands.hpp"
#include "interrupt.hpp"
#include "io/concepts.hpp"
#include "io/files.hpp"
#include "long_run.hpp"
#include "output.hpp"
#include "report/pictures.hpp"
#include "report/version.hpp"
#include "services/dimension.hpp"

#include <fmt/format.h>

#include <chrono>
#include <fstream>

namespace didact::app {
namespace {

constexpr double seconds_between_notes = 2;

ConceptClass given_class(const Arguments& arguments) {
  io::Errors errors;
  if (arguments.file.empty() == arguments.class_name.empty()) {
    errors.add("", "needs a class: either a CSV file, or --class with the name of a known one");
  }
  io::throw_if_any(errors);
  if (!arguments.class_name.empty()) return services::known_class(arguments.class_name, "--class");
  const std::string text = io::read_text(arguments.file, "", errors);
  io::throw_if_any(errors);
  ConceptClass concepts = io::parse_concepts(text, "", errors);
  io::throw_if_any(errors);
  return concepts;
}

/// Says how far it has come, now and then.
class Notes {
 public:
  explicit Notes(const Arguments& arguments) : arguments_(arguments) {}

  void operator()(const concepts::DimensionProgress& progress) {
    const auto now = std::chrono::steady_clock::now();
    if (std::chrono::duration<double>(now - last_).count() < seconds_between_notes) return;
    last_ = now;
    note(arguments_, fmt::format("{}: {} of {}", progress.stage, progress.done, progress.total));
  }

 private:
  const Arguments& arguments_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

int one_concept(const Arguments& arguments, const ConceptClass& concepts) {
  io::Errors errors;
  const std::size_t target = io::find_concept(concepts, arguments.concept_name, "--concept", errors);
  io::throw_if_any(errors);
  const concepts::Cover set =
      concepts::minimum_teaching_set(concepts, target, {Stop(arguments.seconds, &listen_for_interrupt())});
  const std::string fault =
      concepts::fault_of_teaching_set(concepts, target, set.items, concepts::all_bits(concepts.size()));
  if (!fault.empty()) throw std::logic_error(fault);
  if (arguments.format == "json") {
    io::Json json;
    json["concepts"].push_back(report::to_json(concepts, target, set));
    write_result(arguments, io::pretty(report::with_version(std::move(json))) + '\n');
  } else if (arguments.format == "csv") {
    write_result(arguments, report::dimension_csv_header() + report::dimension_csv_row(concepts, target, set));
  } else {
    write_result(arguments, report::to_text(concepts, target, set, paint_for_output(arguments)));
  }
  return set.stopped == StopReason::interrupted ? interrupted : success;
}

/// Row after row, as each is known: a large class need not be waited for.
int stream_rows(const Arguments& arguments, const ConceptClass& concepts, concepts::DimensionOptions options) {
  std::ofstream file;
  if (!arguments.out.empty()) file.open(arguments.out, std::ios::binary);
  const auto write = [&](const std::string& text) {
    if (arguments.out.empty()) return write_result(arguments, text);
    if (!(file << text << std::flush)) throw std::runtime_error("cannot write " + arguments.out);
  };
  write(report::dimension_csv_header());
  options.recursive = false;
  options.taught = [&](std::size_t target, const concepts::Cover& set) {
    write(report::dimension_csv_row(concepts, target, set));
  };
  const concepts::ClassDimension found = concepts::class_dimension(concepts, options);
  if (!arguments.plot.empty()) write_picture(arguments, report::picture(concepts, found));
  return found.stopped == StopReason::interrupted ? interrupted : success;
}

int all_concepts(const Arguments& arguments, const ConceptClass& concepts) {
  services::DimensionRequest request{arguments.seconds, arguments.format != "csv", &listen_for_interrupt(),
                                     Notes(arguments)};
  LongWork long_work(arguments);
  const auto whole = services::dimension(concepts, request, long_work.workforce());
  if (!whole) return success;
  const concepts::ClassDimension& found = *whole;
  if (arguments.format == "json") {
    write_result(arguments, io::pretty(report::to_json(concepts, found)) + '\n');
  } else if (arguments.format == "csv") {
    std::string text = report::dimension_csv_header();
    for (std::size_t c = 0; c < found.concepts.size(); ++c) {
      text += report::dimension_csv_row(concepts, c, found.concepts[c]);
    }
    write_result(arguments, text);
  } else {
    write_result(arguments, report::to_text(concepts, found, paint_for_output(arguments)));
  }
  if (!arguments.plot.empty()) write_picture(arguments, report::picture(concepts, found));
  return found.stopped == StopReason::interrupted ? interrupted : success;
}

}  // namespace

int dimension(const Arguments& arguments) {
  if (!arguments.plot.empty() && !arguments.concept_name.empty()) {
    throw io::InvalidProblem(io::Error{"--plot", "draws a whole class, not one concept of it"});
  }
  const ConceptClass concepts = given_class(arguments);
  if (!arguments.concept_name.empty()) return executor().reports() ? one_concept(arguments, concepts) : success;
  if (arguments.format == "csv" && arguments.checkpoint.empty() && executor().processes() == 1) {
    concepts::DimensionOptions options;
    options.seconds = arguments.seconds;
    options.interrupt = &listen_for_interrupt();
    return stream_rows(arguments, concepts, options);
  }
  return all_concepts(arguments, concepts);
}

}  // namespace didact::app
