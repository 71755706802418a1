#include "simulation/row_sets.hpp"

#include "simulation/kernels.hpp"
#include <didact/core/special.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace didact {
namespace {

/// How many of n items are drawn; throws if there are not so many.
std::size_t drawn_rows(const Pool& pool, Index n, std::size_t open) {
  const auto fixed = static_cast<Index>(pool.must_include.size());
  if (n < fixed) throw std::invalid_argument("a set has at least the rows that must be in it");
  const auto drawn = static_cast<std::size_t>(n - fixed);
  if (drawn > 0 && (open == 0 || (!pool.repeat && drawn > open))) {
    throw std::invalid_argument("the pool has not so many rows to draw");
  }
  return drawn;
}

/// Every set of `left` more of the open rows from `from` on.
void subsets(const std::vector<Index>& open, std::size_t from, std::size_t left, std::vector<Index>& set,
             const std::function<void()>& visit) {
  if (left == 0) return visit();
  for (std::size_t i = from; i + left <= open.size(); ++i) {
    set.push_back(open[i]);
    subsets(open, i + 1, left - 1, set, visit);
    set.pop_back();
  }
}

}  // namespace

std::vector<Index> open_rows(const Pool& pool) {
  const std::vector<char> excluded = pool.marked(pool.must_exclude), included = pool.marked(pool.must_include);
  std::vector<Index> open;
  for (Index row = 0; row < pool.size(); ++row) {
    const auto i = static_cast<std::size_t>(row);
    if (!excluded[i] && (pool.repeat || !included[i])) open.push_back(row);
  }
  return open;
}

std::optional<Index> largest_row_set(const Pool& pool) {
  if (pool.repeat) return {};
  return static_cast<Index>(open_rows(pool).size() + pool.must_include.size());
}

RowSetSampler::RowSetSampler(const Pool& pool, Index n, ImpedanceOfRows impedance)
    : repeat_(pool.repeat),
      fixed_(pool.must_include.size()),
      open_(open_rows(pool)),
      set_(pool.must_include),
      impedance_(std::move(impedance)) {
  swapped_.resize(drawn_rows(pool, n, open_.size()));
  set_.resize(fixed_ + swapped_.size());
}

void RowSetSampler::fill(Draws& draws, std::span<double> impedances) {
  for (double& value : impedances) {
    for (std::size_t i = fixed_, first = 0; i < set_.size(); ++i, ++first) {
      if (repeat_) {
        set_[i] = open_[draws.below(open_.size())];
      } else {  // the beginning of a shuffle
        swapped_[first] = first + draws.below(open_.size() - first);
        std::swap(open_[first], open_[swapped_[first]]);
        set_[i] = open_[first];
      }
    }
    value = impedance_(set_);
    // Undone, so that a set depends on its draws alone.
    for (std::size_t first = repeat_ ? 0 : set_.size() - fixed_; first-- > 0;) {
      std::swap(open_[first], open_[swapped_[first]]);
    }
  }
}

std::optional<EnumeratedSets> enumerated_row_sets(const Pool& pool, Index n, Index most,
                                                  const ImpedanceOfRows& impedance) {
  const std::vector<Index> open = open_rows(pool);
  const std::size_t drawn = drawn_rows(pool, n, open.size());
  EnumeratedSets sets;
  std::vector<Index> set = pool.must_include;
  if (pool.repeat) {
    const std::vector<double> chances(open.size(), 1 / static_cast<double>(open.size()));
    return simulation::enumerated_counts(chances, static_cast<Index>(drawn), most,
                                         [&](const std::vector<Index>& counts) {
                                           set.resize(pool.must_include.size());
                                           for (std::size_t k = 0; k < open.size(); ++k)
                                             set.insert(set.end(), static_cast<std::size_t>(counts[k]), open[k]);
                                           return impedance(set);
                                         });
  }
  double ways = 1;
  for (std::size_t i = 0; i < drawn; ++i) ways *= static_cast<double>(open.size() - i) / static_cast<double>(i + 1);
  if (ways > static_cast<double>(most) + 0.5) return {};
  subsets(open, 0, drawn, set, [&] { sets.impedances.push_back(impedance(set)); });
  sets.probabilities.assign(sets.impedances.size(), 1 / static_cast<double>(sets.impedances.size()));
  return sets;
}

}  // namespace didact
