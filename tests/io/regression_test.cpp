// linear-regression through the problem file: what is solved, and what is refused.

#include "problems.hpp"
#include "report/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace didact::io::regression_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Json regression(const std::string& patch) {
  return problem("linear-regression", patch);
}
Json solved(const std::string& patch, const Context& context = {}) {
  return report::to_json(read_problem(regression(patch), context)->teach({}), true);
}
std::vector<std::string> said(const std::string& patch) {
  return mistakes(regression(patch));
}

const std::string noisy = R"("learner": {"variance": null, "prior": {"shape": 2, "scale": 1}})";

TEST(RegressionModel, AnswersInBothForms) {
  const Json known = solved("{}");
  EXPECT_EQ(known["status"], "optimal");
  EXPECT_EQ(known["items"][0]["x"].size(), 2);
  EXPECT_NEAR(known["posterior"]["mean"][0].get<double>(), 1, 1e-9);
  EXPECT_FALSE(known["posterior"].contains("shape"));
  const Json learned = solved("{" + noisy + R"(, "target": {"variance": 0.5}})");
  EXPECT_EQ(learned["status"], "optimal");
  const Json& posterior = learned["posterior"];
  EXPECT_NEAR(posterior["scale"].get<double>() / posterior["shape"].get<double>(), 0.5, 1e-9);
  EXPECT_NEAR(posterior["shape"].get<double>(), 2 + 0.5 * learned["n"].get<double>(), 1e-12);
}

TEST(RegressionModel, MagnitudeIsOfXAlone) {
  const Json answer = solved(R"({"items": null, "effort": {"per_item": 0, "magnitude": 0.1}, "size": 3})");
  double squares = 0;
  for (const Json& item : answer["items"]) {
    for (const Json& x : item["x"]) squares += x.get<double>() * x.get<double>();
  }
  EXPECT_NEAR(answer["effort"].get<double>(), 0.1 * squares, 1e-9);
  EXPECT_EQ(answer["status"], "optimal");
  EXPECT_EQ(solved(R"({"items": null})")["direction"], "larger items");
}

TEST(RegressionModel, WhatWasSeenIsPartOfThePrior) {
  const Json answer = solved(R"({"learner": {"has_seen": [{"x": [1, 0], "y": 2}, [0, 1, -1]]}, "size": 0})");
  EXPECT_NEAR(answer["posterior"]["mean"][0].get<double>(), 1, 1e-12);  // half of the way to 2
  EXPECT_NEAR(answer["posterior"]["covariance"][1][1].get<double>(), 0.5, 1e-12);
}

TEST(RegressionModel, TargetsFromDataAndBeliefs) {
  const std::string rows = R"([{"x": [1, 0], "y": 2}, {"x": [0, 1], "y": -1}, {"x": [1, 1], "y": 4}])";
  const std::string data = R"("target": {"weights": null, "data": )" + rows + "}";
  EXPECT_NEAR(solved("{" + data + "}")["posterior"]["mean"][0].get<double>(), 3, 1e-9);
  EXPECT_EQ(solved("{" + noisy + "," + data + "}")["status"], "optimal");
  const Json belief = solved(
      R"({"items": null, "effort": null, "target": {"weights": null, "belief": {"mean": [1, 2], "covariance": [[0.1, 0], [0, 0.2]]}}})");
  EXPECT_EQ(belief["status"], "optimal");
  EXPECT_NEAR(belief["posterior"]["covariance"][1][1].get<double>(), 0.2, 1e-9);
  const Json points = solved(R"({"target": {"weights": null, "belief": [{"weight": 0.5, "target": {"weights": [1, 2]}},
                                                                      {"weight": 0.5, "target": {"weights": [0, 1]}}]}})");
  EXPECT_NEAR(points["posterior"]["mean"][1].get<double>(), 1.5, 0.2);
  EXPECT_THAT(said(R"({"target": {"weights": null, "data": [{"x": [1, 2], "y": 3}]}})"),
              ElementsAre(HasSubstr("target.data: gives no weights: at least 2 items")));
  EXPECT_THAT(said("{" + noisy + R"(, "target": {"weights": null, "data": [[1, 0, 2], [0, 1, 2]]}})"),
              ElementsAre(HasSubstr("target.data: gives variance 0")));
  EXPECT_THAT(said(R"({"target": {"weights": null, "data": []}})"),
              ElementsAre("target.data: must have at least one item"));
}

