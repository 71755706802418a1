// ridge, logistic and svm through the problem file: what is solved, and what is refused.

#include "problems.hpp"
#include "report/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace didact::io::linear_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Json solved(const std::string& model_name, const std::string& patch, const Context& context = {}) {
  const Json given = problem(model_name, patch);
  return report::to_json(read_problem(given, context)->teach({}), true);
}

std::vector<std::string> said(const std::string& model_name, const std::string& patch, const Context& context = {}) {
  return mistakes(problem(model_name, patch), context);
}

TEST(LinearModels, AnswerWithItemsAndWhatTheLearnerIsThen) {
  const Json ridge = solved("ridge", R"({"target": {"weights": [3, 4]}})");
  EXPECT_EQ(ridge["status"], "optimal");
  EXPECT_EQ(ridge["n"], 1);
  EXPECT_EQ(ridge["items"][0]["x"].size(), 2);
  EXPECT_NEAR(ridge["items"][0]["y"].get<double>(), 10, 1e-12);  // ‖w‖ + λ‖w‖ for x of length 1
  EXPECT_NEAR(ridge["posterior"]["weights"][0].get<double>(), 3, 1e-12);
  EXPECT_FALSE(ridge["posterior"].contains("bias"));
  EXPECT_DOUBLE_EQ(ridge["before"]["loss"].get<double>(), 25);
  const Json svm =
      solved("svm", R"({"learner": {"bias": true}, "target": {"bias": 0.5}, "effort": {"per_item": 0.001}})");
  EXPECT_EQ(svm["status"], "optimal");
  EXPECT_EQ(svm["n"], 2);
  EXPECT_NEAR(svm["posterior"]["bias"].get<double>(), 0.5, 1e-12);
  for (const Json& item : svm["items"]) EXPECT_EQ(std::abs(item["y"].get<double>()), 1);
}

TEST(LinearModels, RiskNeedsTestItemsAndNoWeights) {
  const Folder folder;
  folder.write("test.csv", "x1,x2,y\n1,2,1\n-1,0.5,-1\n0.5,0,1\n");
  const std::string patch = R"({"loss": "risk", "target": {"weights": null, "test": "test.csv"}, "size": 2})";
  for (const char* name : {"ridge", "logistic", "svm"}) {
    const Json answer = solved(name, patch, {folder.path()});
    EXPECT_EQ(answer["n"], 2);
    EXPECT_EQ(answer["items"][0]["x"].size(), 2);
    EXPECT_LT(answer["loss"].get<double>(), answer["before"]["loss"].get<double>());
  }
  EXPECT_THAT(said("svm", R"({"loss": "risk"})"), ElementsAre(HasSubstr("target.test")));
  EXPECT_THAT(said("svm", R"({"target": {"test": [{"x": [1, 2], "y": 1}]}})"),
              ElementsAre("target.test: only the loss risk looks at test items"));
  EXPECT_THAT(said("svm", R"({"loss": "risk", "target": {"test": []}})"),
              ElementsAre("target.test: must not be empty"));
  EXPECT_THAT(said("svm", R"({"loss": "risk", "target": {"test": [{"x": [1, 2], "y": 3}]}})"),
              ElementsAre("target.test[0]: y must be 1 or -1, got 3"));
  EXPECT_THAT(said("svm", R"({"loss": "risk", "target": {"test": [{"x": [1], "y": 1}]}})"),
              ElementsAre("target.test[0]: must have 3 numbers, got 2"));
  EXPECT_THAT(said("logistic", R"({"learner": {"bias": true}, "loss": "risk", "target": {"test": [[1, 2, 1]]}})"),
              ElementsAre(HasSubstr("target.test: with a bias both labels must be there")));
}

