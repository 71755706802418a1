#pragma once
// Sequences of states in files: a list inline; one cell, states separated by spaces, in a CSV.

#include "io/csv.hpp"
#include "io/listed_items.hpp"
#include "io/symbols.hpp"
#include <didact/learners/markov_chain.hpp>

namespace didact::io {

class SequenceSpelling {
 public:
  using Item = Sequence;

  SequenceSpelling() = default;
  explicit SequenceSpelling(Symbols states) : states_(std::move(states)) {}

  const Symbols& states() const { return states_; }

  /// Never a state: a reader must see that it is the header.
  std::vector<std::string> titles() const;
  /// Not one of the words in its cell is a state, or a number.
  bool is_header(const CsvRow& row) const;
  std::optional<Sequence> read(const Node& node) const;
  std::optional<Sequence> read(const CsvRow& row, const Complain& complain) const;
  io::WrittenItems::Item written(const Sequence& sequence) const;

 private:
  Symbols states_;
};

}  // namespace didact::io
