#pragma once
// Rows from the values of their features, each found by itself.

#include <didact/core/items.hpp>
#include <didact/learners/gaussian_naive_bayes.hpp>

#include <vector>

namespace didact::solvers {

/// Puts columns of equally many values side by side; values that are written once for several rows stay so.
void add_rows(Index label, const std::vector<ItemSet>& columns, Listed<LabelledRow>& rows);

/// The first row, counted from 1, with a value that the problem does not allow.
struct Outside {
  bool found = false;
  Index row = 0;
};
Outside first_outside(const GaussianNaiveBayesProblem& problem, const Listed<LabelledRow>& rows);

}  // namespace didact::solvers
