#pragma once
// The version of the library and of every answer. CMake and the Python package read it from here.

#include <string_view>

namespace didact {

inline constexpr std::string_view version = "0.1.0";

}  // namespace didact
