// Learners that are programs: what is found with them, and what becomes of all that they can do wrong.

#include "io/program_model.hpp"
#include "problems.hpp"
#include "report/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <sys/wait.h>
#include <thread>

namespace didact::io {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A learner in Python: `body` sets `loss` from `items`, a list of items, and may do worse.
std::string python(const std::string& body, const std::string& ready = "{'ready': True}") {
  return "import json, os, sys, time\n"
         "hello = json.loads(sys.stdin.readline())\n"
         "print(json.dumps(" +
         ready +
         "), flush=True)\n"
         "for line in sys.stdin:\n"
         "    question = json.loads(line)\n"
         "    items = question['items']\n" +
         body + "    print(json.dumps({'id': question['id'], 'loss': loss}), flush=True)\n";
}

const std::string distance = "    loss = abs(sum(x[0] for x in items) - 3.7)\n";

class Programs : public testing::Test {
 protected:
  /// A problem for a learner in Python; the patch is merged into it.
  Json with(const std::string& code, const std::string& patch = "{}") const {
    folder_.write("learner.py", code);
    return of({"python3", "-SE", "learner.py"}, patch);  // starts in half the time
  }
  Json of(const std::vector<std::string>& command, const std::string& patch = "{}") const {
    Json json = parsed(R"({"learner": {"model": "program", "timeout": 5, "workers": 2}, "target": null,
                           "items": {"pool": [0.5, 1, 1.5, 2, 3]}})");
    json["learner"]["command"] = command;
    json.merge_patch(parsed(patch));
    if (!json.contains("target")) json["target"] = nullptr;
    return json;
  }
  report::Answer answer(const Json& json, const Options& options = {}) const {
    return model("program").teach(json, {folder_.path()}, options);
  }
  Lesson teach(const Json& json, const Options& options = {}) const { return answer(json, options).lesson; }

  /// What a program of no use is refused with.
  std::string refusal(const Json& json) const {
    try {
      const Lesson lesson = teach(json);
      return "a lesson of " + std::to_string(lesson.n);
    } catch (const InvalidProblem& invalid) {
      EXPECT_EQ(invalid.errors().size(), 1u);
      EXPECT_EQ(invalid.errors()[0].path, "learner.command");
      EXPECT_NE(report::to_json(invalid.errors()).dump(), "");  // valid UTF-8
      return invalid.errors()[0].message;
    }
  }
  std::string script(const std::string& commands) const { return refusal(of({"sh", "-c", commands})); }

  Folder folder_;
};

double seconds_of(const std::function<void()>& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// What is found.

TEST_F(Programs, SmallPoolsAreSolvedByTryingAll) {
  const Lesson lesson = teach(with(python(distance), R"({"effort": {"per_item": 0.3}})"));
  const double pool[] = {0.5, 1, 1.5, 2, 3};
  double best = infinity;
  for (unsigned set = 0; set < 32; ++set) {
    double sum = 0, effort = 0;
    for (unsigned i = 0; i < 5; ++i) {
      if (set >> i & 1) sum += pool[i], effort += 0.3;
    }
    best = std::min(best, std::abs(sum - 3.7) + effort);
  }
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_NEAR(lesson.impedance, best, 1e-12);
  EXPECT_NEAR(lesson.loss_before, 3.7, 1e-12);
  EXPECT_EQ(lesson.lower_bound, lesson.impedance);
}

TEST_F(Programs, TheWishesOfAPoolAreKeptTo) {
  const std::string sum = "    loss = abs(sum(item['x'][0] * item['y'] for item in items) - 6)\n";
  const Json json = with(python(sum), R"({"items": {"pool": [["a", 1, 1, 0], ["b", 2, 1, 0.1], ["c", 3, 1, 0.5],
       ["d", 6, 1, 9], ["e", 5, 1, 0], ["f", 1, -1, 0.2]], "columns": [2], "y": 3, "names": 1, "cost": 4, "repeat": true,
       "must_include": ["f"], "must_exclude": [5]}, "size": [0, 4]})");
  // f is there, so the others sum to 7: b, b, c for 0.9 of which 0.2 is for f.
  const report::Answer taught = answer(json);
  EXPECT_EQ(taught.lesson.status, Status::optimal);
  const Json said = to_json(taught, true);
  EXPECT_EQ(said["row_names"], parsed(R"(["b", "b", "c", "f"])"));
  EXPECT_EQ(said["rows"], parsed("[2, 2, 3, 6]"));
  EXPECT_EQ(said["items"][3], parsed(R"({"x": 1, "y": -1})"));
  EXPECT_NEAR(said["effort"].get<double>(), 0.9, 1e-12);
  EXPECT_EQ(said["loss"], 0);
  EXPECT_THAT(report::to_text(taught), AllOf(HasSubstr("name"), HasSubstr("× 2"), HasSubstr("proven optimal")));
}

