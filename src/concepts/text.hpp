#pragma once
// Texts of several parts. g++ 12 sees overflows that are not there where std::string's operator+ begins with a literal.

#include <initializer_list>
#include <string>
#include <string_view>

namespace didact::concepts {

inline std::string joined(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text.append(part);
  return text;
}

}  // namespace didact::concepts
