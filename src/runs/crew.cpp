#include "runs/crew.hpp"

#include <algorithm>
#include <exception>
#include <system_error>
#include <thread>

namespace didact::runs {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double short_shift = 0.05, long_shift = 0.2;  // seconds
constexpr std::chrono::milliseconds between_looks{100};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

void Appetite::learn(double seconds_for_them) {
  if (seconds_for_them < short_shift) units_ *= 2;
  if (seconds_for_them > long_shift) units_ = std::max<Index>(1, units_ / 2);
}

void Shift::work(const std::function<UnitRange(Index wanted)>& take,
                 const std::function<void(UnitRange done, UnitRange left, const Portion& yield)>& enter) {
  const auto worker = task_.worker();
  const auto yield = task_.nothing();
  Appetite appetite;
  while (!stop_) {
    const UnitRange units = take(appetite.units());
    if (units.size() == 0) return;
    const auto start = Clock::now();
    Index unit = units.first;
    while (unit < units.end && !stop_ && worker->work(unit, *yield, stop_)) ++unit;
    enter({units.first, unit}, {unit, units.end}, *yield);
    yield->clear();
    appetite.learn(seconds_since(start));
  }
}

Threads::Threads(const Task& task, Ledger& ledger, const RunOptions& options, unsigned count)
    : task_(task), ledger_(ledger), stop_({}, &stopped_), interrupt_(options.interrupt) {
  const Index share = 2 * static_cast<Index>(count);
  try {
    for (unsigned i = 0; i < count; ++i) threads_.emplace_back([this, share] { work(share); });
  } catch (const std::system_error&) {
    if (threads_.empty()) throw;  // else those there are do the work
  }
  working_ = threads_.size();
  begin_.store(true);
  begin_.notify_all();
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

void Threads::work(Index share) {
  begin_.wait(false);
  try {
    Shift(task_, stop_)
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
  const std::lock_guard lock(mutex_);
  if (--working_ == 0) finished_.notify_all();
}

RunProgress progress_of(const Task& task, const Ledger& ledger, double seconds) {
  const auto things = [&](Index units) { return std::min(task.all_things(), units * task.things_in_unit()); };
  return {things(ledger.done()), things(ledger.resumed()), task.all_things(), seconds};
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

namespace {

/// What takes less time than to start a thread is done without.
void begin_alone(const Task& task, Ledger& ledger, const RunOptions& options) {
  constexpr double seconds = 1e-3;
  const Stop soon(seconds, options.interrupt);
  Shift(task, soon)
      .work([&](Index) { return ledger.take(task.units()); },
            [&](UnitRange done, UnitRange left, const Portion& yield) {
              ledger.enter(done, yield);
              ledger.give_back(left);
            });
}

}  // namespace

void ThreadCrew::run(const Task& task, Ledger& ledger, const RunOptions& options) {
  if (task.quick()) begin_alone(task, ledger, options);
  const unsigned cores = options.threads > 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  const auto count = static_cast<unsigned>(std::clamp<Index>(task.units() - ledger.done(), 1, cores));
  Watch watch(task, ledger, options);
  if (ledger.complete()) return watch.finish();
  Threads threads(task, ledger, options, count);
  const auto often = std::chrono::duration<double>(options.seconds_between_checkpoints);
  const auto most = options.checkpoint
                        ? std::min(between_looks, std::chrono::duration_cast<std::chrono::milliseconds>(often))
                        : between_looks;
  while (threads.wait(std::max(most, std::chrono::milliseconds(1)))) watch.look();
  watch.finish();
  threads.rethrow();
}

}  // namespace didact::runs
