#pragma once
// A learner describes its parameters once, as data. The reader, the schema, the templates and every binding use this.

#include <string_view>

namespace didact {

/// Which values a parameter may take.
enum class Domain {
  real,
  positive,
  pseudo_count,  ///< > 0, worth so many items: as many as a set may have at most
  nonnegative,
  probability,           ///< in [0, 1]
  positive_probability,  ///< in (0, 1]
  simplex,               ///< probabilities that sum to 1
  positive_definite,     ///< symmetric positive definite
};

/// One parameter: its name in files, where it lives, what it may be. `shape` names its sizes: "" for a number, "K" or
/// "D" for a list, "DxD" for a matrix; equal letters must agree across a problem.
template <class Owner, class Value>
struct Field {
  std::string_view name;
  Value Owner::*member;
  Domain domain;
  std::string_view shape;
  std::string_view meaning;
};

template <class Owner, class Value>
constexpr Field<Owner, Value> field(std::string_view name, Value Owner::*member, Domain domain, std::string_view shape,
                                    std::string_view meaning) {
  return {name, member, domain, shape, meaning};
}

}  // namespace didact
