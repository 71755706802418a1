#pragma once
// One choice from each of several lists so that the chosen sizes have a given sum and their costs the least one.

#include <didact/core/stop.hpp>
#include <didact/core/types.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace didact::solvers {

/// A dynamic program, one list after the other.
class LeastSum {
 public:
  /// `above`: the sum, less the first size of every list there will be.
  explicit LeastSum(Index above) : above_(above), least_{0} {}

  /// A list: costs of the sizes first, first + 1, … Once told to stop, what follows means nothing.
  void add(Index first, const std::vector<double>& costs, const Stop& stop) {
    const auto most = static_cast<std::size_t>(std::max<Index>(above_, 0)) + 1;
    const std::size_t reachable = std::min(most, least_.size() + costs.size() - 1);
    std::vector<double> next(reachable, infinity);
    std::vector<std::uint32_t> chosen(reachable, 0);
    for (std::size_t j = 0; j < least_.size() && !stop; ++j) {
      for (std::size_t i = 0; i < costs.size() && j + i < reachable; ++i) {
        const double sum = least_[j] + costs[i];
        if (!(sum < next[j + i])) continue;
        next[j + i] = sum;
        chosen[j + i] = static_cast<std::uint32_t>(i);
      }
    }
    least_ = std::move(next);
    firsts_.push_back(first);
    chosen_.push_back(std::move(chosen));
  }

  /// Infinite if no choice has the sum.
  double value() const {
    const bool reached = above_ >= 0 && above_ < static_cast<Index>(least_.size());
    return reached ? least_[static_cast<std::size_t>(above_)] : infinity;
  }

  /// The size from each list.
  std::vector<double> choice() const {
    std::vector<double> sizes(firsts_.size());
    auto left = static_cast<std::size_t>(above_);
    for (std::size_t k = firsts_.size(); k-- > 0;) {
      const std::size_t i = chosen_[k][left];
      sizes[k] = static_cast<double>(firsts_[k] + static_cast<Index>(i));
      left -= i;
    }
    return sizes;
  }

 private:
  Index above_;
  std::vector<double> least_;  ///< of all lists so far, by how much their sizes exceed the first ones
  std::vector<Index> firsts_;
  std::vector<std::vector<std::uint32_t>> chosen_;
};

}  // namespace didact::solvers
