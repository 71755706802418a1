#include "text.hpp"
#include <didact/concepts/concept_class.hpp>

#include <numeric>
#include <stdexcept>

namespace didact {
namespace {

std::vector<std::string> numbered(std::string_view letter, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= count; ++i) names.push_back(concepts::joined({letter, std::to_string(i)}));
  return names;
}

/// A word for each item, as good as random (SplitMix64).
concepts::Word scrambled(std::size_t item) {
  concepts::Word word = (item + 1) * 0x9E3779B97F4A7C15;
  word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9;
  word = (word ^ (word >> 27)) * 0x94D049BB133111EB;
  return word ^ (word >> 31);
}

}  // namespace

ConceptClass::ConceptClass(std::vector<std::string> concept_names, std::vector<std::string> item_names)
    : concept_names_(std::move(concept_names)),
      item_names_(std::move(item_names)),
      words_(concepts::words_for(concept_names_.size())),
      columns_(item_names_.size() * words_, 0) {}

ConceptClass::ConceptClass(const std::vector<std::vector<int>>& labels)
    : ConceptClass(numbered("c", labels.size()), numbered("x", labels.empty() ? 0 : labels[0].size())) {
  for (std::size_t c = 0; c < size(); ++c) {
    for (std::size_t i = 0; i < items(); ++i) set_label(c, i, labels[c].at(i) != 0);
  }
}

std::optional<std::size_t> ConceptClass::find(std::string_view name) const {
  const auto at = std::find(concept_names_.begin(), concept_names_.end(), name);
  if (at == concept_names_.end()) return {};
  return static_cast<std::size_t>(at - concept_names_.begin());
}

void ConceptClass::set_label(std::size_t target, std::size_t item, bool value) {
  const std::span<concepts::Word> labels(columns_.data() + item * words_, words_);
  value ? concepts::set_bit(labels, target) : concepts::clear_bit(labels, target);
}

std::optional<std::pair<std::size_t, std::size_t>> ConceptClass::equal_concepts() const {
  std::vector<concepts::Word> prints(size(), 0);
  for (std::size_t i = 0; i < items(); ++i) {
    concepts::for_each_bit(column(i), [&](std::size_t c) { prints[c] ^= scrambled(i); });
  }
  std::vector<std::size_t> order(size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return prints[a] < prints[b]; });
  const auto are_equal = [&](std::size_t a, std::size_t b) {
    for (std::size_t i = 0; i < items(); ++i) {
      if (label(a, i) != label(b, i)) return false;
    }
    return true;
  };
  for (std::size_t k = 1; k < order.size();
       ++k) {  // unlike concepts with one print are too rare to wait between equal ones
    if (prints[order[k - 1]] == prints[order[k]] && are_equal(order[k - 1], order[k])) {
      return std::pair{order[k - 1], order[k]};
    }
  }
  return {};
}

void require_distinct(const ConceptClass& concepts) {
  const auto equal = concepts.equal_concepts();
  if (!equal) return;
  throw std::invalid_argument(
      concepts::joined({"concepts \"", concepts.name(equal->first), "\" and \"", concepts.name(equal->second),
                        "\" are equal: no set of items tells them apart"}));
}

}  // namespace didact
