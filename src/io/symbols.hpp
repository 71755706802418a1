#pragma once
// Classes, words and states: numbers from 1 in files, or names.

#include "io/json.hpp"
#include <didact/core/types.hpp>

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace didact::io {

class Symbols {
 public:
  Symbols() = default;
  /// `names` may be empty; `what` is what one is called: "a class".
  Symbols(std::vector<std::string> names, Index count, std::string what);

  Index count() const { return count_; }
  /// From 0: by a name if it is one, else by its number; nothing if it is neither.
  std::optional<Index> find(const std::string& text) const;
  std::optional<Index> find(const Json& value) const;

  std::string text(Index symbol) const;
  Json json(Index symbol) const;
  /// "a class, 1 to 3", "one of spam, ham"
  std::string expectation() const;

 private:
  std::optional<Index> by_number(double number) const;

  std::vector<std::string> names_;
  std::unordered_map<std::string, Index> numbers_;
  Index count_ = 0;
  std::string what_;
};

}  // namespace didact::io
