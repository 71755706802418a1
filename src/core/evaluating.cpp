#include "core/evaluating.hpp"

#include <algorithm>
#include <string>

namespace didact {

double cost_of_rows(const Pool* pool, const ItemSet& items, Evaluation& result) {
  if (!pool || !result.violates.empty()) return 0;
  const RowsOfPool rows = rows_in(*pool, items);
  result.violates = rows.violates;
  result.violates_at = rows.at;
  return rows.cost;
}

void check_size(double least, double most, Evaluation& result) {
  const double n = static_cast<double>(result.n);
  if (!result.violates.empty() || (n >= least && n <= most)) return;
  result.violates = "a set of " + std::to_string(result.n) + " items is not allowed";
}

void check_size(const Terms& terms, Evaluation& result) {
  double most = infinity;
  for (const std::optional<Index>& limit : {terms.max_size, terms.limits.max_items}) {
    if (limit) most = std::min(most, static_cast<double>(*limit));
  }
  check_size(static_cast<double>(terms.min_size), most, result);
}

}  // namespace didact
