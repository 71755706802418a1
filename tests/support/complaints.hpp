#pragma once
// Checks that can be used by GoogleTest and by RapidCheck alike: they collect what is wrong as text.

#include <didact/core/types.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

namespace didact::testing {

inline double scale_of(double x) {
  return std::max(1.0, std::abs(x));
}

class Complaints {
 public:
  Complaints() { text_.precision(15); }

  template <class... Parts>
  void unless(bool fine, const Parts&... parts) {
    if (!fine) ((text_ << parts), ...) << '\n';
  }
  void near(const char* what, double got, double expected, double slack) {
    unless(got == expected || std::abs(got - expected) <= slack, what, " is ", got, ", not ", expected);
  }
  void at_most(const char* what, double got, double limit, double slack = 0) {
    unless(got <= limit + slack, what, " is ", got, ", above ", limit);
  }
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
};

}  // namespace didact::testing
