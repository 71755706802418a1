// Workers that misbehave are ended, and nobody else notices.

#include "studio/desk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

namespace didact::studio {
namespace {

using testing::HasSubstr;

/// Shell scripts as workers.
class Desks : public testing::Test {
 protected:
  Json answer(const std::string& script, double seconds = 10, const std::string& request = "\"x\"") {
    Desk desk({.worker = {.words = {"sh", "-c", script}}, .at_once = 1, .seconds = seconds});
    std::promise<Json> last;
    auto job = std::make_shared<Job>(request, [&](const Json& line) {
      if (line.contains("progress"))
        ++progress_;
      else
        last.set_value(line);
    });
    EXPECT_TRUE(desk.submit(job));
    return last.get_future().get();
  }
  int progress_ = 0;
};

TEST_F(Desks, PassOnWhatTheirWorkersSay) {
  const Json line =
      answer(R"(read r; echo '{"progress": 1}'; echo '{"progress": 2}'; echo "{\"answer\": $r}"; sleep 9)");
  EXPECT_EQ(line, Json::parse(R"({"answer": "x"})"));
  EXPECT_EQ(progress_, 2);
}

TEST_F(Desks, SayWhyThereIsNoAnswer) {
  EXPECT_THAT(answer("read r; exit 3").dump(), HasSubstr("exited with code 3"));
  EXPECT_THAT(answer("read r; kill -9 $$").dump(), HasSubstr("signal 9"));
  EXPECT_THAT(answer("read r; echo nonsense; sleep 9").dump(), HasSubstr("broke down"));
  EXPECT_THAT(answer("read r; sleep 60", 0.3).dump(), HasSubstr("took longer than 0.3 seconds"));
}

TEST_F(Desks, InterruptAWorkerThatIsToStop) {
  Desk desk(
      {.worker =
           {.words = {"sh", "-c",
                      R"(trap 'echo "{\"answer\": \"best so far\"}"' INT; read r; while :; do sleep 0.05; done)"}},
       .at_once = 1});
  std::promise<Json> last;
  auto job = std::make_shared<Job>("1", [&](const Json& line) { last.set_value(line); });
  EXPECT_TRUE(desk.submit(job));
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  job->stop();
  EXPECT_EQ(last.get_future().get()["answer"], "best so far");
}

TEST_F(Desks, LetOnlySoManyWait) {
  Desk desk({.worker = {.words = {"sh", "-c", "read r; sleep 60"}}, .at_once = 1, .waiting = 3});
  std::vector<std::shared_ptr<Job>> jobs;
  int taken = 0;
  for (int i = 0; i < 20; ++i) {
    jobs.push_back(std::make_shared<Job>("1", [](const Json&) {}));
    taken += desk.submit(jobs.back());
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_LE(taken, 5);
  for (const auto& job : jobs) job->cancel();  // those that wait make room
  EXPECT_TRUE(desk.submit(std::make_shared<Job>("1", [](const Json&) {})));
}

}  // namespace
}  // namespace didact::studio
