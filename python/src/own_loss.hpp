#pragma once
// A learner of the user's own of which only the loss is known.

#include "convert.hpp"

#include "io/black_box_model.hpp"

namespace didact::python {

/// `loss` is called with the items, one a row, and whether they are vectors and have labels; or where `by_rows` with the
/// numbers of the pool's rows, from 0.
struct OwnLoss {
  Kept loss;
  double least = -infinity;  ///< no loss is smaller
  bool by_rows = false;
};

std::shared_ptr<const io::Model> own_model(OwnLoss learner);

}  // namespace didact::python
