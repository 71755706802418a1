#pragma once
// Expressions that users write: "0.3*n + 0.01*n^2".

#include <functional>
#include <optional>
#include <string>

namespace didact::io {

struct Expression {
  std::function<double(double n)> value;  ///< may be called from any thread
  std::string error;                      ///< why there is none
};

/// An expression in the one variable n.
Expression parse_expression(const std::string& text);

/// The first whole n in [0, most] where the value is negative or not finite, said as a complaint; or nothing.
std::string bad_value(const std::function<double(double)>& value, std::int64_t most);

}  // namespace didact::io
