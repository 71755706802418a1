// gaussian-naive-bayes: labelled rows, in and out.

#include "problems.hpp"
#include "report/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace didact::io::labelled_rows_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string name = "gaussian-naive-bayes";

io::Answer taught(const std::string& patch = "{}", const Context& context = {}) {
  return read_problem(problem(name, patch), context)->teach({});
}

Json answer(const std::string& patch = "{}", const Context& context = {}) {
  return report::to_json(taught(patch, context));
}

io::Verdict read_again(const std::string& patch, const std::string& csv) {
  const Folder folder;
  return read_problem(problem(name, patch))->evaluate(folder.write("set.csv", csv), {});
}

TEST(LabelledRows, AnAnswerHasRowsAndCounts) {
  const Json json = answer(R"({"names": ["A", "B"]})");
  EXPECT_EQ(json["status"], "optimal");
  EXPECT_EQ(json["items"].size(), json["n"]);
  EXPECT_EQ(json["items"][0]["label"], "A");
  EXPECT_EQ(json["items"][0]["x"].size(), 2u);
  EXPECT_EQ(json["counts"]["classes"][0].get<double>() + json["counts"]["classes"][1].get<double>(), json["n"]);
  EXPECT_EQ(json["posterior"]["features"][1][0]["kappa"].get<double>(), 1 + json["counts"]["classes"][1].get<double>());
  EXPECT_EQ(json["relaxed"]["s"].size(), 2u);
  EXPECT_THAT(report::to_text(taught()), HasSubstr("features.mean"));
}

TEST(LabelledRows, TheCsvOfALessonIsWorthTheLesson) {
  for (const std::string patch : {"{}", R"({"names": ["item", "2"], "items": {"range": [[-1, 3], [-1, 4]]}})"}) {
    const io::Answer answer = taught(patch);
    const std::string csv = report::to_csv(answer);
    EXPECT_TRUE(csv.starts_with("label,x1,x2\n")) << csv;
    EXPECT_NEAR(read_again(patch, csv).set.impedance, answer.lesson.impedance, 1e-12);
    EXPECT_EQ(read_again(patch, csv.substr(csv.find('\n') + 1)).set.n, answer.lesson.n);
  }
}

TEST(LabelledRows, WhatItHasSeenIsPartOfItsPrior) {
  const std::string seen = R"({"learner": {"has_seen": [{"label": 1, "x": [1, 2]}, {"label": 2, "x": [3, -1]}]}})";
  const Folder folder;
  folder.write("seen.csv", "label,weight,height\n1,1,2\n2,3,-1\n");
  EXPECT_EQ(answer(seen)["impedance"],
            answer(R"({"learner": {"has_seen": "seen.csv"}})", {folder.path()})["impedance"]);
  const Json posterior = answer(R"({"learner": {"has_seen": [{"label": 1, "x": [1, 2]}]}, "size": 0})")["posterior"];
  EXPECT_EQ(posterior["classes"], Json({3, 1}));
  EXPECT_EQ(posterior["features"][0][1], parsed(R"({"mean": 1, "kappa": 2, "shape": 2.5, "scale": 3})"));
}

TEST(LabelledRows, DataIsATarget) {
  const std::string data = R"({"target": {"classes": null, "features": null, "data": [
      {"label": 1, "x": [-1, 1]}, {"label": 1, "x": [1, 3]},
      {"label": 2, "x": [2, 2]}, {"label": 2, "x": [4, -2]}]}})";
  const std::string point = R"({"target": {"features": [
      [{"mean": 0, "variance": 1}, {"mean": 2, "variance": 1}],
      [{"mean": 3, "variance": 1}, {"mean": 0, "variance": 4}]]}})";
  EXPECT_EQ(answer(data)["impedance"], answer(point)["impedance"]);
  EXPECT_THAT(mistakes(problem(name, R"({"target": {"classes": null, "features": null,
      "data": [{"label": 1, "x": [0, 1]}, {"label": 1, "x": [2, 1]}, {"label": 2, "x": [2, 2]}]}})")),
              ElementsAre("target.data: gives feature 2 of class 1 no variance: its rows must differ there"));
  EXPECT_THAT(mistakes(problem(name, R"({"target": {"classes": null, "features": null,
      "data": [{"label": 1, "x": [0, 1]}, {"label": 1, "x": [2, 2]}]}})")),
              ElementsAre("target.data: gives no rows of class 2"));
}

