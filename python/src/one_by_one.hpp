#pragma once
// A learner of the user's own that is asked about one set after the other.

#include "io/black_box_learner.hpp"

#include <limits>

namespace didact::python {

class OneByOne : public io::BlackBoxLearner {
 public:
  std::string_view name() const override { return "learner"; }
  Index answered() const override { return answered_; }

 protected:
  /// loss(set) of each. What the user's functions raise goes through the search to the caller.
  template <class Set, class Loss>
  std::vector<double> each(const std::vector<Set>& sets, const Stop& stop, const Loss& loss) {
    std::vector<double> losses;
    for (const Set& set : sets) {
      if (stop) break;
      losses.push_back(loss(set));
      ++answered_;
    }
    losses.resize(sets.size(), std::numeric_limits<double>::quiet_NaN());
    return losses;
  }

 private:
  Index answered_ = 0;
};

}  // namespace didact::python
