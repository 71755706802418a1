#pragma once
// Those who do a task: the threads of this process, or of several.

#include "runs/ledger.hpp"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

namespace didact::runs {

struct RunProgress {
  std::string things;  ///< what the task is about
  Index done = 0;
  Index before = 0;  ///< of these, done in an earlier run
  Index all = 0;
  double seconds = 0;
};

struct RunOptions {
  unsigned threads = 0;  ///< 0: as many as there are cores
  std::optional<std::filesystem::path> checkpoint;
  double seconds_between_checkpoints = 3;
  const std::atomic<bool>* interrupt = nullptr;
  std::function<void(const RunProgress&)> progress;  ///< told several times a second
};

class Executor {
 public:
  virtual ~Executor() = default;
  /// Whether this process speaks for all of them.
  virtual bool reports() const { return true; }
  /// How many processes there are.
  virtual int processes() const { return 1; }
  /// In every process, before run() or instead of it: whether all of them are ready.
  virtual bool begin(bool ready) { return ready; }
  /// What the reporting process says, to all of them. Throws io::InvalidProblem if one of them cannot listen any more.
  virtual std::string shared(std::string text) { return text; }
  /// Does what the ledger says is left, until all is done or somebody interrupts. In processes that do not report, the
  /// ledger stays empty. What goes wrong is thrown in the reporting process, after a last checkpoint.
  virtual void run(const Task& task, Ledger& ledger, const RunOptions& options) = 0;
};

/// Threads of this process.
class ThreadExecutor final : public Executor {
 public:
  void run(const Task& task, Ledger& ledger, const RunOptions& options) override;
};

/// How many units to take at once, so that books are kept often enough but not all the time.
class BatchSize {
 public:
  Index units() const { return units_; }
  /// What a turn with so many units took. Only one that was given all it wanted asks for more: where many share, nobody
  /// gets that, however quick the units are.
  void learn(Index given, double seconds_for_them);

 private:
  Index units_ = 1;
};

/// Does units until there are none left to `take` or it is to stop: `enter` gets each range that was done.
class BatchLoop {
 public:
  BatchLoop(const Task& task, const Stop& stop) : task_(task), stop_(stop) {}
  void work(const std::function<UnitRange(Index wanted)>& take,
            const std::function<void(UnitRange done, UnitRange left, const Portion& yield)>& enter);

 private:
  const Task& task_;
  const Stop& stop_;
};

/// Threads that work on a ledger until it is done, or they are interrupted.
class Threads {
 public:
  /// Of so many in all, of whom none works yet.
  Threads(const Task& task, Ledger& ledger, const RunOptions& options, unsigned count);
  ~Threads();  ///< asks them to stop
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  /// Until all work.
  void start_all() { start(count_); }
  /// All but one, whose work the caller does with help().
  void start_others() { start(count_ - 1); }
  /// The one who calls works too, so long at most; whether it stopped for that.
  bool help(double seconds);
  /// Waits so long at most; false when all have stopped.
  bool wait(std::chrono::microseconds most);
  /// What went wrong in one of them, if something did. Once they have stopped.
  void rethrow() const;

 private:
  void start(std::size_t up_to);
  void work(const Stop& stop);

  const Task& task_;
  Ledger& ledger_;
  std::atomic<bool> stopped_ = false;
  Stop stop_;
  const std::atomic<bool>* interrupt_;
  std::size_t count_;
  std::mutex mutex_;
  std::condition_variable finished_;
  std::size_t working_ = 0;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

/// How far a ledger is.
RunProgress progress_of(const Task& task, const Ledger& ledger, double seconds);

/// Tells about progress and saves checkpoints, each when it is time.
class Watch {
 public:
  Watch(const Task& task, const Ledger& ledger, const RunOptions& options);
  void look();
  void finish();  ///< the last checkpoint

 private:
  using Clock = std::chrono::steady_clock;
  const Task& task_;
  const Ledger& ledger_;
  const RunOptions& options_;
  Clock::time_point started_ = Clock::now(), saved_ = started_;
};

}  // namespace didact::runs
