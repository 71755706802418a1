#include "commands.hpp"
#include "io/csv.hpp"
#include "output.hpp"
#include "problem.hpp"
#include "report/report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <vector>

namespace didact::app {
namespace {

Vector statistics(const std::string& text) {
  io::Errors errors;
  std::vector<double> numbers;
  for (const io::CsvRow& row : io::parse_csv(text, "--s", errors)) {
    for (const std::string& cell : row.cells) {
      const auto number = io::to_number(cell);
      if (number && std::isfinite(*number)) {
        numbers.push_back(*number);
      } else {
        errors.add("--s", fmt::format("must be finite numbers with commas between, got \"{}\"", cell));
      }
    }
  }
  if (numbers.empty() && errors.empty()) errors.add("--s", "must be numbers with commas between");
  io::throw_if_any(errors);
  return Vector::Map(numbers.data(), static_cast<Index>(numbers.size()));
}

}  // namespace

int unpack(const Arguments& arguments) {
  const io::Model& model = named_model(arguments.model);
  const Vector s = statistics(arguments.s);
  const io::Unpacked unpacked = model.example_for(arguments.n, s)->unpack(arguments.n, s, arguments.options);
  if (arguments.format == "json") {
    write_result(arguments, io::pretty(report::to_json(unpacked)) + '\n');
  } else if (arguments.format == "csv") {
    write_result(arguments, report::to_csv(unpacked.set, unpacked.items));
  } else {
    write_result(arguments, report::to_text(unpacked));
  }
  return success;
}

}  // namespace didact::app
