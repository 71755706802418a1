#include "io/symbols.hpp"

#include "io/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::io {

Symbols::Symbols(std::vector<std::string> names, Index count, std::string what)
    : names_(std::move(names)), count_(count), what_(std::move(what)) {
  for (std::size_t i = 0; i < names_.size(); ++i) numbers_[names_[i]] = static_cast<Index>(i);
}

std::optional<Index> Symbols::by_number(double number) const {
  const bool known = number == std::floor(number) && number >= 1 && number <= static_cast<double>(count_);
  return known ? std::optional(static_cast<Index>(number) - 1) : std::nullopt;
}

std::optional<Index> Symbols::find(const std::string& text) const {
  if (const auto named = numbers_.find(text); named != numbers_.end()) return named->second;
  const auto number = to_number(text);
  return number ? by_number(*number) : std::nullopt;
}

std::optional<Index> Symbols::find(const Json& value) const {
  if (value.is_number()) return by_number(value.get<double>());
  return value.is_string() ? find(value.get<std::string>()) : std::nullopt;
}

std::string Symbols::text(Index symbol) const {
  return names_.empty() ? fmt::format("{}", symbol + 1) : names_[static_cast<std::size_t>(symbol)];
}

Json Symbols::json(Index symbol) const {
  return names_.empty() ? Json(symbol + 1) : Json(names_[static_cast<std::size_t>(symbol)]);
}

std::string Symbols::expectation() const {
  if (names_.empty()) return fmt::format("{}, 1 to {}", what_, count_);
  constexpr std::size_t most = 8;
  const auto shown_names = std::min(names_.size(), most);
  return fmt::format("one of {}{}", fmt::join(names_.begin(), names_.begin() + static_cast<Index>(shown_names), ", "),
                     shown_names < names_.size() ? ", …" : "");
}

}  // namespace didact::io
