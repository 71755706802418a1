#pragma once
// Several copies of a program that answer for a learner: a teaching set in, a loss out. The protocol is in
// docs/learners/program.md.

#include "io/json.hpp"
#include "programs/child.hpp"
#include <didact/core/stop.hpp>
#include <didact/core/types.hpp>

#include <chrono>
#include <deque>
#include <map>
#include <memory>

namespace didact::programs {

class Workers {
 public:
  struct Settings {
    Command command;
    double timeout = 10;   ///< seconds for each answer
    std::size_t most = 1;  ///< at the same time
    std::string hello;     ///< the first line that each is sent
  };

  explicit Workers(Settings settings) : settings_(std::move(settings)) {}
  /// Gives them a moment to end by themselves.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// Starts the first and hears what it says of itself. False if that failed or was stopped.
  bool begin(const Stop& stop);
  /// No loss is smaller, says the program.
  double least_loss() const { return least_loss_; }

  /// The loss of each set, given as a JSON list of items. NaN for those that were not answered: because of `stop`, or
  /// of a failure, after which nothing is answered any more.
  std::vector<double> losses(const std::vector<std::string>& sets, const Stop& stop);

  /// What went wrong, or nothing.
  const std::string& failure() const { return failure_; }
  Index answered() const { return answered_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Question {
    std::size_t set;
    std::uint64_t id;
  };
  struct Worker {
    std::unique_ptr<Child> child;
    bool greeted = false;            ///< has said that it is ready
    std::deque<Question> questions;  ///< that it has not answered, the oldest first
    Clock::time_point asked;         ///< when it began to think about the oldest
    bool fresh = true;               ///< has answered nothing yet
    bool quick = false;              ///< its last answer took less time than fetching the next question does
    bool waiting() const { return child && (!greeted || !questions.empty()); }
  };
  struct Batch;

  void start(Worker& worker);
  void ask_more(Worker& worker, Batch& batch);
  void hand_out(Batch& batch);
  void wait_for_some() const;
  Clock::time_point deadline(const Worker& worker) const;
  void listen(Worker& worker, Batch& batch);
  void take_greeting(Worker& worker, const io::Json& answer);
  void take_loss(Worker& worker, const io::Json& answer, Batch& batch);
  void bury(Worker& worker, Batch& batch);
  void run(Batch& batch, const Stop& stop);
  std::string context(const Worker& worker, const Batch& batch) const;

  Settings settings_;
  std::vector<Worker> workers_;
  double least_loss_ = -infinity;
  std::uint64_t next_id_ = 1;
  std::string failure_;
  Index answered_ = 0;
};

}  // namespace didact::programs