TEST(LinearModels, ChooseRowsOfAPool) {
  const Folder folder;
  folder.write("pool.csv", "id,a,b,label,price\nu,1,0,1,0\nv,0,1,-1,0.5\nw,2,-1,1,0\nx,-1,0,-1,0\n");
  const Json answer = solved("svm", R"({"items": {"pool": "pool.csv", "columns": ["a", "b"], "y": "label",
                                        "names": "id", "cost": "price", "must_exclude": ["u"]}})",
                             {folder.path()});
  EXPECT_EQ(answer["status"], "optimal");
  ASSERT_TRUE(answer.contains("row_names"));
  for (const Json& name : answer["row_names"]) EXPECT_NE(name, "u");
  EXPECT_THAT(said("svm", R"({"items": {"pool": [{"x": [1, 2], "y": 2}]}})"),
              ElementsAre("items.pool: row 1: its label must be 1 or -1, got 2"));
  EXPECT_THAT(said("svm", R"({"items": {"pool": [{"x": [1, 2], "y": 1}]}, "size": 2})"),
              ElementsAre("items.pool: 1 of its rows may be used, fewer than size asks for"));
  EXPECT_THAT(said("svm", R"({"items": {"pool": [{"x": [1, 2], "y": 1}], "must_include": [1]}, "size": 0})"),
              ElementsAre("items.must_include: has 1 rows, but a set may have at most 0"));
  EXPECT_THAT(said("ridge", R"({"items": {"pool": [{"x": [1, 2, 3], "y": 1}]}})"),
              ElementsAre(HasSubstr("items: the pool's items must have 2 numbers")));
}

TEST(LinearModels, RangesAreOfXOrOfBoth) {
  const Json answer = solved("ridge", R"({"items": {"range": {"x": [[0, 1], [-1, 0]], "y": [-2, 2]}}})");
  for (const Json& item : answer["items"]) {
    EXPECT_GE(item["x"][0], 0);
    EXPECT_LE(item["x"][1], 0);
    EXPECT_LE(std::abs(item["y"].get<double>()), 2);
  }
  EXPECT_THAT(said("svm", R"({"items": {"range": {"y": [-0.5, 0.5]}}})"),
              ElementsAre("items.range.y: leaves no label: neither 1 nor -1 is in it"));
  EXPECT_THAT(said("svm", R"({"items": {"range": [[0, 1], [0, 1], [0, 1]]}})"), ElementsAre(HasSubstr("items.range")));
  EXPECT_THAT(said("svm", R"({"items": {"integers": true}})"),
              ElementsAre("items.integers: means nothing for a svm learner"));
}

TEST(LinearModels, RefuseWhatMakesNoSense) {
  EXPECT_THAT(said("ridge", R"({"learner": {"lambda": 0}})"), ElementsAre("learner.lambda: must be > 0, got 0"));
  EXPECT_THAT(said("ridge", R"({"learner": {"lambda": null}})"), ElementsAre(HasSubstr("lambda")));
  EXPECT_THAT(said("ridge", R"({"learner": {"bias": 1}})"),
              ElementsAre(HasSubstr("learner.bias: must be true or false")));
  EXPECT_THAT(said("ridge", R"({"learner": {"bias": true}})"), ElementsAre(HasSubstr("target.bias")));
  EXPECT_THAT(said("ridge", R"({"target": {"bias": 1}})"),
              ElementsAre("target.bias: the learner has no bias: learner.bias is false"));
  EXPECT_THAT(said("ridge", R"({"target": {"weights": null}})"), ElementsAre(HasSubstr("target")));
  EXPECT_THAT(said("ridge", R"({"target": {"weights": []}})"), ElementsAre("target.weights: must not be empty"));
  EXPECT_THAT(said("logistic", R"({"learner": {"has_seen": [{"x": [1, 2], "y": 0}]}})"),
              ElementsAre("learner.has_seen[0]: y must be 1 or -1, got 0"));
  EXPECT_THAT(said("logistic", R"({"learner": {"has_seen": [{"x": [1], "y": 1}]}})"),
              ElementsAre("learner.has_seen[0]: must have 3 numbers, got 2"));
  EXPECT_THAT(said("svm", R"({"loss": "kl"})"),
              ElementsAre(R"(loss: must be "parameters" or "risk" for svm, got "kl")"));
  EXPECT_THAT(said("svm", R"({"effort": {"per_category": [1]}})"), ElementsAre(HasSubstr("effort.per_category")));
  EXPECT_THAT(said("svm", R"({"learner": {"prior": {}}})"), ElementsAre(HasSubstr("learner.prior: unknown key")));
}

TEST(LinearModels, EvaluateTrainsOnTheGivenSet) {
  const Folder folder;
  const auto set = folder.write("set.csv", "1,0,1\n0,-1,1\n");
  const io::Verdict verdict = read_problem(problem("ridge"))->evaluate(set, {});
  // w = (1, -1)/2 for λ = 1, and the target is (1, -0.5).
  EXPECT_NEAR(verdict.set.loss, 0.25, 1e-12);
  EXPECT_NEAR(verdict.set.effort, 0.2, 1e-12);
  EXPECT_NEAR(verdict.optimum.impedance, 0.1, 1e-12);
}

}  // namespace
}  // namespace didact::io::linear_test
