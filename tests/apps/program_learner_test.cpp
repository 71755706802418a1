// A learner that is a program, from end to end: exit codes, what is said where, and Ctrl-C.

#include "patience.hpp"
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace didact::program_learner_test {
namespace {

using io::Json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

/// A problem whose learner runs `body` for every set, and then says that its loss is the number of rows left out.
std::string problem(const Folder& folder, const std::string& body) {
  folder.write(
      "learner.py",
      "import json, os, sys, time\nsys.stdin.readline()\nprint('{\"ready\": true, \"lower_bound\": 0}', flush=True)\n"
      "for line in sys.stdin:\n    question = json.loads(line)\n    items = question['items']\n    " +
          body + "\n    print(json.dumps({'id': question['id'], 'loss': 20 - len(items)}), flush=True)\n");
  Json json = {{"learner", {{"model", "program"}, {"command", {"python3", "-SE", "learner.py"}}, {"workers", 1}}},
               {"target", "anything"},
               {"items", {{"pool", Json::array()}}}};
  for (int i = 0; i < 20; ++i) json["items"]["pool"].push_back(i);
  return folder.write("problem.json", json.dump());
}

TEST(ProgramLearner, AFailureAtOnceIsBadInput) {
  const Folder folder;
  const Outcome taught = run({"teach", problem(folder, "sys.exit('no model today')"), "--format", "json"});
  EXPECT_EQ(taught.code, 2);
  EXPECT_EQ(json_of(taught)["errors"][0]["path"], "learner.command");
  EXPECT_THAT(taught.err, AllOf(HasSubstr("learner.command: python3 -SE learner.py exited with code 1"),
                                HasSubstr("its last words: no model today")));
}

TEST(ProgramLearner, ALaterFailureIsAReason) {
  const Folder folder;
  const std::string file = problem(folder, "len(items) < 2 or os._exit(4)");
  const Outcome taught = run({"teach", file, "--format", "json"});
  EXPECT_EQ(taught.code, 0);
  EXPECT_EQ(json_of(taught)["status"], "feasible");
  EXPECT_THAT(json_of(taught)["reason"].get<std::string>(),
              HasSubstr("program failed: python3 -SE learner.py exited with code 4"));
  EXPECT_EQ(json_of(taught)["n"], 1);
  EXPECT_THAT(run({"teach", file}).out, HasSubstr("program failed"));
  EXPECT_THAT(run({"teach", file, "--format", "csv"}).err, HasSubstr("program failed"));
}

TEST(ProgramLearner, CtrlCPrintsTheBestSoFarAndEndsTheProgram) {
  const Folder folder;
  const std::string file = problem(folder, "time.sleep(0.02); open('asked', 'a').write(str(os.getpid()) + '\\n')");
  Process process({"teach", file, "--format", "json"}, "");
  const auto asked = [&] {
    const std::string lines = folder.read("asked");
    return std::count(lines.begin(), lines.end(), '\n');
  };
  ASSERT_TRUE(comes_true([&] { return asked() >= 12; }));
  const auto pressed = std::chrono::steady_clock::now();
  process.signal(SIGINT);
  const Outcome taught = process.wait();
  EXPECT_LT(std::chrono::steady_clock::now() - pressed, std::chrono::seconds(30));  // all sets take hours
  EXPECT_EQ(taught.code, 130) << taught.err;
  EXPECT_EQ(json_of(taught)["status"], "feasible");
  EXPECT_EQ(json_of(taught)["reason"], "interrupted");
  EXPECT_GE(json_of(taught)["n"], 1);
  EXPECT_NE(kill(std::stoi(folder.read("asked")), 0), 0);
}

TEST(ProgramLearner, EvaluatesASet) {
  const Folder folder;
  const Outcome judged =
      run({"evaluate", problem(folder, "pass"), "--set", folder.write("set.csv", "3\n5\n"), "--format", "json"});
  EXPECT_EQ(judged.code, 0) << judged.err;
  EXPECT_EQ(json_of(judged)["loss"], 18);
  EXPECT_EQ(json_of(judged)["optimum"]["impedance"], 0);
  EXPECT_EQ(json_of(judged)["excess"], 18);
  EXPECT_THAT(judged.err, IsEmpty());
}

}  // namespace
}  // namespace didact::program_learner_test
