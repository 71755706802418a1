#pragma once
// Teaching dimensions as JSON (the contract), as CSV (a concept a row) and as text (for a person).

#include "io/json.hpp"
#include "report/table.hpp"
#include <didact/concepts/dimension.hpp>

#include <string>

namespace didact::report {

io::Json to_json(const ConceptClass& concepts, const concepts::ClassDimension& dimension);
std::string to_text(const ConceptClass& concepts, const concepts::ClassDimension& dimension, Paint paint = {});

/// One concept's minimum teaching set.
io::Json to_json(const ConceptClass& concepts, std::size_t target, const concepts::Cover& set);
std::string to_text(const ConceptClass& concepts, std::size_t target, const concepts::Cover& set, Paint paint = {});

std::string dimension_csv_header();
std::string dimension_csv_row(const ConceptClass& concepts, std::size_t target, const concepts::Cover& set);

}  // namespace didact::report
