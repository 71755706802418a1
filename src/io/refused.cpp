#include "io/refused.hpp"

#include "io/values.hpp"
#include <didact/core/beyond_reach.hpp>

#include <fmt/format.h>

#include <cmath>

namespace didact::io {
namespace {

/// The number farthest from 1 by its logarithm.
struct Extreme {
  std::string path = "learner";
  double value = 1;
  double distance = 0;

  void look_at(const Json& json, const std::string& at) {
    if (json.is_object()) {
      for (const auto& [key, member] : json.items()) look_at(member, at + "." + key);
    } else if (json.is_array()) {
      for (std::size_t i = 0; i < json.size(); ++i) look_at(json[i], fmt::format("{}[{}]", at, i));
    } else if (json.is_number() && json.get<double>() != 0) {
      const double number = json.get<double>(), far = std::abs(std::log(std::abs(number)));
      if (far > distance) *this = {at, number, far};
    }
  }
};

}  // namespace

InvalidProblem refused(const std::overflow_error& error, const Json& problem) {
  const auto* beyond = dynamic_cast<const BeyondReach*>(&error);
  if (beyond && !beyond->path().empty()) return InvalidProblem(Error{beyond->path(), error.what()});
  Extreme extreme;
  for (const char* key : {"learner", "target", "effort", "items"}) {
    if (problem.contains(key)) extreme.look_at(problem[key], key);
  }
  return InvalidProblem(
      Error{extreme.path, fmt::format("{}; the most extreme of them is {}", error.what(), shown(extreme.value))});
}

}  // namespace didact::io
