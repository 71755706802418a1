#pragma once
// Long loops on all cores. What is summed is summed block by block, so that the bits do not depend on how many there
// are.

#include <didact/core/types.hpp>

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace didact {

/// f(begin, end) for each block of 0…count-1, and combine(sum, part) of what they return, in order. A loop that is not
/// long runs as one block, here. f must not throw.
template <class Function, class Combine>
auto in_blocks(Index count, Function f, Combine combine) {
  constexpr Index block = 8192, long_loop = 4 * block;
  using Result = decltype(f(Index{}, Index{}));
  if (count < long_loop) return f(0, count);
  const Index blocks = (count + block - 1) / block;
  std::vector<Result> results(blocks);
  std::atomic<Index> next = 0;
  auto work = [&] {
    for (Index i; (i = next++) < blocks;) results[i] = f(i * block, std::min(count, (i + 1) * block));
  };
  std::vector<std::thread> helpers;
  try {
    while (helpers.size() + 1 < std::thread::hardware_concurrency()) helpers.emplace_back(work);
  } catch (const std::system_error&) {  // no more threads to be had: those there are do the work
  }
  work();
  for (std::thread& helper : helpers) helper.join();
  for (Index i = 1; i < blocks; ++i) combine(results[0], results[i]);
  return std::move(results[0]);
}

}  // namespace didact
