// A product is its parts: the sums of what they are alone.

#include "problems.hpp"
#include "report/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace didact::io::product_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Json product(const std::vector<Json>& problems) {
  Json json = {{"learner", {{"model", "product"}, {"parts", Json::array()}}}, {"target", {{"parts", Json::array()}}}};
  for (const Json& problem : problems) {
    json["learner"]["parts"].push_back(problem["learner"]);
    json["target"]["parts"].push_back(problem["target"]);
    for (const char* key : {"effort", "items", "size"}) {
      json[key]["parts"].push_back(problem.contains(key) ? problem[key] : Json());
    }
  }
  return json;
}

io::Answer taught(const Json& json) {
  return read_problem(json)->teach({});
}

Json without_times(Json json) {
  json.erase("seconds");
  json.erase("version");  // which the whole has once
  return json;
}

RC_GTEST_PROP(Product, IsTheSumOfItsParts, ()) {
  static const std::vector<std::string> names = {"bernoulli", "categorical", "poisson",     "gaussian",
                                                 "threshold", "concepts",    "naive-bayes", "gaussian-naive-bayes"};
  std::vector<Json> problems;
  const int count = *rc::gen::inRange(1, 4);
  for (int i = 0; i < count; ++i) {
    problems.push_back(problem(*rc::gen::elementOf(names)));
    if (*rc::gen::arbitrary<bool>()) problems.back()["size"] = {0, *rc::gen::inRange(0, 5)};
    if (*rc::gen::arbitrary<bool>() && problems.back()["effort"].contains("per_item")) {
      problems.back()["effort"]["per_item"] = 0.1 * *rc::gen::inRange(1, 10);
    }
  }
  const Json all = product(problems);
  RC_ASSERT(mistakes(all).empty());
  const Json out = report::to_json(taught(all));
  double impedance = 0, loss = 0, effort = 0, bound = 0, before = 0, n = 0;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const Json alone = report::to_json(taught(problems[i]));
    RC_ASSERT(without_times(out["parts"][i]) == without_times(alone));
    impedance += alone["impedance"].get<double>();
    loss += alone["loss"].get<double>();
    effort += alone["effort"].get<double>();
    bound += alone["lower_bound"].get<double>();
    before += alone["before"]["loss"].get<double>();
    n += alone["n"].get<double>();
  }
  RC_ASSERT(out["status"] == "optimal");
  RC_ASSERT(out["impedance"] == impedance && out["loss"] == loss && out["effort"] == effort);
  RC_ASSERT(out["lower_bound"] == bound && out["before"]["loss"] == before && out["n"] == n);
}

TEST(Product, WhatIsGivenOnceHoldsForEachPart) {
  const Json shared = problem("product", R"({"size": 3, "items": {"range": [0, 9]}, "effort": {"magnitude": 0.1}})");
  const Json apart = problem("product", R"({"size": {"parts": [3, 3]},
      "items": {"parts": [{"range": [0, 9]}, {"range": [0, 9]}]},
      "effort": {"per_item": null, "parts": [{"per_item": 0.3, "magnitude": 0.1}, {"per_item": 0.3, "magnitude": 0.1}]}})");
  const Json out = report::to_json(taught(shared));
  EXPECT_EQ(out["n"], 6);
  EXPECT_EQ(out["impedance"], report::to_json(taught(apart))["impedance"]);
}

