#pragma once
// Labelled rows in files: {"label": …, "x": […]} inline; a label and D numbers in a CSV.

#include "io/csv.hpp"
#include "io/listed_items.hpp"
#include "io/symbols.hpp"
#include <didact/learners/gaussian_naive_bayes.hpp>

namespace didact::io {

class RowSpelling {
 public:
  using Item = LabelledRow;

  RowSpelling() = default;
  RowSpelling(Symbols classes, Index dimension) : classes_(std::move(classes)), dimension_(dimension) {}

  const Symbols& classes() const { return classes_; }

  std::vector<std::string> titles() const;
  /// A cell after its first is neither empty nor a number.
  bool is_header(const CsvRow& row) const;
  std::optional<LabelledRow> read(const Node& node) const;
  std::optional<LabelledRow> read(const CsvRow& row, const Complain& complain) const;
  io::WrittenItems::Item written(const LabelledRow& row) const;

 private:
  Symbols classes_;
  Index dimension_ = 0;
};

}  // namespace didact::io
