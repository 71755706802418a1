#pragma once
// The kinds of effort that a problem can name, as data: reading, the schema, the templates and the Studio are made from
// this table.

#include "io/json.hpp"
#include <didact/core/effort.hpp>

#include <string_view>
#include <vector>

namespace didact::io {

struct EffortTerm {
  std::string_view name;
  std::string_view meaning;         ///< for the schema: "c times …"
  std::string_view charges;         ///< what it charges for, in a few words
  Json example;                     ///< what a template and the Studio begin with
  double Effort::*price = nullptr;  ///< where a plain price goes; none: who takes the term reads it
  bool everywhere = false;          ///< a term of every model
  bool number = true;               ///< its value is a number
};

/// In the order in which they are written.
const std::vector<EffortTerm>& effort_terms();
const EffortTerm& effort_term(std::string_view name);

}  // namespace didact::io