TEST(Product, TheStatusIsTheWorstOfItsParts) {
  const Json good = problem("poisson"), endless = problem("gaussian", R"({"effort": null})");
  const Json hopeless = problem("bernoulli", R"({"target": {"p": 0}, "learner": {"prior": {"alpha": 3}}})");
  const Json unbounded = report::to_json(taught(product({good, endless})));
  EXPECT_EQ(unbounded["status"], "unbounded");
  EXPECT_EQ(unbounded["direction"], "more items");
  EXPECT_TRUE(unbounded["impedance"].is_null() || !std::isfinite(unbounded["impedance"].get<double>()));
  EXPECT_FALSE(unbounded.contains("n"));
  EXPECT_EQ(unbounded["parts"][0]["status"], "optimal");
  const io::Answer unteachable = taught(product({endless, good, hopeless}));
  EXPECT_EQ(unteachable.lesson.status, Status::unteachable);
  EXPECT_THAT(unteachable.lesson.explanation, HasSubstr("part 3: "));
  EXPECT_EQ(unteachable.lesson.lower_bound, infinity);
  EXPECT_THAT(report::to_text(unteachable), HasSubstr("part 2 of 3"));
}

TEST(Product, MistakesHaveThePathOfTheirPart) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"({"learner": {"parts": null}})", "learner.parts: is missing"},
      {R"({"learner": {"parts": []}})", "learner.parts: must not be empty"},
      {R"({"learner": {"prior": {}}})", "learner.prior: unknown key"},
      {R"({"target": {"rate": 2}})", "target.rate: unknown key"},
      {R"({"target": {"parts": [{"mean": 0, "variance": 1}]}})",
       "target.parts: must have 2, one for each of learner.parts, got 1"},
      {R"({"target": {"parts": [{"mean": 0, "variance": 1}, {"rate": -1}]}})",
       "target.parts[1].rate: must be >= 0, got -1"},
      {R"({"size": {"parts": [1, -2]}})", "size.parts[1]: must be a whole number >= 0, got -2"},
      {R"({"size": {"parts": [1]}})", "size.parts: must have 2, one for each of learner.parts, got 1"},
      {R"({"effort": {"per_item": -1}})", "effort.per_item: must be >= 0, got -1"},
      {R"({"effort": {"parts": [null, null]}})", "effort.per_item: unknown key"},
      {R"({"names": ["a"]})", "names: is not supported for product"},
      {R"({"loss": "kl"})", "loss: is not supported for product"},
  };
  for (const auto& [patch, mistake] : cases) {
    EXPECT_THAT(mistakes(problem("product", patch)), testing::Contains(HasSubstr(mistake))) << patch;
  }
  Json json = problem("product");
  json["learner"]["parts"][1]["prior"]["rate"] = 0;
  EXPECT_THAT(mistakes(json), ElementsAre("learner.parts[1].prior.rate: must be > 0, got 0"));
  json["learner"]["parts"][0]["model"] = "product";
  EXPECT_THAT(mistakes(json), ElementsAre(HasSubstr("learner.parts[0].model: a product cannot be part of a product")));
  json = product({problem("categorical"), problem("poisson")});
  json["target"]["parts"][0]["pi"] = {0.5, 0.5};
  EXPECT_THAT(mistakes(json),
              ElementsAre("target.parts[0].pi: must have 3 entries, as learner.parts[0].prior.beta has, got 2"));
}

TEST(Product, ItsTimeIsForAllPartsTogether) {
  Json json = problem("product", R"({"limits": {"seconds": 0}})");
  EXPECT_TRUE(mistakes(json).empty());
  EXPECT_EQ(taught(json).parts.size(), 2u);
}

TEST(Product, ItsCsvHasTheRowsOfEachPart) {
  const Json first = problem("categorical", R"({"names": null, "size": 2})"),
             second = problem("gaussian-naive-bayes", R"({"size": 1})");
  const std::string csv = report::to_csv(taught(product({first, second})));
  EXPECT_TRUE(csv.starts_with("part,item\n1,")) << csv;
  EXPECT_THAT(csv, HasSubstr("\npart,label,x1,x2\n2,"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5);
}

TEST(Product, HasNoOneSetToEvaluate) {
  EXPECT_THROW(read_problem(problem("product"))->evaluate("set.csv", {}), InvalidProblem);
  EXPECT_THROW(model("product").example_for(1, Vector::Ones(1))->unpack(1, Vector::Ones(1), {}), InvalidProblem);
}

}  // namespace
}  // namespace didact::io::product_test
