// Workers that misbehave are ended, and nobody else notices.

#include "studio/job_queue.hpp"

#include "patience.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

namespace didact::studio::job_queue_test {
namespace {

using testing::HasSubstr;

/// Shell scripts as workers.
class JobQueues : public testing::Test {
 protected:
  std::string answer(const std::string& script, double seconds = patience) {
    JobQueue queue({.worker = {.words = {"sh", "-c", script}}, .at_once = 1, .seconds = seconds});
    std::promise<std::string> last;
    auto job = std::make_shared<Job>("x", [&](std::string_view what, std::string_view json) {
      if (what == "progress") {
        ++progress_;
      } else {
        last.set_value(std::string(what) + ": " + std::string(json));
      }
    });
    EXPECT_TRUE(queue.submit(job));
    return last.get_future().get();
  }
  int progress_ = 0;
};

TEST_F(JobQueues, PassOnWhatTheirWorkersSay) {
  EXPECT_EQ(answer(R"(read r; echo begun; echo progress 1; echo progress 2; echo "answer \"$r\""; sleep 600)"),
            "answer: \"x\"");
  EXPECT_EQ(progress_, 2);
}

TEST_F(JobQueues, SayWhyThereIsNoAnswer) {
  EXPECT_THAT(answer("read r; exit 3"), HasSubstr("exited with code 3"));
  EXPECT_THAT(answer("read r; kill -9 $$"), HasSubstr("signal 9"));
  EXPECT_THAT(answer("read r; echo nonsense; sleep 600"), HasSubstr("broke down"));
  EXPECT_THAT(answer("read r; sleep 600", 0.3), HasSubstr("failure: "));
  EXPECT_THAT(answer("read r; sleep 600", 0.3), HasSubstr("took longer than 0.3 seconds"));
}

/// Not before it has begun: the signal would end it.
TEST_F(JobQueues, InterruptAWorkerThatIsToStop) {
  const std::string script =
      "read r; sleep 0.3; trap 'echo answer \\\"best so far\\\"' INT; echo begun; while :; do sleep 0.05; done";
  JobQueue queue({.worker = {.words = {"sh", "-c", script}}, .at_once = 1});
  std::promise<std::string> last;
  auto job = std::make_shared<Job>("1", [&](std::string_view what, std::string_view json) {
    last.set_value(std::string(what) + ": " + std::string(json));
  });
  EXPECT_TRUE(queue.submit(job));
  job->stop();
  EXPECT_EQ(last.get_future().get(), "answer: \"best so far\"");
}

TEST_F(JobQueues, LetOnlySoManyWait) {
  JobQueue queue({.worker = {.words = {"sh", "-c", "read r; sleep 600"}}, .at_once = 1, .waiting = 3});
  const auto nobody = [](std::string_view, std::string_view) {};
  std::vector<std::shared_ptr<Job>> jobs;
  int taken = 0;
  for (int i = 0; i < 20; ++i) {
    jobs.push_back(std::make_shared<Job>("1", nobody));
    taken += queue.submit(jobs.back());
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_LE(taken, 5);
  for (const auto& job : jobs) job->cancel();  // those that wait make room
  EXPECT_TRUE(queue.submit(std::make_shared<Job>("1", nobody)));
}

}  // namespace
}  // namespace didact::studio::job_queue_test
