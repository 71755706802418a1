#include "cover_parts.hpp"
#include "kernels.hpp"

#include <limits>

namespace didact::concepts {
namespace {

/// Comparisons that reduction may take in all: it must not cost more than the search that it saves.
constexpr std::int64_t most_comparisons = 40'000'000;

/// The problem with its decided items and elements crossed out.
class Reduction {
 public:
  explicit Reduction(const CoverProblem& problem)
      : problem_(problem),
        row_words_(words_for(problem.items)),
        rows_(transposed(problem)),
        elements_(all_bits(problem.elements)),
        items_(all_bits(problem.items)) {}

  Reduced result() {
    Reduced reduced;
    do {
      changed_ = false;
      reduced.exists = take_forced(reduced.forced);
      if (!reduced.exists) return reduced;
      drop_dominated_elements();
      drop_dominated_items();
    } while (changed_ && comparisons_ < most_comparisons);
    reduced.exists = take_forced(reduced.forced);
    extract(reduced);
    return reduced;
  }

 private:
  std::span<const Word> row(std::size_t element) const { return {rows_.data() + element * row_words_, row_words_}; }

  bool take_forced(std::vector<std::size_t>& forced) {
    while (!is_empty(elements_)) {
      const Rarest rarest = rarest_element(rows_.data(), elements_, items_);
      if (rarest.count == 0) return false;
      if (rarest.count > 1) return true;
      std::size_t item = 0;
      for_each_bit(row(rarest.element), [&](std::size_t at) { item = has_bit(items_, at) ? at : item; });
      forced.push_back(item);
      take_from(elements_, problem_.column(item).data());
      clear_bit(items_, item);
      changed_ = true;
    }
    return true;
  }

  /// Whoever covers e covers f as well where every item of e is one of f: f need not be asked for.
  void drop_dominated_elements() {
    for (const std::size_t e : members(elements_)) {
      if (!has_bit(elements_, e) || comparisons_ > most_comparisons) continue;
      const std::size_t item = smallest_column(row(e));
      for (const std::size_t f : common(problem_.column(item), elements_)) {
        ++comparisons_;
        if (f == e || !is_subset(row(e), row(f), items_)) continue;
        clear_bit(elements_, f);
        changed_ = true;
      }
    }
  }

  /// An item is not needed where another covers all that it covers and costs no more.
  void drop_dominated_items() {
    std::vector<std::size_t> element_counts(problem_.elements, 0);
    for_each_bit(elements_, [&](std::size_t e) { element_counts[e] = count_within(row(e).data(), items_); });
    for (const std::size_t i : members(items_)) {
      if (comparisons_ > most_comparisons) return;
      std::size_t rarest = problem_.elements;
      for (const std::size_t e : common(problem_.column(i), elements_)) {
        if (rarest == problem_.elements || element_counts[e] < element_counts[rarest]) rarest = e;
      }
      if (rarest == problem_.elements || is_dominated(i, rarest)) {
        clear_bit(items_, i);
        changed_ = changed_ || rarest != problem_.elements;
      }
    }
  }

  bool is_dominated(std::size_t i, std::size_t element) {
    for (const std::size_t j : common(row(element), items_)) {
      ++comparisons_;
      if (j == i || problem_.cost(j) > problem_.cost(i)) continue;
      if (is_subset(problem_.column(i), problem_.column(j), elements_)) return true;
    }
    return false;
  }

  std::size_t smallest_column(std::span<const Word> items) const {
    std::size_t smallest = 0, least = std::numeric_limits<std::size_t>::max();
    for (const std::size_t item : common(items, items_)) {
      const std::size_t count = count_within(problem_.column(item).data(), elements_);
      if (count < least) least = count, smallest = item;
    }
    return smallest;
  }

  static std::vector<std::size_t> common(std::span<const Word> a, std::span<const Word> b) {
    std::vector<std::size_t> list;
    for (std::size_t w = 0; w < a.size(); ++w) {
      for (Word rest = a[w] & b[w]; rest != 0; rest &= rest - 1) {
        list.push_back(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
      }
    }
    return list;
  }

  void extract(Reduced& reduced) const {
    reduced.item_of = members(items_);
    const std::vector<std::size_t> elements = members(elements_);
    reduced.core = CoverProblem(elements.size(), reduced.item_of.size());
    for (std::size_t i = 0; i < reduced.item_of.size(); ++i) {
      const std::span<const Word> given = problem_.column(reduced.item_of[i]);
      const std::span<Word> column = reduced.core.column(i);
      for (std::size_t e = 0; e < elements.size(); ++e) {
        if (has_bit(given, elements[e])) set_bit(column, e);
      }
      if (!problem_.costs.empty()) reduced.core.costs.push_back(problem_.costs[reduced.item_of[i]]);
    }
  }

  const CoverProblem& problem_;
  std::size_t row_words_;
  std::vector<Word> rows_;
  std::vector<Word> elements_, items_;  ///< not decided yet
  bool changed_ = false;
  std::int64_t comparisons_ = 0;
};

}  // namespace

CoverProblem::CoverProblem(std::size_t element_count, std::size_t item_count)
    : elements(element_count), items(item_count), words(words_for(element_count)), columns(item_count * words, 0) {}

std::vector<Word> transposed(const CoverProblem& problem) {
  const std::size_t row_words = words_for(problem.items);
  std::vector<Word> rows(problem.elements * row_words, 0);
  for (std::size_t i = 0; i < problem.items; ++i) {
    for_each_bit(problem.column(i), [&](std::size_t e) { rows[e * row_words + i / 64] |= Word{1} << (i % 64); });
  }
  return rows;
}

Reduced reduce(const CoverProblem& problem) {
  return Reduction(problem).result();
}

}  // namespace didact::concepts
