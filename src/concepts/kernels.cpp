#include "kernels.hpp"

#include <limits>

// Counting bits takes one instruction on every processor of this century, but the compiler may use it only if told.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define DIDACT_FOR_EACH_PROCESSOR __attribute__((target_clones("popcnt", "default")))
#else
#define DIDACT_FOR_EACH_PROCESSOR
#endif

namespace didact::concepts {

DIDACT_FOR_EACH_PROCESSOR
std::size_t count_bits(std::span<const Word> set) {
  std::size_t count = 0;
  for (const Word word : set) count += static_cast<std::size_t>(std::popcount(word));
  return count;
}

DIDACT_FOR_EACH_PROCESSOR
void count_within(const Word* columns, std::span<const std::uint32_t> items, std::span<const Word> within,
                  std::uint32_t* counts) {
  const std::size_t words = within.size();
  for (std::size_t k = 0; k < items.size(); ++k) {
    const Word* const column = columns + items[k] * words;
    int count = 0;
    for (std::size_t w = 0; w < words; ++w) count += std::popcount(column[w] & within[w]);
    counts[k] = static_cast<std::uint32_t>(count);
  }
}

DIDACT_FOR_EACH_PROCESSOR
std::size_t count_within(const Word* column, std::span<const Word> within) {
  std::size_t count = 0;
  for (std::size_t w = 0; w < within.size(); ++w)
    count += static_cast<std::size_t>(std::popcount(column[w] & within[w]));
  return count;
}

DIDACT_FOR_EACH_PROCESSOR
std::size_t take_from(std::span<Word> within, const Word* column) {
  std::size_t count = 0;
  for (std::size_t w = 0; w < within.size(); ++w) {
    count += static_cast<std::size_t>(std::popcount(column[w] & within[w]));
    within[w] &= ~column[w];
  }
  return count;
}

DIDACT_FOR_EACH_PROCESSOR
Rarest rarest_element(const Word* rows, std::span<const Word> elements, std::span<const Word> available) {
  const std::size_t words = available.size();
  Rarest rarest{0, std::numeric_limits<std::size_t>::max()};
  for (std::size_t at = 0; at < elements.size(); ++at) {
    for (Word rest = elements[at]; rest != 0; rest &= rest - 1) {
      const std::size_t element = at * 64 + static_cast<std::size_t>(std::countr_zero(rest));
      const Word* const row = rows + element * words;
      std::size_t count = 0;
      for (std::size_t w = 0; w < words; ++w) count += static_cast<std::size_t>(std::popcount(row[w] & available[w]));
      if (count < rarest.count) rarest = {element, count};
      if (count <= 1) return rarest;
    }
  }
  return rarest;
}

}  // namespace didact::concepts
