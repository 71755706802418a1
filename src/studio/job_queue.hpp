#pragma once
// Work is done by processes beside the server: one that takes too long, too much memory or falls over is ended, and
// nothing else notices.

#include "programs/child.hpp"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace didact::studio {

/// One question.
class Job {
 public:
  /// "progress" any number of times, and at last "answer", "errors" (of the one who asked) or "failure", unless
  /// cancelled. From a thread of the queue.
  using Tell = std::function<void(std::string_view what, std::string_view json)>;

  Job(std::string request, Tell tell) : request_(std::move(request)), tell_(std::move(tell)) {}

  /// Nobody wants the answer any more.
  void cancel() { cancelled_ = true; }
  /// The best so far is good enough.
  void stop() { stopped_ = true; }

 private:
  friend class JobQueue;
  std::string request_;
  Tell tell_;
  std::atomic<bool> cancelled_ = false, stopped_ = false;
};

class JobQueue {
 public:
  struct Settings {
    programs::Command worker;  ///< what to start
    std::size_t at_once = 4;   ///< questions that are worked on
    std::size_t waiting = 32;  ///< and that may wait
    double seconds = 120;      ///< for each
  };

  explicit JobQueue(Settings settings);
  /// Ends all work.
  ~JobQueue();
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;

  /// False if too many wait already.
  bool submit(std::shared_ptr<Job> job);

 private:
  void serve();
  void do_job(Job& job, std::unique_ptr<programs::Child>& worker);

  Settings settings_;
  std::mutex mutex_;
  std::condition_variable more_;
  std::deque<std::shared_ptr<Job>> queue_;
  std::atomic<bool> closing_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace didact::studio
