#pragma once
// Sorting millions of rows, with a look at the clock now and then.

#include <didact/core/stop.hpp>

#include <algorithm>
#include <cstddef>

namespace didact {

/// False if told to stop: there is no order then. Few are always sorted.
template <class Iterator, class Less>
bool sort_unless(const Stop& stop, Iterator begin, Iterator end, Less less) {
  constexpr std::ptrdiff_t block = 1 << 14;
  const std::ptrdiff_t size = end - begin;
  if (size <= block) {  // takes less time than anybody waits
    std::sort(begin, end, less);
    return true;
  }
  for (std::ptrdiff_t at = 0; at < size && !stop; at += block) {
    std::sort(begin + at, begin + std::min(size, at + block), less);
  }
  for (std::ptrdiff_t width = block; width < size && !stop; width *= 2) {
    for (std::ptrdiff_t at = 0; at + width < size && !stop; at += 2 * width) {
      std::inplace_merge(begin + at, begin + at + width, begin + std::min(size, at + 2 * width), less);
    }
  }
  return !stop;
}

}  // namespace didact
