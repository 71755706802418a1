// All that a program can do wrong: before anything is known it is refused, later the best so far is kept.

#include "patience.hpp"
#include "programs.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <sys/wait.h>
#include <thread>

namespace didact::io::program_failures_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

double seconds_of(const std::function<void()>& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Far more sets than anybody waits for.
const char* const many =
    R"({"items": {"pool": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5]}})";

class ProgramFailures : public Programs {
 protected:
  /// Ever longer, until it was long enough to begin.
  static void with_more_time(double seconds, const std::function<bool(double seconds)>& is_enough) {
    while (!is_enough(seconds)) {
      seconds *= 3;
      ASSERT_LT(seconds, patience);
    }
  }
  static std::string timeout(double seconds) {
    return Json{{"learner", {{"timeout", seconds}, {"workers", 1}}}}.dump();
  }
};

TEST_F(ProgramFailures, WhatCannotBeStartedIsRefused) {
  EXPECT_EQ(refusal(of({"./no-such-learner"})), "./no-such-learner could not be started: No such file or directory");
  EXPECT_THAT(refusal(of({"no-such-learner-anywhere"})), HasSubstr("No such file or directory"));
  folder_.write("plain.txt", "text\n");
  EXPECT_EQ(refusal(of({"./plain.txt"})), "./plain.txt could not be started: Permission denied");
}

TEST_F(ProgramFailures, WhatDoesNotGreetIsRefused) {
  EXPECT_EQ(script("exit 3"), "sh -c exit 3 exited with code 3 before it was ready");
  EXPECT_THAT(script("kill -SEGV $$"), HasSubstr("was ended by signal 11 (Segmentation fault) before it was ready"));
  EXPECT_THAT(script("echo one >&2; echo two >&2; exit 1"),
              HasSubstr("before it was ready; its last words: one | two"));
  EXPECT_THAT(script("exec >&-; sleep 3"), HasSubstr("closed its standard output before it was ready"));
  EXPECT_THAT(script("echo hello"), HasSubstr("wrote hello, which is no answer: each line must be a JSON object"));
  EXPECT_THAT(script("printf '\\377\\376\\n'"), HasSubstr("which is no answer"));
  EXPECT_THAT(script("printf '\\377' >&2; exit 1"), HasSubstr("its last words"));
  EXPECT_THAT(script("echo '[[[[[[[['"), HasSubstr("which is no answer"));
  EXPECT_THAT(script("echo '{\"redy\": true}'"), HasSubstr(R"(wrote {"redy":true}, not {"ready": true})"));
  EXPECT_THAT(script("echo '{\"error\": \"no such target\"}'"), HasSubstr("says: no such target"));
  EXPECT_THAT(script("echo '{\"ready\": true, \"lower_bound\": \"low\"}'"), HasSubstr("lower_bound that is no number"));
  EXPECT_THAT(script("head -c 3000000 /dev/zero"), HasSubstr("wrote a line of more than"));
}

TEST_F(ProgramFailures, WhatAnswersNonsenseIsRefused) {
  const auto refused = [&](const std::string& body) { return refusal(with(python(body))); };
  EXPECT_THAT(refused("    loss = float('nan')\n"),
              HasSubstr("JSON has no such numbers, and an infinite loss is null"));
  EXPECT_THAT(refused("    loss = 'low'\n"), HasSubstr("without a \"loss\" that is a number or null"));
  EXPECT_THAT(refused("    loss = 1; question['id'] = 77\n"),
              AllOf(HasSubstr("but was asked question 1"), HasSubstr("when it was asked about []")));
  EXPECT_THAT(refused("    print('{\"id\": 1, \"error\": \"it is raining\"}', flush=True)\n    continue\n"),
              HasSubstr("says: it is raining when it was asked about []"));
  EXPECT_THAT(refused("    print('debugging', flush=True)\n    loss = 1\n"), HasSubstr("wrote debugging"));
}

TEST_F(ProgramFailures, WhatFailsAtTheFirstQuestionIsRefused) {
  EXPECT_THAT(refusal(with(python("    loss = 1 / 0\n"))),
              AllOf(HasSubstr("exited with code 1 when it was asked about [], twice"), HasSubstr("ZeroDivisionError")));
  EXPECT_THAT(refusal(with(python("    loss = -1\n", "{'ready': True, 'lower_bound': 0}"))),
              HasSubstr("gave a loss of -1, below its own lower_bound 0"));
}

TEST_F(ProgramFailures, WhatTakesTooLongIsRefused) {
  EXPECT_LT(seconds_of([&] {
              EXPECT_EQ(refusal(of({"sleep", "600"}, timeout(0.4))), "sleep 600 did not answer within 0.4 s");
            }),
            patience);
  const std::vector<std::string> greets = {"sh", "-c", "read x; echo '{\"ready\": true}'; exec <&-; sleep 600"};
  with_more_time(0.4, [&](double seconds) {
    const std::string said = refusal(of(greets, timeout(seconds)));
    EXPECT_THAT(said, HasSubstr(fmt::format("did not answer within {} s", seconds)));
    return said.ends_with(" s when it was asked about []");
  });
}

/// Whether a process is there and no zombie.
bool runs(const std::string& pid) {
  std::ifstream stat("/proc/" + pid + "/stat");
  std::string text{std::istreambuf_iterator<char>(stat), {}};
  const auto name_end = text.rfind(") ");
  return name_end != text.npos && text[name_end + 2] != 'Z';
}

TEST_F(ProgramFailures, AllThatAProgramStartedEndsWithIt) {
  const std::string code = python(
      "    import subprocess\n    child = subprocess.Popen(['sleep', '600'])\n"
      "    open('pid', 'w').write(str(child.pid))\n    child.wait()\n");
  std::string pid;
  with_more_time(0.5, [&](double seconds) {
    refusal(with(code, timeout(seconds)));
    pid = folder_.read("pid");
    return !pid.empty();
  });
  EXPECT_TRUE(comes_true([&] { return !runs(pid); }));
}

TEST_F(ProgramFailures, AFailureKeepsTheBestSoFar) {
  const auto failed = [&](const std::string& body) {
    const io::Answer taught =
        answer(with(python("    if len(items) == 2: " + body + "\n" + distance), R"({"learner": {"workers": 1}})"));
    EXPECT_EQ(taught.lesson.status, Status::feasible);
    EXPECT_EQ(taught.lesson.n, 1);
    EXPECT_NEAR(taught.lesson.loss, 0.7, 1e-12);  // of the best single item
    EXPECT_THAT(report::to_text(taught), HasSubstr("not proven optimal (program failed: python3 -SE learner.py"));
    EXPECT_EQ(taught.lesson.reason, Reason::failed);
    EXPECT_THAT(taught.lesson.explanation, StartsWith("program failed: "));
    return taught.lesson.explanation;
  };
  EXPECT_THAT(failed("os._exit(7)"),
              AllOf(HasSubstr("exited with code 7 when it was asked about [["), HasSubstr("twice")));
  EXPECT_THAT(failed("os.kill(os.getpid(), 9)"), HasSubstr("was ended by signal 9 (Killed)"));
  EXPECT_THAT(failed("print('?', flush=True)"), HasSubstr("wrote ?, which is no answer"));
  EXPECT_THAT(failed("raise ValueError('two are too many')"), HasSubstr("ValueError: two are too many"));
}

TEST_F(ProgramFailures, SlownessKeepsTheBestSoFar) {
  const std::string code = python("    if len(items) == 2: open('two', 'w'); time.sleep(600)\n" + distance);
  with_more_time(0.5, [&](double seconds) {
    try {
      const Lesson lesson = teach(with(code, timeout(seconds)));
      EXPECT_THAT(lesson.explanation, HasSubstr(fmt::format("did not answer within {} s when it was asked", seconds)));
      if (!std::filesystem::exists(folder_.path() / "two")) return false;
      EXPECT_EQ(lesson.n, 1);
      return true;
    } catch (const InvalidProblem&) {
      return false;
    }
  });
}

TEST_F(ProgramFailures, ACrashIsForgivenOnce) {
  const std::string once =
      "    if len(items) == 2 and not os.path.exists('crashed'):\n        open('crashed', 'w'); os._exit(1)\n";
  EXPECT_EQ(teach(with(python(once + distance))).status, Status::optimal);
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "crashed"));
}

