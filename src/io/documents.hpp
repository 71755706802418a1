#pragma once
// Documents in files: {"label": …, "counts": …} inline; a label and a cell of word:count pairs in a CSV.

#include "io/csv.hpp"
#include "io/listed_items.hpp"
#include "io/symbols.hpp"
#include <didact/learners/naive_bayes.hpp>

namespace didact::io {

/// Counts of a vocabulary of up to this many words are written as a list with an entry for each word, those of a larger
/// one as an object of the words that there are.
inline constexpr Index most_listed_words = 1000;

class DocumentSpelling {
 public:
  using Item = Document;

  DocumentSpelling() = default;
  DocumentSpelling(Symbols classes, Symbols words) : classes_(std::move(classes)), words_(std::move(words)) {}

  const Symbols& classes() const { return classes_; }

  std::vector<std::string> titles() const { return {"label", "words"}; }
  /// Its second cell says something, but nothing of the form word:count.
  bool is_header(const CsvRow& row) const;
  std::optional<Document> read(const Node& node) const;
  std::optional<Document> read(const CsvRow& row, const Complain& complain) const;
  io::WrittenItems::Item written(const Document& document) const;

 private:
  bool read_list(const Node& counts, Document& document) const;
  bool read_object(const Node& counts, Document& document) const;
  std::optional<Document::Word> read_pair(const std::string& pair, const Complain& complain) const;

  Symbols classes_, words_;
};

/// Words that can stand in a cell of word:count pairs: none twice, none empty, none with a space.
std::vector<std::string> read_vocabulary(const Node& node, Index count, const Context& context);

}  // namespace didact::io