TEST_F(Programs, TheExchangeIsAsDocumented) {
  folder_.write("learner.sh",
                "read hello; echo \"$hello\" >> heard; echo '{\"ready\": true, \"lower_bound\": 0}'\n"
                "read first; echo \"$first\" >> heard; echo '{\"id\": 1, \"loss\": 2.5}'\n"
                "read second; echo \"$second\" >> heard; echo '{\"id\": 2, \"loss\": 0}'\n");
  teach(of({"sh", "learner.sh"},
           R"({"learner": {"workers": 1, "has_seen": [[4, 5, -1]]}, "target": {"any": ["thing", 1.5]},
       "items": {"pool": [{"x": [1, 2], "y": 1}, {"x": [3.5, 4], "y": -1}], "must_exclude": [2]}})"));
  Errors errors;
  EXPECT_EQ(read_text(folder_.path() / "heard", "", errors),
            R"({"didact":1,"target":{"any":["thing",1.5]},"has_seen":[{"x":[4,5],"y":-1}]}
{"id":1,"items":[]}
{"id":2,"items":[{"x":[1,2],"y":1}]}
)");
}

TEST_F(Programs, TheSameAnswerForAnyNumberOfWorkers) {
  const auto taught = [&](int workers) {
    const std::string patch =
        R"({"items": {"pool": [0.1, 0.4, 0.25, 0.9, 0.31, 0.7]}, "size": [1, 3], "learner": {"workers": )";
    return teach(
        with(python("    loss = sum((x[0] - 0.3) ** 2 for x in items)\n"), patch + std::to_string(workers) + "}}"));
  };
  const Lesson one = taught(1);
  for (const int workers : {2, 3}) {
    const Lesson lesson = taught(workers);
    EXPECT_EQ(lesson.rows, one.rows);
    EXPECT_EQ(lesson.impedance, one.impedance);
  }
}

TEST_F(Programs, TheSamePointsForAnyNumberOfWorkers) {
  const auto taught = [&](int workers) {
    const std::string patch = R"({"items": {"pool": null, "range": [-1, 1]}, "size": 1, "learner": {"workers": )";
    return teach(
        with(python("    loss = abs(items[0][0] - 0.3) if items else 9\n"), patch + std::to_string(workers) + "}}"));
  };
  EXPECT_EQ(taught(1).items.rows, taught(3).items.rows);
}

TEST_F(Programs, ARangeIsSearchedToTheLastDigits) {
  const std::string smooth = "    loss = (items[0][0] - 0.3) ** 2 + 2 * (items[0][1] + 1.25) ** 4 if items else 9\n";
  const report::Answer taught =
      answer(with(python(smooth, "{'ready': True, 'lower_bound': 0}"),
                  R"({"items": {"pool": null, "range": [[-1, 1], [-2, 0]]}, "size": [0, 1], "effort": {"fixed": 1}})"));
  ASSERT_EQ(taught.lesson.n, 1);
  EXPECT_NEAR(taught.lesson.items.rows(0, 0), 0.3, 1e-6);
  EXPECT_NEAR(taught.lesson.loss, 0, 1e-9);
  EXPECT_EQ(taught.lesson.lower_bound, 1);  // some item must be taught, and no loss is below 0
  EXPECT_EQ(taught.lesson.status, Status::optimal);
}

