#pragma once
// The loops in which a search for covers spends its time, compiled for the processor it meets.

#include <didact/concepts/internal/bits.hpp>

namespace didact::concepts {

std::size_t count_bits(std::span<const Word> set);

/// counts[k] = how many members of `within` the column of items[k] has. A column is `within.size()` words of `columns`.
void count_within(const Word* columns, std::span<const std::uint32_t> items, std::span<const Word> within,
                  std::uint32_t* counts);

/// How many members of `within` a column has; and the same, which it then takes from `within`.
std::size_t count_within(const Word* column, std::span<const Word> within);
std::size_t take_from(std::span<Word> within, const Word* column);

/// The member of `elements` whose row has the fewest members of `available`, of several the first; stops at the first
/// with at most one. A row is `available.size()` words of `rows`.
struct Rarest {
  std::size_t element = 0;
  std::size_t count = 0;
};
Rarest rarest_element(const Word* rows, std::span<const Word> elements, std::span<const Word> available);

}  // namespace didact::concepts