TEST(RegressionModel, RefusesWhatMakesNoSense) {
  EXPECT_THAT(said(R"({"learner": {"variance": 0}})"), ElementsAre("learner.variance: must be > 0, got 0"));
  EXPECT_THAT(
      said(R"({"learner": {"variance": null}})"),
      ElementsAre("learner.prior.shape: is missing", "learner.prior.scale: is missing", "target.variance: is missing"));
  EXPECT_THAT(said(R"({"learner": {"prior": {"shape": 2}}})"),
              ElementsAre(HasSubstr("learner.prior.shape: belongs to a learned variance")));
  EXPECT_THAT(said(R"({"target": {"variance": 2}})"), ElementsAre(HasSubstr("target.variance: is not taught")));
  EXPECT_THAT(said(R"({"target": {"weights": [1, 2, 3]}})"), ElementsAre(HasSubstr("target.weights")));
  EXPECT_THAT(said(R"({"learner": {"prior": {"covariance": [[1, 2], [2, 1]]}}})"),
              ElementsAre(HasSubstr("learner.prior.covariance")));
  EXPECT_THAT(said(R"({"learner": {"prior": null, "one_of": [{"weight": 1, "prior": {}}]}})"),
              ElementsAre(HasSubstr("learner.one_of: several learners are not supported")));
  EXPECT_THAT(said(R"({"items": {"integers": true}})"), ElementsAre(HasSubstr("items.integers: means nothing")));
  EXPECT_THAT(said(R"({"items": {"range": null, "pool": [[1, 2, 3]]}})"),
              ElementsAre("items: \"y\": the column of the labels is missing"));
  EXPECT_THAT(said(R"({"effort": {"closeness": 1}})"), ElementsAre(HasSubstr("effort.closeness: is no effort")));
  EXPECT_THAT(said(R"({"items": {"range": [[0, 1], [0, 1], [0, 1]]}})"), ElementsAre(HasSubstr("items.range")));
  EXPECT_THAT(said(R"({"items": {"range": {"x": [0, 1], "y": [2, 1]}}})"), ElementsAre(HasSubstr("items.range.y")));
  EXPECT_THAT(said(R"({"learner": {"has_seen": [{"x": [1], "y": 1}]}})"),
              ElementsAre("learner.has_seen[0]: must have 3 numbers, got 2"));
  EXPECT_THAT(said(R"({"loss": "squared"})"), ElementsAre(HasSubstr("loss: must be \"kl\"")));
}

TEST(RegressionModel, EvaluatesASet) {
  const Folder folder;
  const auto set = folder.write("set.csv", "x1,x2,y\n1,0,2\n0,-1,1\n");
  const io::Verdict verdict = read_problem(regression("{}"))->evaluate(set, {});
  // Posterior N((1, -0.5), I/2), and the target is (1, -0.5).
  EXPECT_NEAR(verdict.set.loss, std::log(std::numbers::pi), 1e-12);
  EXPECT_NEAR(verdict.set.effort, 0.2, 1e-12);
  EXPECT_GE(verdict.excess(), 0);
  const auto outside = folder.write("outside.csv", "1,0,2\n0,-3,1\n");
  EXPECT_EQ(read_problem(regression("{}"))->evaluate(outside, {}).set.violates_at, 2);
}

TEST(RegressionModel, UnpacksItsStatistics) {
  const Vector s = Matrix({{2, 0, 0, 3, 1, 1.5}}).transpose();
  const io::Unpacked unpacked = model("linear-regression").example_for(4, s)->unpack(4, s, {});
  EXPECT_EQ(unpacked.set.size(), 4);
  const Matrix x = unpacked.set.rows.leftCols(2);
  EXPECT_NEAR((x.transpose() * x)(1, 1), 3, 1e-12);
  EXPECT_NEAR(x.col(1).dot(unpacked.set.rows.col(2)), 1.5, 1e-12);
  EXPECT_THROW(model("linear-regression").example_for(1, s)->unpack(1, s, {}), InvalidProblem);
  EXPECT_THROW(model("linear-regression").example_for(4, s.head(5))->unpack(4, s.head(5), {}), InvalidProblem);
}

}  // namespace
}  // namespace didact::io::regression_test
