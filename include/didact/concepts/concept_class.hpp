#pragma once
// A class of concepts: which of finitely many items each of finitely many concepts labels 1.

#include <didact/concepts/internal/bits.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace didact {

class ConceptClass {
 public:
  ConceptClass() = default;
  /// All labels are 0 at first.
  ConceptClass(std::vector<std::string> concept_names, std::vector<std::string> item_names);
  /// Concepts c1, c2, … with the labels given row by row, over items x1, x2, …
  explicit ConceptClass(const std::vector<std::vector<int>>& labels);

  std::size_t size() const { return concept_names_.size(); }
  std::size_t items() const { return item_names_.size(); }
  const std::string& name(std::size_t target) const { return concept_names_[target]; }
  const std::string& item_name(std::size_t item) const { return item_names_[item]; }
  std::optional<std::size_t> find(std::string_view name) const;

  bool label(std::size_t target, std::size_t item) const { return concepts::has_bit(column(item), target); }
  void set_label(std::size_t target, std::size_t item, bool value);
  /// The concepts that label the item 1.
  std::span<const concepts::Word> column(std::size_t item) const { return {columns_.data() + item * words_, words_}; }

  /// Two concepts that no item tells apart.
  std::optional<std::pair<std::size_t, std::size_t>> equal_concepts() const;

  /// What the learner believes before it is taught: positive weights, one for each concept; empty if all are alike.
  std::vector<double> prior;
  double weight(std::size_t target) const { return prior.empty() ? 1 : prior[target]; }

 private:
  std::vector<std::string> concept_names_, item_names_;
  std::size_t words_ = 0;
  std::vector<concepts::Word> columns_;
};

/// Throws std::invalid_argument that names two equal concepts, if there are any.
void require_distinct(const ConceptClass& concepts);

}  // namespace didact
