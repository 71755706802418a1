#include "io/problem.hpp"

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

io::Unpacked Problem::unpack(Index, const Vector&, const Options&) const {
  refuse_unpacking(description());
}

std::vector<ThresholdBaseline> Problem::baselines(Index, Index, std::uint64_t) const {
  throw InvalidProblem(Error{"--baselines", "are those of a threshold learner: passive, active, and taught"});
}

io::Verdict Problem::beside_the_best(io::Verdict verdict, const Options& options, const Lesson* best) const {
  verdict.optimum = best ? *best : teach(options).lesson;
  verdict.check();
  return verdict;
}

InvalidProblem Problem::refused(const std::overflow_error& error) const {
  const auto* beyond = dynamic_cast<const BeyondReach*>(&error);
  if (beyond && !beyond->path().empty()) return InvalidProblem(Error{beyond->path(), error.what()});
  Extreme extreme;
  for (const char* key : {"learner", "target", "effort", "items"}) {
    if (json_.contains(key)) extreme.look_at(json_[key], key);
  }
  return InvalidProblem(
      Error{extreme.path, fmt::format("{}; the most extreme of them is {}", error.what(), shown(extreme.value))});
}

void refuse_unpacking(const Description& model) {
  throw InvalidProblem(
      Error{"MODEL", fmt::format("the items of a {} learner have no statistics to unpack", model.name)});
}

}  // namespace didact::io
