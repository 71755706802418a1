#pragma once
// Sets of small whole numbers as bits in words.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace didact::concepts {

using Word = std::uint64_t;

constexpr std::size_t words_for(std::size_t bits) {
  return (bits + 63) / 64;
}

inline bool has_bit(std::span<const Word> set, std::size_t at) {
  return (set[at / 64] >> (at % 64)) & 1;
}
inline void set_bit(std::span<Word> set, std::size_t at) {
  set[at / 64] |= Word{1} << (at % 64);
}
inline void clear_bit(std::span<Word> set, std::size_t at) {
  set[at / 64] &= ~(Word{1} << (at % 64));
}

/// The set {0, …, size - 1}.
inline std::vector<Word> all_bits(std::size_t size) {
  std::vector<Word> set(words_for(size), ~Word{0});
  if (size % 64 != 0) set.back() = (Word{1} << (size % 64)) - 1;
  return set;
}

inline bool is_empty(std::span<const Word> set) {
  return std::all_of(set.begin(), set.end(), [](Word word) { return word == 0; });
}

/// Whether `inner` is a part of `outer`, within `within`.
inline bool is_subset(std::span<const Word> inner, std::span<const Word> outer, std::span<const Word> within) {
  for (std::size_t w = 0; w < within.size(); ++w) {
    if (inner[w] & within[w] & ~outer[w]) return false;
  }
  return true;
}

/// Calls `visit` with each member, in rising order.
template <class Visit>
void for_each_bit(std::span<const Word> set, Visit visit) {
  for (std::size_t w = 0; w < set.size(); ++w) {
    for (Word rest = set[w]; rest != 0; rest &= rest - 1) {
      visit(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }
}

inline std::vector<std::size_t> members(std::span<const Word> set) {
  std::vector<std::size_t> list;
  for_each_bit(set, [&](std::size_t at) { list.push_back(at); });
  return list;
}

}  // namespace didact::concepts
