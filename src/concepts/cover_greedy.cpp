#include "cover_parts.hpp"
#include "kernels.hpp"

#include <numeric>

namespace didact::concepts {
namespace {

/// Takes from `uncovered` what the best item covers, item after item.
void fill_up(const CoverProblem& problem, std::span<const double> prices, std::vector<Word>& uncovered,
             std::vector<std::size_t>& cover) {
  std::vector<std::uint32_t> items(problem.items);
  std::iota(items.begin(), items.end(), 0);
  std::vector<std::uint32_t> counts(items.size());
  while (!is_empty(uncovered)) {
    count_within(problem.columns.data(), items, uncovered, counts.data());
    std::size_t best = 0;
    double best_rate = -1;
    for (std::size_t k = 0; k < items.size(); ++k) {
      const double rate = counts[k] / prices[items[k]];
      if (rate > best_rate) best_rate = rate, best = k;
    }
    if (best_rate <= 0) return;
    cover.push_back(items[best]);
    take_from(uncovered, problem.column(items[best]).data());
  }
}

/// Drops items without which all is still covered, the dearest first.
void drop_needless(const CoverProblem& problem, std::vector<std::size_t>& cover) {
  std::vector<std::uint32_t> times(problem.elements, 0);
  for (const std::size_t item : cover) for_each_bit(problem.column(item), [&](std::size_t e) { ++times[e]; });
  std::stable_sort(cover.begin(), cover.end(),
                   [&](std::size_t a, std::size_t b) { return problem.cost(a) > problem.cost(b); });
  std::erase_if(cover, [&](std::size_t item) {
    bool needed = false;
    for_each_bit(problem.column(item), [&](std::size_t e) { needed = needed || times[e] == 1; });
    if (!needed) for_each_bit(problem.column(item), [&](std::size_t e) { --times[e]; });
    return !needed;
  });
}

}  // namespace

double cost_of(const CoverProblem& problem, std::span<const std::size_t> cover) {
  return std::accumulate(cover.begin(), cover.end(), 0.0,
                         [&](double sum, std::size_t item) { return sum + problem.cost(item); });
}

std::vector<std::size_t> greedy_cover(const CoverProblem& problem, std::span<const double> prices) {
  std::vector<Word> uncovered = all_bits(problem.elements);
  std::vector<std::size_t> cover;
  for (std::size_t i = 0; i < problem.items; ++i) {
    if (prices[i] > 0) continue;
    cover.push_back(i);
    take_from(uncovered, problem.column(i).data());
  }
  fill_up(problem, prices, uncovered, cover);
  drop_needless(problem, cover);
  return cover;
}

}  // namespace didact::concepts
