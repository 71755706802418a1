#pragma once
// "did you mean": the known name nearest to a misspelt one.

#include <span>
#include <string>
#include <string_view>

namespace didact::io {

/// `; did you mean "per_item"?` where some known name is close enough, else `; known here: …`.
std::string suggestion(std::string_view written, std::span<const std::string_view> known);

}  // namespace didact::io
