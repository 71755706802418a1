#pragma once
// A learner that can only be asked: teaching sets in, losses out.

#include <didact/core/stop.hpp>
#include <didact/search/oracle.hpp>

#include <string>
#include <string_view>

namespace didact::io {

class BlackBoxLearner {
 public:
  virtual ~BlackBoxLearner() = default;

  /// "program"
  virtual std::string_view name() const = 0;
  /// Whether a question can be broken off: a program is killed, a function is waited for.
  virtual bool breaks_off() const { return false; }
  /// Hears what it says of itself. False if that failed or was stopped.
  virtual bool begin(const Stop&) { return true; }
  /// No loss is smaller, it says.
  virtual double least_loss() const { return -infinity; }

  /// The loss of each set of rows of the pool. NaN for those that were not answered: because of `stop`, or of a
  /// failure, after which nothing is answered any more.
  virtual std::vector<double> losses_of_rows(const std::vector<search::RowSet>& sets, const Stop& stop) = 0;
  /// Likewise of sets with one item a row.
  virtual std::vector<double> losses_of_items(const std::vector<Matrix>& sets, const Stop& stop) = 0;

  /// What went wrong, or nothing.
  virtual std::string failure() const { return {}; }
  virtual Index answered() const = 0;
};

}  // namespace didact::io
