// A run yields the same however it is divided, stopped and taken up again.

#include "runs/executor.hpp"

#include "folder.hpp"
#include "io/errors.hpp"
#include "patience.hpp"
#include "runs/simulation_task.hpp"
#include <didact/didact.hpp>
#include <didact/simulation/populations.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <fstream>
#include <mutex>
#include <thread>

namespace didact::runs::executor_test {
namespace {

using testing::HasSubstr;

class Runs : public testing::Test {
 protected:
  Runs() {
    Problem<Gaussian> problem;
    problem.learners = {{1, {}}};
    problem.target = Gaussian::Target{0, 1};
    problem.effort = per_item(0.1);
    sets_ = population(problem);
    simulation_.emplace(*sets_, SimulationOptions{300'001, {SetSizes::Kind::uniform, 2, 6}, 3, 5.0});
    task_.emplace(*simulation_, Json{{"what", "a problem"}});
  }

  Json result(const Ledger& ledger) const { return ledger.portion().packed(); }
  Json all_at_once() {
    Ledger ledger(*task_);
    ThreadExecutor().run(*task_, ledger, {.threads = 1});
    EXPECT_TRUE(ledger.complete());
    return result(ledger);
  }

  Folder folder_;
  std::unique_ptr<Population> sets_;
  std::optional<Simulation> simulation_;
  std::optional<SimulationTask> task_;
};

TEST_F(Runs, AreTheSameOnAnyNumberOfThreads) {
  const Json one = all_at_once();
  for (const unsigned threads : {2u, 7u}) {
    Ledger ledger(*task_);
    ThreadExecutor().run(*task_, ledger, {.threads = threads});
    EXPECT_EQ(result(ledger), one);
  }
}

TEST_F(Runs, GoOnFromACheckpoint) {
  const Json one = all_at_once();
  const auto file = folder_.path() / "run.json";
  Ledger first(*task_);
  {  // a third of it, in pieces
    SimulationTask& task = *task_;
    const auto worker = task.worker();
    for (const Index unit : {0, 5, 6, 40, 41, 42, 17}) {
      const auto yield = task.nothing();
      ASSERT_TRUE(worker->work(unit, *yield, {}));
      first.enter({unit, unit + 1}, *yield);
    }
  }
  first.save(file);
  EXPECT_FALSE(first.complete());
  Ledger second(*task_);
  second.resume(file);
  EXPECT_EQ(second.done(), 7);
  ThreadExecutor().run(*task_, second, {.threads = 2, .checkpoint = file});
  EXPECT_EQ(result(second), one);
  Ledger third(*task_);  // of a finished run nothing is left to do
  third.resume(file);
  EXPECT_TRUE(third.complete());
  EXPECT_EQ(result(third), one);
}

TEST_F(Runs, StopWhenAskedAndKeepWhatIsDone) {
  const Json one = all_at_once();
  const auto file = folder_.path() / "run.json";
  std::atomic<bool> interrupt = false;
  int looks = 0;
  RunOptions options{.threads = 2, .checkpoint = file, .interrupt = &interrupt};
  options.progress = [&](const RunProgress& at) {
    EXPECT_LE(at.done, at.all);
    ++looks;
  };
  Index done = 0;
  for (int attempt = 0; attempt < 1000; ++attempt) {
    Ledger ledger(*task_);
    if (attempt > 0) ledger.resume(file);
    interrupt = false;
    std::thread impatient([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(1 + attempt / 10));  // where all is slow, more and more
      interrupt = true;
    });
    ThreadExecutor().run(*task_, ledger, options);
    impatient.join();
    EXPECT_GE(ledger.done(), done);
    done = ledger.done();
    if (!ledger.complete()) continue;
    EXPECT_EQ(result(ledger), one);
    EXPECT_GT(looks, 0);
    return;
  }
  FAIL() << "the run never ended";
}

TEST_F(Runs, RefuseOtherCheckpoints) {
  const auto refusal = [&](const SimulationTask& task, const std::string& file) {
    Ledger ledger(task);
    try {
      ledger.resume(file);
    } catch (const io::InvalidProblem& error) {
      return error.errors()[0].text();
    }
    return std::string("none");
  };
  Ledger ledger(*task_);
  const std::string file = (folder_.path() / "run.json").string();
  ledger.save(file);
  EXPECT_EQ(refusal(*task_, file), "none");
  const SimulationTask other(*simulation_, Json{{"what", "another problem"}});
  EXPECT_THAT(refusal(other, file), HasSubstr("of another run"));
  std::ofstream(file) << "{\"didact_checkpoint\": 1";
  EXPECT_THAT(refusal(*task_, file), HasSubstr("damaged"));
  EXPECT_THAT(refusal(*task_, file + ".not"), HasSubstr("--checkpoint"));
}

/// A task whose units do what they are told, and yield nothing.
class TaskOf final : public Task {
 public:
  TaskOf(const Task& like, std::function<void(Index unit)> unit, double seconds)
      : like_(like), unit_(std::move(unit)), seconds_(seconds) {}
  Index units() const override { return like_.units(); }
  std::unique_ptr<Portion> nothing() const override { return like_.nothing(); }
  std::unique_ptr<Worker> worker() const override { return std::make_unique<Doing>(unit_); }
  std::string things() const override { return "units"; }
  Index things_in_unit() const override { return 1; }
  Index all_things() const override { return units(); }
  double seconds_a_unit() const override { return seconds_; }
  Json identity() const override { return "units"; }

