// All that a program can do wrong: before anything is known it is refused, later the best so far is kept.

#include "programs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <sys/wait.h>
#include <thread>

namespace didact::io {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

double seconds_of(const std::function<void()>& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

class ProgramFailures : public Programs {};

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
  const auto patch = R"({"learner": {"timeout": 0.4}})";
  EXPECT_LT(seconds_of([&] {
              EXPECT_EQ(refusal(of({"sleep", "60"}, patch)), "sleep 60 did not answer within 0.4 s");
              EXPECT_THAT(refusal(of({"sh", "-c", "read x; echo '{\"ready\": true}'; exec <&-; sleep 60"}, patch)),
                          HasSubstr("did not answer within 0.4 s when it was asked about []"));
            }),
            1.5);
}

/// Whether a process is there and no zombie.
bool runs(const std::string& pid) {
  std::ifstream stat("/proc/" + pid + "/stat");
  std::string text{std::istreambuf_iterator<char>(stat), {}};
  const auto name_end = text.rfind(") ");
  return name_end != text.npos && text[name_end + 2] != 'Z';
}

TEST_F(ProgramFailures, AllThatAProgramStartedEndsWithIt) {
  refusal(with(python("    import subprocess\n    child = subprocess.Popen(['sleep', '60'])\n"
                      "    open('pid', 'w').write(str(child.pid))\n    child.wait()\n"),
               R"({"learner": {"timeout": 1}})"));
  Errors errors;
  const std::string pid = read_text(folder_.path() / "pid", "", errors);
  ASSERT_FALSE(pid.empty());
  for (int i = 0; i < 100 && runs(pid); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_FALSE(runs(pid));
}

TEST_F(ProgramFailures, AFailureKeepsTheBestSoFar) {
  const auto failed = [&](const std::string& body) {
    const report::Answer taught =
        answer(with(python("    if len(items) == 2: " + body + "\n" + distance), R"({"learner": {"workers": 1}})"));
    EXPECT_EQ(taught.lesson.status, Status::feasible);
    EXPECT_EQ(taught.lesson.n, 1);
    EXPECT_NEAR(taught.lesson.loss, 0.7, 1e-12);  // of the best single item
    EXPECT_THAT(report::to_text(taught), HasSubstr("not proven optimal (program failed: python3 -SE learner.py"));
    EXPECT_THAT(taught.lesson.reason, StartsWith("program failed: "));
    return taught.lesson.reason;
  };
  EXPECT_THAT(failed("os._exit(7)"),
              AllOf(HasSubstr("exited with code 7 when it was asked about [["), HasSubstr("twice")));
  EXPECT_THAT(failed("os.kill(os.getpid(), 9)"), HasSubstr("was ended by signal 9 (Killed)"));
  EXPECT_THAT(failed("print('?', flush=True)"), HasSubstr("wrote ?, which is no answer"));
  EXPECT_THAT(failed("raise ValueError('two are too many')"), HasSubstr("ValueError: two are too many"));
}

TEST_F(ProgramFailures, SlownessKeepsTheBestSoFar) {
  const Lesson lesson = teach(with(python("    if len(items) == 2: time.sleep(60)\n" + distance),
                                   R"({"learner": {"timeout": 1, "workers": 1}})"));
  EXPECT_EQ(lesson.n, 1);
  EXPECT_THAT(lesson.reason, HasSubstr("did not answer within 1 s when it was asked about [["));
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
  const char* many = R"({"items": {"pool": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5]},
                         "limits": {"seconds": 0.9}})";
  EXPECT_LT(seconds_of([&] {
              const Lesson lesson = teach(with(python(slow), many));
              EXPECT_EQ(lesson.status, Status::feasible);
              EXPECT_EQ(lesson.reason, "time");
              EXPECT_GE(lesson.n, 1);
            }),
            1.9);
  const Lesson none = teach(with(python(distance), R"({"limits": {"seconds": 0}, "size": [2, 3]})"));
  EXPECT_EQ(none.reason, "time");
  EXPECT_EQ(none.n, 2);  // the first question is always waited for
}

TEST_F(ProgramFailures, AnInterruptionEndsTheSearchWithTheBestSoFar) {
  std::atomic<bool> asked = false;
  const Options options{.interrupt = &asked};
  const std::string slow = "    open('answers', 'a').write('.'); time.sleep(0.05)\n" + distance;
  std::thread press([&] {
    const std::filesystem::path answers = folder_.path() / "answers";
    std::error_code none_yet;
    for (int i = 0; i < 1000; ++i) {
      const auto count = std::filesystem::file_size(answers, none_yet);
      if (!none_yet && count > 4) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    asked = true;
  });
  const Json json = with(python(slow));
  const Lesson lesson = teach(json, options);
  press.join();
  EXPECT_EQ(lesson.reason, "interrupted");
  EXPECT_TRUE(lesson.has_items);
  // And where nothing was answered yet there is nothing to show.
  const report::Answer at_once = answer(json, options);
  EXPECT_EQ(at_once.lesson.reason, "interrupted");
  EXPECT_FALSE(at_once.lesson.has_items);
  EXPECT_THAT(report::to_text(at_once), StartsWith("No lesson was found."));
  EXPECT_FALSE(to_json(at_once, true).contains("items"));
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
}  // namespace didact::io
