// Learners that are programs: what is found with them, and what files may say of them.

#include "programs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace didact::io::program_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

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
  const io::Answer taught = answer(json);
  EXPECT_EQ(taught.lesson.status, Status::optimal);
  const Json said = report::to_json(taught, true);
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

TEST_F(Programs, AColumnYIsALabelUnlessItIsNamedAsANumber) {
  const auto taught = [&](const std::string& columns) {
    const std::string lists = "    loss = 0 if items and items[0] == [1, 2] else 1\n";
    return teach(with(python(lists), R"({"items": {"pool": [{"x": 1, "y": 2}])" + columns + "}}"));
  };
  EXPECT_EQ(taught("").loss, 1);
  EXPECT_EQ(taught(R"(, "columns": ["x", "y"])").loss, 0);
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
        with(python("    loss = (items[0][0] - 0.3) ** 2 if items else 9\n"), patch + std::to_string(workers) + "}}"));
  };
  EXPECT_EQ(taught(1).items.rows, taught(3).items.rows);
}

TEST_F(Programs, ARangeIsSearchedToTheLastDigits) {
  const std::string smooth = "    loss = (items[0][0] - 0.3) ** 2 + 2 * (items[0][1] + 1.25) ** 4 if items else 9\n";
  const io::Answer taught =
      answer(with(python(smooth, "{'ready': True, 'lower_bound': 0}"),
                  R"({"items": {"pool": null, "range": [[-1, 1], [-2, 0]]}, "size": [0, 1], "effort": {"fixed": 1}})"));
  ASSERT_EQ(taught.lesson.n, 1);
  EXPECT_NEAR(taught.lesson.items.rows(0, 0), 0.3, 1e-6);
  EXPECT_NEAR(taught.lesson.loss, 0, 1e-9);
  EXPECT_EQ(taught.lesson.lower_bound, 1);  // some item must be taught, and no loss is below 0
  EXPECT_EQ(taught.lesson.status, Status::optimal);
}

TEST_F(Programs, WithoutALowerBoundNothingIsKnown) {
  const io::Answer taught =
      answer(with(python("    loss = -len(items)\n"), R"({"items": {"pool": null, "range": [0, 1]}, "size": [0, 1]})"));
  EXPECT_EQ(taught.lesson.status, Status::feasible);
  EXPECT_EQ(report::to_json(taught, true)["lower_bound"].dump(), "null");
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
  io::Verdict judged(const std::string& csv, const std::string& patch) const {
    return read_problem(with(python(distance), patch), {folder_.path()})->evaluate(folder_.write("set.csv", csv), {});
  }
};

TEST_F(GivenSets, AreJudged) {
  const io::Verdict verdict = judged("1\n2\n", R"({"effort": {"per_item": 0.3}})");
  EXPECT_NEAR(verdict.set.loss, 0.7, 1e-12);
  EXPECT_NEAR(verdict.set.effort, 0.6, 1e-12);
  EXPECT_EQ(verdict.optimum.status, Status::optimal);
  EXPECT_NEAR(verdict.excess(), 1.3 - 0.8, 1e-12);  // 0.5 and 3 leave 0.2
}

TEST_F(GivenSets, AreAllowedOrNot) {
  const Evaluation stranger = judged("1\n7\n", R"({"learner": {"workers": 1}})").set;
  EXPECT_EQ(stranger.violates, "item 2 is no row of the pool that may be used");
  EXPECT_EQ(stranger.violates_at, 2);
  EXPECT_EQ(stranger.effort, infinity);
  EXPECT_NEAR(stranger.loss, 4.3, 1e-12);
  EXPECT_EQ(judged("1\n1\n", R"({"learner": {"workers": 1}})").set.violates, "item 2 is not in the pool so often");
  EXPECT_EQ(judged("1\n", R"({"items": {"must_include": [2, 4]}})").set.violates,
            "row 4 of the pool must be in every set");
  EXPECT_EQ(judged("1\n", R"({"size": 2})").set.violates, "a set of 1 items is not allowed");
  EXPECT_EQ(judged("1.5\n", R"({"items": {"pool": null, "range": [0, 1]}, "size": [0, 1]})").set.violates,
            "item 1 is outside the range");
}

// What a file can say wrong.

TEST(ProgramFiles, StrangersRunNothing) {
  EXPECT_THAT(mistakes(problem("program"), {{}, Context::Files::none}),
              ElementsAre("learner.command: programs cannot be run here"));
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
              ElementsAre("items.pool: 2 of its rows may be used, fewer than size asks for"));
  EXPECT_THAT(said(R"({"items": {"distinct": true}})"),
              ElementsAre("items.distinct: means nothing for a program learner"));
  EXPECT_THAT(said(R"({"learner": {"has_seen": [3]}})"),
              ElementsAre(StartsWith("learner.has_seen[0]: must be an item such as")));
  EXPECT_THAT(said(R"({"loss": "kl"})"), ElementsAre(StartsWith("loss: must be \"program\"")));
  EXPECT_THAT(said(R"({"names": ["a"]})"), ElementsAre(StartsWith("names: a program learner has no categories")));
}

}  // namespace
}  // namespace didact::io::program_test
