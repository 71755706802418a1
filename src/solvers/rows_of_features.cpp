#include "rows_of_features.hpp"

#include <algorithm>

namespace didact {

Interval GaussianNaiveBayesProblem::range_of(std::size_t feature) const {
  return range.empty() ? Interval{} : range.size() == 1 ? range[0] : range[feature];
}

}  // namespace didact

namespace didact::solvers {

void add_rows(Index label, const std::vector<ItemSet>& columns, Listed<LabelledRow>& rows) {
  std::vector<std::size_t> at(columns.size(), 0);
  std::vector<Index> left;
  for (const ItemSet& column : columns) left.push_back(column.copies[0]);
  while (true) {
    LabelledRow row{label, {}};
    for (std::size_t d = 0; d < columns.size(); ++d) {
      row.x.push_back(columns[d].rows(static_cast<Index>(at[d]), 0));
    }
    const Index times = *std::min_element(left.begin(), left.end());
    rows.add(std::move(row), times);
    for (std::size_t d = 0; d < columns.size(); ++d) {
      left[d] -= times;
      if (left[d] > 0) continue;
      if (++at[d] == columns[d].copies.size()) return;  // all columns have as many values
      left[d] = columns[d].copies[at[d]];
    }
  }
}

Outside first_outside(const GaussianNaiveBayesProblem& problem, const Listed<LabelledRow>& rows) {
  Index row = 1;
  for (std::size_t i = 0; i < rows.items.size(); ++i) {
    const LabelledRow& item = rows.items[i];
    for (std::size_t d = 0; d < item.x.size(); ++d) {
      const auto [low, high] = problem.range_of(d);
      if (!(item.x[d] >= low && item.x[d] <= high)) return {true, row};
    }
    row += rows.copies[i];
  }
  return {};
}

}  // namespace didact::solvers
