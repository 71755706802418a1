#pragma once
// JSON text in and out: what nlohmann's library does, minus what it lets pass.

#include "io/errors.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace didact::io {

/// Objects keep the order in which they were written.
using Json = nlohmann::ordered_json;

/// Parses a text with comments. Malformed text, duplicate keys, numbers too large for a double and nesting deeper than
/// 100 are errors that name the line.
Json parse_json(std::string_view text, Errors& errors);

/// A number as people write it: whole values without ".0", so that [6, 5, 9] stays that. Infinities become null.
Json number(double value);

/// Laid out for people: lists of numbers on one line, what is short on one line, the rest indented.
std::string pretty(const Json& value);

/// A value for an error message: short, on one line.
std::string shown(const Json& value);
std::string shown(double value);

}  // namespace didact::io
