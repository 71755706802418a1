#pragma once
// What the tests of long runs share.

#include "program.hpp"

namespace didact {

/// The paper's multinomial.
inline const std::string multinomial = R"({"learner": {"model": "categorical", "prior": {"beta": [6, 3, 1]}},
  "target": {"pi": [0.1, 0.3, 0.6]}, "effort": {"per_item": 0.3}})";

/// An answer without what differs from run to run.
inline io::Json without_time(io::Json json) {
  json.erase("seconds");
  return json;
}

}  // namespace didact