TEST_F(Programs, WithoutALowerBoundNothingIsKnown) {
  const report::Answer taught =
      answer(with(python("    loss = -len(items)\n"), R"({"items": {"pool": null, "range": [0, 1]}, "size": [0, 1]})"));
  EXPECT_EQ(taught.lesson.status, Status::feasible);
  EXPECT_EQ(to_json(taught, true)["lower_bound"].dump(), "null");
  EXPECT_THAT(report::to_text(taught), HasSubstr("nothing is known about how"));
}

TEST_F(Programs, InfiniteLossesAreUnteachableIfAllAre) {
  EXPECT_EQ(teach(with(python("    loss = None\n"))).status, Status::unteachable);
  const Lesson some = teach(with(python("    loss = 1 if len(items) == 5 else None\n")));
  EXPECT_EQ(some.n, 5);
  EXPECT_EQ(some.loss_before, infinity);
}

class GivenSets : public Programs {
 protected:
  report::Verdict verdict(const std::string& csv, const std::string& patch) const {
    return model("program").evaluate(with(python(distance), patch), {folder_.path()}, folder_.write("set.csv", csv),
                                     {});
  }
};

TEST_F(GivenSets, AreJudged) {
  const report::Verdict set = verdict("1\n2\n", R"({"effort": {"per_item": 0.3}})");
  EXPECT_NEAR(set.loss, 0.7, 1e-12);
  EXPECT_NEAR(set.effort, 0.6, 1e-12);
  EXPECT_EQ(set.optimum.status, Status::optimal);
  EXPECT_NEAR(set.excess(), 1.3 - 0.8, 1e-12);  // 0.5 and 3 leave 0.2
}

TEST_F(GivenSets, AreAllowedOrNot) {
  const report::Verdict stranger = verdict("1\n7\n", R"({"learner": {"workers": 1}})");
  EXPECT_EQ(stranger.violates, "item 2 is no row that may be used");
  EXPECT_EQ(stranger.violates_at, 2);
  EXPECT_EQ(stranger.effort, infinity);
  EXPECT_NEAR(stranger.loss, 4.3, 1e-12);
  EXPECT_EQ(verdict("1\n1\n", R"({"learner": {"workers": 1}})").violates,
            "item 2 is there more often than in the pool");
  EXPECT_EQ(verdict("1\n", R"({"items": {"must_include": [2, 4]}})").violates, "row 4 must be in every set");
  EXPECT_EQ(verdict("1\n", R"({"size": 2})").violates, "a set of 1 items is not allowed");
  EXPECT_EQ(verdict("1.5\n", R"({"items": {"pool": null, "range": [0, 1]}, "size": [0, 1]})").violates,
            "item 1 is outside the range");
}

// What a program can do wrong, before anything is known.

TEST_F(Programs, WhatCannotBeStartedIsRefused) {
  EXPECT_EQ(refusal(of({"./no-such-learner"})), "./no-such-learner could not be started: No such file or directory");
  EXPECT_THAT(refusal(of({"no-such-learner-anywhere"})), HasSubstr("No such file or directory"));
  folder_.write("plain.txt", "text\n");
  EXPECT_EQ(refusal(of({"./plain.txt"})), "./plain.txt could not be started: Permission denied");
}

