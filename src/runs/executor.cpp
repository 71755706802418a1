#include "runs/executor.hpp"

#include <algorithm>
#include <exception>
#include <system_error>
#include <thread>

#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

namespace didact::runs {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double short_shift = 0.05, long_shift = 0.2;  // seconds
constexpr std::chrono::milliseconds between_looks{100};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A new thread stands behind its maker, at whose core it may wait for milliseconds if that one works on: it is sent to
/// another core at once, and then is free to go where it likes.
void send_off([[maybe_unused]] std::thread& thread) {
#ifdef __linux__
  cpu_set_t all;
  const int here = sched_getcpu();
  if (here < 0 || sched_getaffinity(0, sizeof all, &all) != 0) return;
  cpu_set_t others = all;
  CPU_CLR(static_cast<unsigned>(here), &others);
  if (CPU_COUNT(&others) == 0) return;
  pthread_setaffinity_np(thread.native_handle(), sizeof others, &others);
  pthread_setaffinity_np(thread.native_handle(), sizeof all, &all);
#endif
}

}  // namespace

void BatchSize::learn(Index given, double seconds_for_them) {
  if (seconds_for_them < short_shift && given >= units_) units_ *= 2;
  if (seconds_for_them > long_shift) units_ = std::max<Index>(1, units_ / 2);
}

void BatchLoop::work(const std::function<UnitRange(Index wanted)>& take,
                     const std::function<void(UnitRange done, UnitRange left, const Portion& yield)>& enter) {
  const auto worker = task_.worker();
  const auto yield = task_.nothing();
  BatchSize batch;
  while (!stop_) {
    const UnitRange units = take(batch.units());
    if (units.size() == 0) return;
    const auto start = Clock::now();
    Index unit = units.first;
    while (unit < units.end && !stop_ && worker->work(unit, *yield, stop_)) ++unit;
    enter({units.first, unit}, {unit, units.end}, *yield);
    yield->clear();
    batch.learn(units.size(), seconds_since(start));
  }
}

Threads::Threads(const Task& task, Ledger& ledger, const RunOptions& options, unsigned count)
    : task_(task), ledger_(ledger), stop_({}, &stopped_), interrupt_(options.interrupt), count_(count) {}

void Threads::start(std::size_t up_to) {
  const std::lock_guard lock(mutex_);  // none ends before all are counted
  try {
    while (threads_.size() < up_to) {
      threads_.emplace_back([this] {
        work(stop_);
        const std::lock_guard at_the_end(mutex_);
        if (--working_ == 0) finished_.notify_all();
      });
      ++working_;
      send_off(threads_.back());
    }
  } catch (const std::system_error&) {
    if (threads_.empty()) throw;  // else those there are do the work
  }
}

Threads::~Threads() {
  stopped_ = true;
  for (std::thread& thread : threads_) thread.join();
}

bool Threads::wait(std::chrono::microseconds most) {
  if (interrupt_ && interrupt_->load(std::memory_order_relaxed)) stopped_ = true;
  std::unique_lock lock(mutex_);
  return !finished_.wait_for(lock, most, [this] { return working_ == 0; });
}

void Threads::rethrow() const {
  if (failure_) std::rethrow_exception(failure_);
}

void Threads::work(const Stop& stop) {
  const Index share = 2 * static_cast<Index>(count_);
  try {
    BatchLoop(task_, stop)
        .work(
            [&](Index wanted) {
              const Index left = task_.units() - ledger_.done();
              return ledger_.take(std::clamp<Index>(left / share, 1, wanted));
            },
            [&](UnitRange done, UnitRange left, const Portion& yield) {
              ledger_.enter(done, yield);
              ledger_.give_back(left);
            });
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    stopped_ = true;
  }
}

bool Threads::help(double seconds) {
  const Stop stop(seconds, interrupt_);
  work(stop);
  return stop.reason() == StopReason::time && !stopped_;
}

RunProgress progress_of(const Task& task, const Ledger& ledger, double seconds) {
  const auto things = [&](Index units) { return std::min(task.all_things(), units * task.things_in_unit()); };
  return {task.things(), things(ledger.done()), things(ledger.resumed()), task.all_things(), seconds};
}

Watch::Watch(const Task& task, const Ledger& ledger, const RunOptions& options)
    : task_(task), ledger_(ledger), options_(options) {}

void Watch::look() {
  if (options_.progress) options_.progress(progress_of(task_, ledger_, seconds_since(started_)));
  if (!options_.checkpoint || seconds_since(saved_) < options_.seconds_between_checkpoints) return;
  ledger_.save(*options_.checkpoint);
  saved_ = Clock::now();
}

void Watch::finish() {
  if (options_.progress) options_.progress(progress_of(task_, ledger_, seconds_since(started_)));
  if (options_.checkpoint) ledger_.save(*options_.checkpoint);
}

void ThreadExecutor::run(const Task& task, Ledger& ledger, const RunOptions& options) {
  const unsigned cores = options.threads > 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  const Index left = task.units() - ledger.done();
  Watch watch(task, ledger, options);
  if (left == 0) return watch.finish();
  Threads threads(task, ledger, options, static_cast<unsigned>(std::clamp<Index>(left, 1, cores)));
  // A short run does not wait for threads, and a very short one does not start them.
  constexpr double unwatched = 0.05, worth_a_thread = 1e-3;
  bool more = true;
  if (task.seconds_a_unit() < unwatched) {
    if (task.seconds_a_unit() * static_cast<double>(left) > worth_a_thread) threads.start_others();
    more = threads.help(unwatched);
  }
  if (more) threads.start_all();
  const auto often = std::chrono::duration<double>(options.seconds_between_checkpoints);
  const auto most = options.checkpoint
                        ? std::min(between_looks, std::chrono::duration_cast<std::chrono::milliseconds>(often))
                        : between_looks;
  while (threads.wait(std::max(most, std::chrono::milliseconds(1)))) watch.look();
  watch.finish();
  threads.rethrow();
}

}  // namespace didact::runs
