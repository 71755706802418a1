#pragma once
// What sets of each size cost at least, and so how good they can be.   [SEARCH.1]

#include <didact/search/oracle.hpp>

#include <algorithm>
#include <vector>

namespace didact::search {

class SizeBounds {
 public:
  /// `items_cost` is what n items cost at least by themselves; it must not fall with n.
  SizeBounds(const SearchProblem& problem, Index first, std::optional<Index> most,
             const std::function<double(Index n)>& items_cost)
      : first_(first), any_shape_(problem.effort.of_size || problem.effort.convex_of_size.value) {
    // Without an effort of any shape larger sets cost more: those beyond the last are covered by its bound.
    const Index looked_at = any_shape_ ? 1'000'000 : 10'000;
    last_ = std::max(first, looked_at);
    if (most) last_ = std::min(last_, *most);
    for (Index n = first_; n <= last_; ++n) {
      at_.push_back(problem.least_loss + problem.effort.at_size(static_cast<double>(n)) + items_cost(n));
    }
    from_ = at_;
    for (std::size_t i = from_.size(); i-- > 1;) from_[i - 1] = std::min(from_[i - 1], from_[i]);
    open_.assign(at_.size(), true);
  }

  Index first() const { return first_; }
  Index last() const { return last_; }
  std::optional<Index> proven_up_to() const { return any_shape_ ? std::optional(last_) : std::nullopt; }

  double at(Index n) const { return at_[place(n)]; }
  /// Of all sizes from n on.
  double from(Index n) const { return n > last_ ? (any_shape_ ? infinity : at_.back()) : from_[place(n)]; }

  /// All sets of this size were tried.
  void close(Index n) { open_[place(n)] = false; }
  bool open(Index n) const { return open_[place(n)]; }

  /// No set that was not tried has a smaller impedance.
  double untried() const {
    double least = infinity;
    for (std::size_t i = 0; i < at_.size(); ++i) {
      if (open_[i]) least = std::min(least, at_[i]);
    }
    return least;
  }

 private:
  std::size_t place(Index n) const { return static_cast<std::size_t>(n - first_); }

  Index first_, last_;
  bool any_shape_;
  std::vector<double> at_, from_;
  std::vector<bool> open_;
};

}  // namespace didact::search
