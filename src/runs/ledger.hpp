#pragma once
// The books of a run: what is done, what is handed out, what it has yielded; kept in a file where one is wanted.

#include "runs/task.hpp"
#include "runs/units.hpp"

#include <chrono>
#include <deque>
#include <filesystem>
#include <mutex>

namespace didact::runs {

class Ledger {
 public:
  explicit Ledger(const Task& task) : task_(task), portion_(task.nothing()) {}

  /// Takes over what a checkpoint has; throws io::InvalidProblem if it is of another run or cannot be read.
  void resume(const std::filesystem::path& checkpoint);
  /// Writes it all to a file, which is at every moment either the old or the new one. Throws std::runtime_error.
  void save(const std::filesystem::path& checkpoint) const;

  /// Some units that nobody has been given yet, about as many as `wanted`; none if there are no more.
  UnitRange take(Index wanted);
  /// What was taken but will not be done by the one who took it.
  void give_back(UnitRange units);
  void enter(UnitRange units, const Portion& yield);
  void enter(UnitRange units, const Json& yield);

  Index done() const;
  Index resumed() const { return resumed_; }  ///< units that were done before
  bool complete() const { return done() == task_.units(); }
  const Portion& portion() const { return *portion_; }  ///< once nobody works any more

 private:
  const Task& task_;
  mutable std::mutex mutex_, saving_;
  std::unique_ptr<Portion> portion_;
  UnitSet done_;
  Index next_ = 0;
  std::deque<UnitRange> returned_;
  Index resumed_ = 0;
};

}  // namespace didact::runs