 private:
  struct Doing final : Worker {
    explicit Doing(const std::function<void(Index)>& does) : unit(does) {}
    bool work(Index number, Portion&, const Stop&) override { return unit(number), true; }
    const std::function<void(Index)>& unit;
  };
  const Task& like_;
  std::function<void(Index)> unit_;
  double seconds_;
};

TEST_F(Runs, TellWhatWentWrong) {
  const TaskOf task(
      *task_,
      [](Index unit) {
        if (unit == 20) throw std::runtime_error("unit 20 is bad");
      },
      infinity);
  Ledger ledger(task);
  const auto file = folder_.path() / "run.json";
  EXPECT_THROW(ThreadExecutor().run(task, ledger, {.threads = 3, .checkpoint = file}), std::runtime_error);
  EXPECT_TRUE(std::filesystem::exists(file));
  EXPECT_FALSE(ledger.complete());
}

TEST_F(Runs, UseAllTheirThreads) {
  for (const double seconds_a_unit : {2e-3, infinity}) {
    std::mutex mutex;
    std::condition_variable together;
    int here = 0, rounds = 0;
    bool alone = false;
    const int enough = static_cast<int>(task_->units() / 8);
    const TaskOf task(
        *task_,
        [&](Index) {  // waits until three are at work
          std::unique_lock lock(mutex);
          if (alone || rounds == enough) return;
          if (++here == 3) {
            here = 0;
            ++rounds;
            return together.notify_all();
          }
          const auto most = std::chrono::duration<double>(patience);
          alone = !together.wait_for(lock, most, [&, round = rounds] { return alone || rounds != round; }) || alone;
          if (alone) together.notify_all();
        },
        seconds_a_unit);
    Ledger ledger(task);
    ThreadExecutor().run(task, ledger, {.threads = 3});
    EXPECT_TRUE(ledger.complete());
    EXPECT_EQ(rounds, enough) << seconds_a_unit;
  }
}

TEST_F(Runs, WantNoMoreThanTwiceWhatTheyGet) {
  const TaskOf task(
      *task_, [](Index) {}, 1e-7);
  const Stop never;
  Index turns = 0, most = 0;
  BatchLoop(task, never)
      .work(
          [&](Index wanted) {
            EXPECT_GE(wanted, 1);
            most = std::max(most, wanted);
            return turns++ < 200 ? UnitRange{0, 1} : UnitRange{};  // one of very many, who all get little
          },
          [](UnitRange, UnitRange, const Portion&) {});
  EXPECT_LE(most, 2);
}

TEST_F(Runs, OnMoreThreadsThanThereAreCoresOrUnits) {
  for (const unsigned threads : {1u, 2u, 64u, 192u, 512u}) {
    for (const double seconds_a_unit : {1e-7, 2e-3, infinity}) {  // none are started, some help, all work
      std::vector<std::atomic<int>> done(static_cast<std::size_t>(task_->units()));
      const TaskOf task(
          *task_, [&](Index unit) { ++done[static_cast<std::size_t>(unit)]; }, seconds_a_unit);
      Ledger ledger(task);
      ThreadExecutor().run(task, ledger, {.threads = threads});
      EXPECT_TRUE(ledger.complete()) << threads;
      for (const auto& times : done) EXPECT_EQ(times, 1) << threads;
    }
  }
}

TEST_F(Runs, OfAMomentNeedNoThreads) {
  std::atomic<int> elsewhere = 0;
  const auto here = std::this_thread::get_id();
  const TaskOf task(
      *task_, [&](Index) { elsewhere += std::this_thread::get_id() != here; }, 1e-7);
  Ledger ledger(task);
  ThreadExecutor().run(task, ledger, {.threads = 3});
  EXPECT_TRUE(ledger.complete());
  EXPECT_EQ(elsewhere, 0);
}

TEST_F(Runs, ShareOutWhatWasGivenBack) {
  Ledger ledger(*task_);
  const UnitRange all = ledger.take(task_->units());
  ledger.give_back(all);
  const UnitRange some = ledger.take(3), more = ledger.take(4);
  EXPECT_EQ(some.size(), 3);
  EXPECT_EQ(more.size(), 4);
  EXPECT_EQ(more.first, some.end);
  EXPECT_EQ(ledger.take(task_->units()).end, all.end);
  EXPECT_EQ(ledger.take(1).size(), 0);
}

}  // namespace
}  // namespace didact::runs::executor_test
