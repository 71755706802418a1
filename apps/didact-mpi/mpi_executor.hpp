#pragma once
// Processes that MPI has started. The first keeps the books and works too; the others ask it for units.

#include "runs/executor.hpp"

#include <atomic>

namespace didact::app {

class MpiExecutor final : public runs::Executor {
 public:
  MpiExecutor();

  bool reports() const override { return rank_ == 0; }
  int processes() const override { return processes_; }
  bool begin(bool ready) override;
  /// Where this process did not begin: tells those who wait for it.
  void leave();
  /// Says once, in the process that reports, that the run was ended from outside.
  void tell_of_the_end();
  std::string shared(std::string text) override;
  /// Whether some of the others still wait for an answer.
  bool stranded() const { return stranded_; }
  void run(const runs::Task& task, runs::Ledger& ledger, const runs::RunOptions& options) override;

 private:
  /// Whether all processes are here and well. Once one is not, nobody meets again.
  bool together(bool well);
  void lead(const runs::Task& task, runs::Ledger& ledger, const runs::RunOptions& options);
  void follow(const runs::Task& task, const runs::RunOptions& options);

  int rank_ = 0;
  int processes_ = 1;
  bool stranded_ = false;
  bool begun_ = false;
  std::atomic<bool> told_ = false;
  bool parted_ = false;
};

}  // namespace didact::app