TEST_F(ProgramFailures, WhoAnswersOnceIsStartedAgain) {
  const std::string code = python(distance) + "    break\n";
  EXPECT_EQ(teach(with(code, R"({"items": {"pool": [1, 2]}})")).status, Status::optimal);
}

TEST_F(ProgramFailures, MuchOnStandardErrorIsNoHindrance) {
  const std::string chatty = "    print('x' * 300000, file=sys.stderr, flush=True)\n" + distance;
  EXPECT_EQ(teach(with(python(chatty))).status, Status::optimal);
}

TEST_F(ProgramFailures, LimitsEndTheSearchWithTheBestSoFar) {
  const std::string slow = "    time.sleep(0.02)\n" + distance;
  with_more_time(0.5, [&](double seconds) {
    Json json = with(python(slow), many);
    json["limits"]["seconds"] = seconds;
    Lesson lesson;
    EXPECT_LT(seconds_of([&] { lesson = teach(json); }), seconds + 30);  // all sets take minutes
    EXPECT_EQ(lesson.status, Status::feasible);
    EXPECT_EQ(lesson.reason, Reason::time);
    return lesson.n >= 1;
  });
}

TEST_F(ProgramFailures, LimitsEndAProgramThatHasNotAnsweredYet) {
  Lesson lesson;
  const std::string sleeps = "    time.sleep(1000)\n" + distance;
  EXPECT_LT(seconds_of([&] {
              lesson = teach(with(python(sleeps), R"({"learner": {"timeout": 1000}, "limits": {"seconds": 1e-9}})"));
            }),
            patience);
  EXPECT_EQ(lesson.status, Status::feasible);
  EXPECT_EQ(lesson.reason, Reason::time);
  EXPECT_FALSE(lesson.has_items);
  EXPECT_EQ(lesson.lower_bound, -infinity);
}

