#pragma once
// Concept classes as CSV: the concept's name first in each row, items' names in the header, labels 0 or 1.

#include "io/errors.hpp"
#include <didact/concepts/concept_class.hpp>

#include <string>
#include <string_view>

namespace didact::io {

/// The class, or what there is of it with everything wrong in `errors` at `path`: labels, lengths, names, equal
/// concepts.
ConceptClass parse_concepts(std::string_view text, const std::string& path, Errors& errors);

/// The concept of this name; an unknown one is an error at `path` that suggests another.
std::size_t find_concept(const ConceptClass& concepts, std::string_view name, const std::string& path, Errors& errors);

}  // namespace didact::io
