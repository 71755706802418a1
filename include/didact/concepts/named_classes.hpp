#pragma once
// Classes that are known by name, most of them with known teaching dimensions.

#include <didact/concepts/concept_class.hpp>
#include <didact/concepts/internal/set_cover.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace didact::concepts {

struct NamedClass {
  std::string_view name;
  std::string_view parameters;  ///< what follows the colon; empty: nothing does
  std::string_view meaning;
  std::string_view example;
};

const std::vector<NamedClass>& named_classes();

/// "thresholds:10", "warmuth", "boxes:3x4". Throws std::invalid_argument for what is unknown, malformed or too large.
ConceptClass named_class(std::string_view text);

/// The cover of a Steiner triple system by points: the fewest points that every triple has one of. Orders 3 and 9, 15,
/// 27, 45, 81, 135, … made by tripling; the system of order 15 is Bose's, whose covers need 9 points.
CoverProblem steiner_triple_cover(std::size_t order);

}  // namespace didact::concepts
