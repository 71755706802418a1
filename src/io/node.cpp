#include "io/node.hpp"

#include "io/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace didact::io {

std::string Node::path_of(std::string_view key) const {
  return fmt::format("{}{}{}", path_, path_.empty() ? "" : ".", key);
}
std::string Node::path_of(std::size_t index) const {
  return fmt::format("{}[{}]", path_, index);
}

Node Node::operator[](std::string_view key) const {
  static const Json missing;  // a mistake may lie in a key that is not there
  return {has(key) ? json_->at(key) : missing, path_of(key), *errors_};
}
Node Node::operator[](std::size_t index) const {
  return {json_->at(index), path_of(index), *errors_};
}

std::optional<Node> Node::find(std::string_view key) const {
  if (!has(key)) return {};
  return (*this)[key];
}

std::optional<Node> Node::need(std::string_view key) const {
  if (!has(key)) errors_->add(path_of(key), "is missing");
  return find(key);
}

void Node::expected(std::string_view what) const {
  error(fmt::format("must be {}, got {}", what, shown(*json_)));
}

bool Node::is_object_of(std::span<const std::string_view> known) const {
  if (!json_->is_object()) {
    expected("an object");
    return false;
  }
  for (const auto& [key, value] : json_->items()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      errors_->add(path_of(key), "unknown key" + suggestion(key, known));
    }
  }
  return true;
}

bool Node::is_list() const {
  if (!json_->is_array()) expected("a list");
  return json_->is_array();
}

std::optional<bool> Node::boolean() const {
  if (json_->is_boolean()) return json_->get<bool>();
  expected("true or false");
  return {};
}

std::optional<std::string> Node::string() const {
  if (json_->is_string()) return json_->get<std::string>();
  expected("a text");
  return {};
}

std::optional<double> Node::finite() const {
  if (json_->is_number()) {
    if (const double value = json_->get<double>(); std::isfinite(value)) return value;
  }
  expected("a finite number");
  return {};
}

std::optional<std::int64_t> Node::whole(std::int64_t least) const {
  constexpr double most = 4503599627370496.0;  // 2^52: what a double still counts
  if (json_->is_number()) {
    const double value = json_->get<double>();
    if (value == std::floor(value) && value >= static_cast<double>(least)) {
      if (value <= most) return static_cast<std::int64_t>(value);
      expected("at most 2^52");
      return {};
    }
  }
  expected(fmt::format("a whole number >= {}", least));
  return {};
}

}  // namespace didact::io
