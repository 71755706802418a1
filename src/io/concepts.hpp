#pragma once
// Concept classes: as CSV, the concept's name first in each row, items' names in the header, labels 0 or 1; or inline.

#include "io/node.hpp"
#include <didact/concepts/concept_class.hpp>

#include <string>
#include <string_view>

namespace didact::io {

/// The class, or what there is of it with everything wrong in `errors` at `path`: labels, lengths, names, equal
/// concepts.
ConceptClass parse_concepts(std::string_view text, const std::string& path, Errors& errors);

/// Likewise from {"c1": [0, 1], "c2": [1, 1]}.
ConceptClass read_concepts(const Node& node);

/// The concept of this name; an unknown one is an error at `path` that suggests another.
std::size_t find_concept(const ConceptClass& concepts, std::string_view name, const std::string& path, Errors& errors);

}  // namespace didact::io