TEST(LabelledRows, MistakesAreNamedByPath) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"({"learner": {"prior": {"classes": [1, 0]}}})", "learner.prior.classes[1]: must be > 0, got 0"},
      {R"({"learner": {"prior": {"features": 1}}})", "learner.prior.features: must be a list, got 1"},
      {R"({"learner": {"has_seen": [{"label": 3, "x": [1, 2]}]}})",
       "learner.has_seen[0].label: must be a class, 1 to 2, got 3"},
      {R"({"learner": {"has_seen": [{"label": 1, "x": [1]}]}})",
       "learner.has_seen[0].x: must have 2 numbers, one for each feature, got 1"},
      {R"({"learner": {"has_seen": [{"label": 1, "x": [1, "a"]}]}})",
       R"(learner.has_seen[0].x[1]: must be a finite number, got "a")"},
      {R"({"learner": {"one_of": []}})", "learner.one_of: a class of learners is not supported for " + name},
      {R"({"target": {"classes": null, "features": null, "belief": []}})",
       "target.belief: a belief over targets is not supported for " + name},
      {R"({"items": {"range": [[0, 1], [0, 1], [0, 1]]}})",
       "items.range: must have 2 entries, as learner.prior.features[0] has, got 3"},
      {R"({"items": {"integers": true}})", "items.integers: means nothing for a " + name + " learner"},
      {R"({"items": {"pool": "x.csv"}})", "items.pool: pools are not supported for " + name},
      {R"({"effort": {"closeness": 1}})", "effort.closeness: is no effort of a " + name + " learner"},
      {R"({"names": ["a"]})", "names: must have 2 entries, as learner.prior.classes has, got 1"},
  };
  for (const auto& [patch, mistake] : cases) {
    EXPECT_THAT(mistakes(problem(name, patch)), ElementsAre(mistake)) << patch;
  }
  Json json = problem(name);
  json["learner"]["prior"]["features"][1][0]["kappa"] = -1;
  json["target"]["features"][0][1].erase("variance");
  json["target"]["features"][1][1]["spread"] = 2;
  EXPECT_THAT(mistakes(json),
              ElementsAre("learner.prior.features[1][0].kappa: must be > 0, got -1",
                          HasSubstr("target.features[0][1].variance"), HasSubstr("target.features[1][1].spread")));
}

TEST(LabelledRows, MistakesInAFileAreNamedByRow) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"label,a,b\n3,1,1\n", "--set: set.csv, row 1, column 1: must be a class, 1 to 2, got \"3\""},
      {"1,1,1\n1,1,x\n", "--set: set.csv, row 2, column 3: must be a finite number, got \"x\""},
      {"1,1,inf\n", "--set: set.csv, row 1, column 3: must be a finite number, got \"inf\""},
      {"1,1\n", "--set: set.csv, row 1: must have 3 cells, a label and 2 numbers, got 2"},
  };
  for (const auto& [csv, mistake] : cases) {
    try {
      read_again("{}", csv);
      ADD_FAILURE() << csv;
    } catch (const InvalidProblem& invalid) {
      EXPECT_EQ(invalid.errors()[0].text(), mistake);
    }
  }
}

TEST(LabelledRows, ARowOutsideOfTheRangeIsNotAllowed) {
  const io::Verdict verdict = read_again(R"({"items": {"range": [0, 2]}})", "1,1,1\n2,1,3\n");
  EXPECT_EQ(report::to_json(verdict)["violates"], 2);
}

}  // namespace
}  // namespace didact::io::labelled_rows_test
