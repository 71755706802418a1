#include "io/effort_terms.hpp"

#include <algorithm>

namespace didact::io {

const std::vector<EffortTerm>& effort_terms() {
  static const std::vector<EffortTerm> terms = {
      {"per_item", "c times the number of items", "each item", 0.1, &Effort::per_item, true},
      {"fixed", "c if anything is taught", "teaching at all", 1, &Effort::fixed, true},
      {"per_category", "the cost of an item of each category", "an item of each category", 0.1, nullptr, false, false},
      {"magnitude", "c times the sum of the items' squared lengths", "the items' squares", 0.1, &Effort::magnitude},
      {"per_unit", "c times the sum of the items' absolute values", "the items' absolute values", 0.1,
       &Effort::per_unit},
      {"closeness", "c over the least distance between two items", "two items that are close", 0.1, &Effort::closeness},
      {"per_word", "c for every word", "each word", 0.1},
      {"per_transition", "c for every transition", "each transition", 0.1},
      {"of_size", "an expression in n, such as 0.3*n + 0.01*n^2", "the number of items, by any expression", "0.01*n^2",
       nullptr, true, false}};
  return terms;
}

const EffortTerm& effort_term(std::string_view name) {
  const auto& terms = effort_terms();
  return *std::find_if(terms.begin(), terms.end(), [&](const EffortTerm& term) { return term.name == name; });
}

}  // namespace didact::io