TEST_F(ProgramFailures, AnInterruptionEndsTheSearchWithTheBestSoFar) {
  std::atomic<bool> asked = false;
  const Options options{.interrupt = &asked};
  const std::string slow = "    open('answers', 'a').write('.'); time.sleep(0.05)\n" + distance;
  std::thread press([&] {
    EXPECT_TRUE(comes_true([&] { return folder_.read("answers").size() > 4; }));
    asked = true;
  });
  const Json json = with(python(slow), many);
  const Lesson lesson = teach(json, options);
  press.join();
  EXPECT_EQ(lesson.reason, Reason::interrupted);
  EXPECT_TRUE(lesson.has_items);
  // And where nothing was answered yet there is nothing to show.
  const io::Answer at_once = answer(json, options);
  EXPECT_EQ(at_once.lesson.reason, Reason::interrupted);
  EXPECT_FALSE(at_once.lesson.has_items);
  EXPECT_THAT(report::to_text(at_once), StartsWith("No lesson was found."));
  EXPECT_FALSE(report::to_json(at_once, true).contains("items"));
}

TEST_F(ProgramFailures, NothingIsLeftBehind) {
  const auto descriptors = [] {
    const auto all = std::filesystem::directory_iterator("/proc/self/fd");
    return std::distance(begin(all), end(all));
  };
  const auto before = descriptors();
  teach(with(python(distance)));
  refusal(of({"sleep", "60"}, R"({"learner": {"timeout": 0.05}})"));
  refusal(of({"./no-such-learner"}));
  script("exit 1");
  EXPECT_EQ(descriptors(), before);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);  // no child, dead or alive
}

}  // namespace
}  // namespace didact::io::program_failures_test
