#pragma once
// Learners of which nothing is known but their loss: sets go in, many at once, and losses come out.

#include <didact/core/effort.hpp>
#include <didact/core/types.hpp>

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace didact::search {

/// Rows of a pool in ascending order, each as often as it is used.
using RowSet = std::vector<Index>;

/// The losses of these sets, in their order; +infinity is a loss. NaN: not answered, and no more questions are wanted.
template <class Set>
using LossOracle = std::function<std::vector<double>(const std::vector<Set>&)>;

/// What any search over sets is given beside its items.
struct SearchProblem {
  Effort effort;  ///< per_item, of_size, convex_of_size, fixed, magnitude, closeness
  Index min_size = 0;
  std::optional<Index> max_size;
  double least_loss = -infinity;  ///< no set has a smaller one
  std::uint64_t seed = 1;
  double gap = 0;  ///< a proof is enough when the gap is at most this, relative to max(1, |impedance|)
};

/// The best set that was met.
template <class Set>
struct Found {
  Set set;
  double loss = infinity;
  double effort = infinity;
  double impedance = infinity;
  double loss_before = infinity;      ///< of the empty set
  double bound = -infinity;           ///< no allowed set has a smaller impedance
  bool any = false;                   ///< whether any allowed set was answered for
  bool all_tried = false;             ///< every allowed set was
  bool ended_early = false;           ///< by an oracle that did not answer
  std::optional<Index> proven_up_to;  ///< the largest size considered, where the effort is one of any shape
  Index asked = 0;                    ///< how many sets the oracle was asked about
};

/// Asks about each set once.
template <class Set, class Less = std::less<Set>>
class RememberedLosses {
 public:
  explicit RememberedLosses(LossOracle<Set> oracle) : oracle_(std::move(oracle)) {}

  std::vector<double> operator()(const std::vector<Set>& sets) {
    std::vector<Set> fresh;
    for (const Set& set : sets) {
      if (known_.try_emplace(set, unasked).second) fresh.push_back(set);
    }
    if (!fresh.empty()) remember(fresh, oracle_(fresh));
    std::vector<double> losses;
    for (const Set& set : sets) losses.push_back(known_.at(set));
    return losses;
  }

  Index asked() const { return asked_; }
  bool ended() const { return ended_; }

 private:
  static constexpr double unasked = std::numeric_limits<double>::quiet_NaN();

  void remember(const std::vector<Set>& sets, const std::vector<double>& losses) {
    asked_ += static_cast<Index>(sets.size());
    for (std::size_t i = 0; i < sets.size(); ++i) {
      const double loss = i < losses.size() ? losses[i] : unasked;
      ended_ |= loss != loss;
      known_[sets[i]] = loss;
    }
  }

  LossOracle<Set> oracle_;
  std::map<Set, double, Less> known_;
  Index asked_ = 0;
  bool ended_ = false;
};

}  // namespace didact::search