TEST_F(Programs, WhatDoesNotGreetIsRefused) {
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

TEST_F(Programs, WhatAnswersNonsenseIsRefused) {
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

TEST_F(Programs, WhatFailsAtTheFirstQuestionIsRefused) {
  EXPECT_THAT(refusal(with(python("    loss = 1 / 0\n"))),
              AllOf(HasSubstr("exited with code 1 when it was asked about [], twice"), HasSubstr("ZeroDivisionError")));
  EXPECT_THAT(refusal(with(python("    loss = -1\n", "{'ready': True, 'lower_bound': 0}"))),
              HasSubstr("gave a loss of -1, below its own lower_bound 0"));
}

TEST_F(Programs, WhatTakesTooLongIsRefused) {
  const auto patch = R"({"learner": {"timeout": 0.2}})";
  EXPECT_LT(seconds_of([&] {
              EXPECT_EQ(refusal(of({"sleep", "60"}, patch)), "sleep 60 did not answer within 0.2 s");
              EXPECT_THAT(refusal(of({"sh", "-c", "read x; echo '{\"ready\": true}'; exec <&-; sleep 60"}, patch)),
                          HasSubstr("did not answer within 0.2 s when it was asked about []"));
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

TEST_F(Programs, AllThatAProgramStartedEndsWithIt) {
  refusal(with(python("    import subprocess\n    child = subprocess.Popen(['sleep', '60'])\n"
                      "    open('pid', 'w').write(str(child.pid))\n    child.wait()\n"),
               R"({"learner": {"timeout": 0.4}})"));
  Errors errors;
  const std::string pid = read_text(folder_.path() / "pid", "", errors);
  ASSERT_FALSE(pid.empty());
  for (int i = 0; i < 100 && runs(pid); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_FALSE(runs(pid));
}

// And later: the best so far is kept.

TEST_F(Programs, AFailureKeepsTheBestSoFar) {
  const auto failed = [&](const std::string& body) {
    const report::Answer taught = answer(with(python("    if len(items) == 2: " + body + "\n" + distance)));
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

TEST_F(Programs, SlownessKeepsTheBestSoFar) {
  const Lesson lesson = teach(with(python("    if len(items) == 2: time.sleep(60)\n" + distance),
                                   R"({"learner": {"timeout": 0.8, "workers": 1}})"));
  EXPECT_EQ(lesson.n, 1);
  EXPECT_THAT(lesson.reason, HasSubstr("did not answer within 0.8 s when it was asked about [["));
}

TEST_F(Programs, ACrashIsForgivenOnce) {
  const std::string once =
      "    if len(items) == 2 and not os.path.exists('crashed'):\n        open('crashed', 'w'); os._exit(1)\n";
  EXPECT_EQ(teach(with(python(once + distance))).status, Status::optimal);
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "crashed"));
}

TEST_F(Programs, WhoAnswersOnceIsStartedAgain) {
  const std::string code = python(distance) + "    break\n";
  EXPECT_EQ(teach(with(code, R"({"items": {"pool": [1, 2, 3]}})")).status, Status::optimal);
}

TEST_F(Programs, MuchOnStandardErrorIsNoHindrance) {
  const std::string chatty = "    print('x' * 300000, file=sys.stderr, flush=True)\n" + distance;
  EXPECT_EQ(teach(with(python(chatty))).status, Status::optimal);
}

TEST_F(Programs, LimitsEndTheSearchWithTheBestSoFar) {
  const std::string slow = "    time.sleep(0.02)\n" + distance;
  const char* many = R"({"items": {"pool": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5]},
                         "limits": {"seconds": 0.5}})";
  EXPECT_LT(seconds_of([&] {
              const Lesson lesson = teach(with(python(slow), many));
              EXPECT_EQ(lesson.status, Status::feasible);
              EXPECT_EQ(lesson.reason, "time");
              EXPECT_GE(lesson.n, 1);
            }),
            1.5);
  const Lesson none = teach(with(python(distance), R"({"limits": {"seconds": 0}, "size": [2, 3]})"));
  EXPECT_EQ(none.reason, "time");
  EXPECT_EQ(none.n, 2);  // the first question is always waited for
}

TEST_F(Programs, AnInterruptionEndsTheSearchWithTheBestSoFar) {
  std::atomic<bool> asked = false;
  const Options options{.interrupt = &asked};
  const std::string slow = "    open('started', 'w'); time.sleep(0.05)\n" + distance;
  std::thread press([&] {
    while (!std::filesystem::exists(folder_.path() / "started"))
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
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

TEST_F(Programs, NothingIsLeftBehind) {
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

// What a file can say wrong.

TEST(ProgramFiles, StrangersRunNothing) {
  EXPECT_THAT(mistakes(problem("program"), {{}, false}), ElementsAre("learner.command: programs cannot be run here"));
}

TEST(ProgramFiles, MistakesAreNamedByTheirPath) {
  const auto said = [](const std::string& patch) { return mistakes(problem("program", patch)); };
  EXPECT_THAT(said("{}"), ElementsAre());
  EXPECT_THAT(said(R"({"learner": {"command": "python3 learner.py"}})"),
              ElementsAre(StartsWith("learner.command: must be a list of a program and its arguments")));
  EXPECT_THAT(said(R"({"learner": {"command": []}})"), ElementsAre(StartsWith("learner.command: must be a list")));
  EXPECT_THAT(said(R"({"learner": {"command": [""]}})"), ElementsAre("learner.command[0]: must not be empty"));
  EXPECT_THAT(said(R"({"learner": {"command": ["a", 1]}})"), ElementsAre("learner.command[1]: must be a text, got 1"));
  EXPECT_THAT(said(R"({"learner": {"command": null}})"), ElementsAre("learner.command: is missing"));
  EXPECT_THAT(said(R"({"learner": {"timeout": 0}})"), ElementsAre("learner.timeout: must be > 0, got 0"));
  EXPECT_THAT(said(R"({"learner": {"workers": 0}})"),
              ElementsAre(StartsWith("learner.workers: must be a whole number >= 1")));
  EXPECT_THAT(said(R"({"learner": {"workers": 5000}})"),
              ElementsAre("learner.workers: must be at most 1024, got 5000"));
  EXPECT_THAT(said(R"({"learner": {"prior": {}}})"), ElementsAre(StartsWith("learner.prior: unknown key")));
  EXPECT_THAT(said(R"({"target": null})"), ElementsAre("target: is missing"));
  EXPECT_THAT(said(R"({"items": null})"), ElementsAre("items: is missing"));
  EXPECT_THAT(said(R"({"items": {"pool": null}})"), ElementsAre(StartsWith("items: must have a \"pool\"")));
  EXPECT_THAT(said(R"({"items": {"range": [0, 1]}})"),
              ElementsAre(StartsWith("items.range: a pool has its own items")));
  EXPECT_THAT(said(R"({"items": {"pool": null, "range": [1, 0]}})"),
              ElementsAre(StartsWith("items.range: leaves no item")));
  EXPECT_THAT(said(R"({"items": {"pool": [[1], ["two"]]}})"),
              ElementsAre(StartsWith("items.pool[1]: column 1 must be")));
  EXPECT_THAT(said(R"({"items": {"must_include": [1, 2]}, "size": [0, 1]})"),
              ElementsAre("items.must_include: has 2 rows, but a set may have at most 1"));
  EXPECT_THAT(said(R"({"items": {"must_exclude": [1, 2]}, "size": 3})"),
              ElementsAre("items: at least 3 items are asked for, but at most 2 rows may be used"));
  EXPECT_THAT(said(R"({"items": {"distinct": true}})"),
              ElementsAre("items.distinct: means nothing for a program learner"));
  EXPECT_THAT(said(R"({"learner": {"has_seen": [3]}})"),
              ElementsAre(StartsWith("learner.has_seen[0]: must be an item such as")));
  EXPECT_THAT(said(R"({"loss": "kl"})"), ElementsAre(StartsWith("loss: must be \"program\"")));
  EXPECT_THAT(said(R"({"names": ["a"]})"), ElementsAre(StartsWith("names: a program learner has no categories")));
}

}  // namespace
}  // namespace didact::io
