// threshold and concepts through the problem file: what is solved, and what is refused.

#include "problems.hpp"
#include "report/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace didact::io {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

report::Answer answer(const std::string& text) {
  const Json problem = parsed(text);
  Errors errors;
  return model_of(problem, errors)->teach(problem, {}, {});
}

const std::string three = R"({"model": "concepts", "concepts": {"c1": [0, 0, 1], "c2": [0, 1, 1], "c3": [1, 1, 1]}})";

TEST(GeneralModels, ConceptsAreTaughtByTheirLabels) {
  const Json json = to_json(
      answer(R"({"learner": )" + three + R"(, "target": {"concept": "c2"}, "effort": {"per_item": 0.2}})"), true);
  EXPECT_EQ(json["status"], "optimal");
  EXPECT_EQ(json["items"], parsed(R"([{"x": 1, "y": 0}, {"x": 2, "y": 1}])"));
  EXPECT_NEAR(json["impedance"].get<double>(), 0.4, 1e-12);
  EXPECT_NEAR(json["before"]["loss"].get<double>(), std::log(3), 1e-12);
}

TEST(GeneralModels, ADearConceptIsTaughtInPart) {
  // log(#consistent) + c n: three concepts left cost log 3, two log 2 + c, one 2 c.
  for (const double cost : {0.2, 0.5, 0.75, 1.0}) {
    const Lesson lesson =
        answer(R"({"learner": )" + three + R"(, "target": {"concept": "c2"}, "effort": {"per_item": )" +
               std::to_string(cost) + "}}")
            .lesson;
    const double best = std::min({std::log(3), std::log(2) + cost, 2 * cost});
    EXPECT_EQ(lesson.status, Status::optimal);
    EXPECT_NEAR(lesson.impedance, best, 1e-6);
  }
}

TEST(GeneralModels, WhatWasSeenLeavesFewerConcepts) {
  const std::string seen =
      R"({"model": "concepts", "has_seen": [{"x": 1, "y": 0}], "concepts": {"c1": [0, 0, 1], "c2": [0, 1, 1], "c3": [1, 1, 1]}})";
  const report::Answer known =
      answer(R"({"learner": )" + seen + R"(, "target": {"concept": "c2"}, "effort": {"per_item": 0.2}})");
  EXPECT_NEAR(known.lesson.loss_before, std::log(2), 1e-12);
  EXPECT_EQ(known.lesson.n, 1);
  EXPECT_EQ(answer(R"({"learner": )" + seen + R"(, "target": {"concept": "c3"}})").lesson.status, Status::unteachable);
}

TEST(GeneralModels, ThresholdItemsHaveLabels) {
  const Json json = to_json(
      answer(R"({"learner": {"model": "threshold"}, "target": {"theta": 0.3}, "effort": {"closeness": 0.1}})"), true);
  EXPECT_EQ(json["status"], "optimal");
  EXPECT_EQ(json["n"], 2);
  EXPECT_EQ(json["items"][0]["y"], -1);
  EXPECT_EQ(json["items"][1]["y"], 1);
  EXPECT_NEAR(json["items"][1]["x"].get<double>() - json["items"][0]["x"].get<double>(), 0.1, 1e-12);
}

std::vector<std::string> said(const std::string& text) {
  return mistakes(parsed(text));
}

TEST(GeneralModels, RefuseWhatMakesNoSense) {
  EXPECT_THAT(said(R"({"learner": {"model": "threshold", "prior": {}}, "target": {"theta": 1.5}})"),
              ElementsAre(HasSubstr("learner.prior: unknown key"), "target.theta: must be in [0, 1], got 1.5"));
  EXPECT_THAT(said(R"({"learner": {"model": "threshold"}, "target": {"theta": 0.5}, "effort": {"magnitude": 1}})"),
              ElementsAre("effort.magnitude: is no effort of a threshold learner"));
  EXPECT_THAT(said(R"({"learner": {"model": "threshold"}, "target": {"theta": 0.5}, "loss": "risk"})"),
              ElementsAre(R"(loss: must be "kl" or "zero-one" or "squared" for threshold, got "risk")"));
  EXPECT_THAT(
      said(R"({"learner": {"model": "threshold", "has_seen": [{"x": 0.5, "y": 0}]}, "target": {"theta": 0.5}})"),
      ElementsAre("learner.has_seen[0]: y must be 1 or -1, got 0"));
  EXPECT_THAT(said(R"({"learner": {"model": "threshold", "has_seen": [{"x": 0.5, "y": 1}, {"x": 0.6, "y": -1}]},
                       "target": {"theta": 0.5}})"),
              ElementsAre("learner.has_seen: no threshold agrees with all of these"));
  EXPECT_THAT(said(R"({"learner": {"model": "concepts"}, "target": {"concept": "c"}})"),
              ElementsAre(HasSubstr("learner: must have either \"concepts\"")));
  EXPECT_THAT(
      said(
          R"({"learner": {"model": "concepts", "concepts": {"a": [0, 1], "b": [0, 2], "c": [1]}}, "target": {"concept": "a"}})"),
      ElementsAre("learner.concepts.b[1]: must be 0 or 1, got 2",
                  "learner.concepts.c: must have as many labels as the first concept, 2, got 1"));
  EXPECT_THAT(
      said(R"({"learner": {"model": "concepts", "concepts": {"a": [0, 1], "b": [0, 1]}}, "target": {"concept": "a"}})"),
      ElementsAre(HasSubstr("a and b have the same labels")));
  EXPECT_THAT(said(R"({"learner": )" + three + R"(, "target": {"concept": "c9"}})"),
              ElementsAre(HasSubstr("target.concept")));
  EXPECT_THAT(said(R"({"learner": )" + three + R"(, "target": {"concept": "c1"}, "effort": {"of_size": "abs(5-n)+0"
}
})"),
              ElementsAre(HasSubstr("effort.of_size: must not fall")));
}

}  // namespace
}  // namespace didact::io
