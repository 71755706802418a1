#include "cover_parts.hpp"
#include "kernels.hpp"
#include <didact/core/random.hpp>

#include <numeric>

namespace didact {
namespace {

/// Takes from `uncovered` what the best item covers, item after item.
void fill_up(const CoverProblem& problem, std::span<const double> prices, std::vector<Word>& uncovered,
             std::vector<std::size_t>& cover, const std::vector<Word>& forbidden) {
  std::vector<std::uint32_t> items;
  for (std::uint32_t i = 0; i < problem.items; ++i) {
    if (!has_bit(forbidden, i)) items.push_back(i);
  }
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

/// The items of a cover that stay, and what they leave uncovered.
std::vector<Word> drop_some(const CoverProblem& problem, std::vector<std::size_t>& cover, Random& random,
                            std::vector<Word>& dropped) {
  const std::size_t count = 1 + random.bits() % std::min<std::size_t>(4, cover.size());
  for (std::size_t k = 0; k < count && !cover.empty(); ++k) {
    const std::size_t at = random.bits() % cover.size();
    if (k == 0) set_bit(dropped, cover[at]);  // or the same cover would come back
    cover.erase(cover.begin() + static_cast<std::ptrdiff_t>(at));
  }
  std::vector<Word> uncovered = all_bits(problem.elements);
  for (const std::size_t item : cover) take_from(uncovered, problem.column(item).data());
  return uncovered;
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
  fill_up(problem, prices, uncovered, cover, std::vector<Word>(words_for(problem.items), 0));
  drop_needless(problem, cover);
  return cover;
}

std::vector<std::size_t> improved_cover(const CoverProblem& problem, std::vector<std::size_t> cover, double lower,
                                        int trials, const Stop& stop) {
  Random random(1);
  double cost = cost_of(problem, cover);
  std::vector<double> prices(problem.items);
  for (int trial = 0; trial < trials && cost > lower + whole_tolerance && !stop; ++trial) {
    std::vector<std::size_t> other = cover;
    std::vector<Word> dropped(words_for(problem.items), 0);
    std::vector<Word> uncovered = drop_some(problem, other, random, dropped);
    for (std::size_t i = 0; i < problem.items; ++i) prices[i] = problem.cost(i) * (1 + 0.1 * random.uniform());
    fill_up(problem, prices, uncovered, other, dropped);
    if (!is_empty(uncovered)) continue;
    drop_needless(problem, other);
    const double other_cost = cost_of(problem, other);
    if (other_cost <= cost) cover = std::move(other), cost = other_cost;
  }
  return cover;
}

}  // namespace didact
