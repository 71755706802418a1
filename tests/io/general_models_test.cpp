// threshold and concepts through the problem file: what is solved, and what is refused.

#include "problems.hpp"
#include "report/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace didact::io::general_models_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

io::Answer answer(const std::string& text) {
  return read_problem(parsed(text))->teach({});
}

const std::string three = R"({"model": "concepts", "concepts": {"c1": [0, 0, 1], "c2": [0, 1, 1], "c3": [1, 1, 1]}})";

TEST(GeneralModels, ConceptsAreTaughtByTheirLabels) {
  const Json json = report::to_json(
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
  const io::Answer known =
      answer(R"({"learner": )" + seen + R"(, "target": {"concept": "c2"}, "effort": {"per_item": 0.2}})");
  EXPECT_NEAR(known.lesson.loss_before, std::log(2), 1e-12);
  EXPECT_EQ(known.lesson.n, 1);
  EXPECT_EQ(answer(R"({"learner": )" + seen + R"(, "target": {"concept": "c3"}})").lesson.status, Status::unteachable);
}

/// What the target can have made ends between whole numbers.
TEST(GeneralModels, WholeItemsOfUniformHypothesesAreWhole) {
  const std::string learner = R"({"model": "hypotheses", "hypotheses": {"A": {"uniform": {"range": [-1.56, 2.24]}},
      "B": {"uniform": {"range": [-2.23, 2.6]}}, "C": {"uniform": {"range": [-0.7, 1.25]}}}})";
  const Json json = report::to_json(answer(R"({"learner": )" + learner + R"(, "target": {"hypothesis": "A"},
      "items": {"integers": true}, "effort": {"per_item": 0.1}, "limits": {"max_items": 4}})"),
                                    true);
  EXPECT_EQ(json["status"], "optimal");
  ASSERT_FALSE(json["items"].empty());
  for (const Json& item : json["items"]) EXPECT_EQ(item.get<double>(), std::round(item.get<double>()));
  const Json none = report::to_json(
      answer(R"({"learner": {"model": "hypotheses", "hypotheses": {"A": {"uniform": {"range": [0.2, 0.8]}},
      "B": {"uniform": {"range": [-1, 1]}}}}, "target": {"hypothesis": "A"}, "items": {"integers": true}, "effort": {"per_item": 0.1}})"),
      true);
  EXPECT_EQ(none["status"], "optimal");
  EXPECT_EQ(none["n"], 0);
}

TEST(GeneralModels, PoolsOfATableGoByTheNamesOfItsColumns) {
  const std::string learner = R"({"model": "hypotheses", "table": {"A": [0.2, 0.8], "B": [0.6, 0.4]}})";
  for (const std::string pool : {R"(["apple", "pear"])", R"([{"x": "apple"}, {"x": "pear"}])", "[1, 2]"}) {
    const Json json = report::to_json(answer(R"({"learner": )" + learner + R"(, "names": ["apple", "pear"],
        "target": {"hypothesis": "A"}, "items": {"pool": )" +
                                             pool + R"(}, "effort": {"per_item": 0.1}})"),
                                      true);
    EXPECT_EQ(json["items"], parsed(R"(["pear"])")) << pool;
    EXPECT_EQ(json["rows"], parsed("[2]")) << pool;
  }
}

TEST(GeneralModels, HypothesesNeedRoomForItemsApart) {
  const std::string learner =
      R"({"model": "hypotheses", "hypotheses": {"A": {"gaussian": {"mean": -0.25, "variance": 0.5}},
      "B": {"gaussian": {"mean": 0.25, "variance": 0.5}}}})";
  const Json point =
      parsed(R"({"learner": )" + learner + R"(, "target": {"hypothesis": "A"}, "items": {"range": [2, 2]},
      "size": 3, "effort": {"closeness": 0.1}})");
  EXPECT_THAT(mistakes(point), ElementsAre(HasSubstr("size: at least 3 items, but only 1 distinct ones exist")));
  Json whole = point;
  whole["items"] = parsed(R"({"range": [1, 2], "integers": true})");
  EXPECT_THAT(mistakes(whole), ElementsAre(HasSubstr("but only 2 distinct ones exist")));
  whole["size"] = 2;
  EXPECT_THAT(mistakes(whole), ElementsAre());
}

TEST(GeneralModels, ThresholdItemsHaveLabels) {
  const Json json = report::to_json(
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

TEST(GeneralModels, RefuseTablesThatAreNoProbabilities) {
  const std::string table = R"("table": {"A": [0.9, 0.3], "B": [0.5, 0.5]})",
                    rest = R"(}, "target": {"hypothesis": "A"}})";
  const std::string learner = R"({"learner": {"model": "hypotheses", )" + table;
  EXPECT_THAT(said(learner + rest), ElementsAre(testing::AllOf(HasSubstr("learner.table.A: "), HasSubstr("sum to 1.2"),
                                                               HasSubstr(R"("table_of": "labels")"))));
  EXPECT_THAT(said(learner + R"(, "table_of": "items")" + rest), testing::SizeIs(1));
  EXPECT_THAT(said(learner + R"(, "table_of": "labels")" + rest), ElementsAre());
  EXPECT_THAT(said(learner + R"(, "table_of": "rows")" + rest), ElementsAre(HasSubstr("learner.table_of: ")));
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

const std::string two = R"("hypotheses": {"A": {"gaussian": {"mean": -0.25, "variance": 0.5}},
                                          "B": {"gaussian": {"mean": 0.25, "variance": 0.5}}})";

std::string hypotheses(const std::string& learner, const std::string& rest) {
  return R"({"learner": {"model": "hypotheses", )" + learner + "}, " + rest + "}";
}

TEST(GeneralModels, HypothesesAreTaughtByTheirNames) {
  const Json json = report::to_json(
      answer(hypotheses(two,
                        R"("target": {"hypothesis": "B"}, "items": {"range": [-1, 1]}, "effort": {"per_item": 0.1})")),
      true);
  EXPECT_EQ(json["items"], parsed("[1, 1]"));
  EXPECT_NEAR(json["posterior"]["B"].get<double>(), 1 / (1 + std::exp(-2)), 1e-12);
  const std::string table =
      R"("table": {"fair": [0.5, 0.5], "loaded": [0.9, 0.1]}, "prior": {"fair": 0.9, "loaded": 0.1})";
  const Json named = report::to_json(
      answer(hypotheses(
          table, R"("target": {"hypothesis": "loaded"}, "names": ["six", "other"], "effort": {"per_item": 0.1})")),
      true);
  EXPECT_EQ(named["status"], "optimal");
  for (const Json& item : named["items"]) EXPECT_EQ(item, "six");
}

TEST(GeneralModels, HypothesesChooseFromAPool) {
  const Json json =
      report::to_json(answer(hypotheses(two, R"("target": {"hypothesis": "A"}, "effort": {"per_item": 0.1},
      "items": {"pool": [{"id": "a", "x": -0.5, "price": 0}, {"id": "b", "x": -1, "price": 0.9}, {"id": "c", "x": 0.3, "price": 0},
                         {"id": "d", "x": -0.9, "price": 0.1}], "columns": ["x"], "names": "id", "cost": "price"})")),
                      true);
  EXPECT_EQ(json["status"], "optimal");
  EXPECT_EQ(json["rows"], parsed("[1, 4]"));  // log(1 + e^-1.4) + 0.3 is less than log(1 + e^-0.9) + 0.2
  EXPECT_EQ(json["row_names"], parsed(R"(["a", "d"])"));
  EXPECT_NEAR(json["effort"].get<double>(), 0.3, 1e-12);
}

TEST(GeneralModels, ALearnerThatAnticipates) {
  const Json json = report::to_json(answer(hypotheses(R"("table": {"a": [1, 0], "b": [0.5, 0.5]}, "anticipates": true)",
                                                      R"("target": {"hypothesis": "a"}, "effort": {"per_item": 0.1})")),
                                    true);
  EXPECT_NEAR(json["loss"].get<double>(), 0, 1e-9);
  EXPECT_NEAR(json["naive"]["loss"].get<double>(), -std::log(2.0 / 3), 1e-12);
}

TEST(GeneralModels, RefuseHypothesesThatMakeNoSense) {
  const std::string target = R"("target": {"hypothesis": "A"})";
  EXPECT_THAT(said(hypotheses(two + R"(, "table": {"A": [1]})", target)),
              ElementsAre(HasSubstr("learner: must have either")));
  EXPECT_THAT(said(hypotheses(R"("hypotheses": {"A": {"gausian": {"mean": 0, "variance": 1}}})", target)),
              ElementsAre(R"(learner.hypotheses.A: unknown density "gausian"; did you mean "gaussian"?)"));
  EXPECT_THAT(
      said(hypotheses(
          R"("hypotheses": {"A": {"gaussian": {"mean": 0, "variance": 0}}, "B": {"poisson": {"rate": 1, "p": 2}}})",
          target)),
      ElementsAre("learner.hypotheses.A.gaussian.variance: must be > 0, got 0",
                  HasSubstr("learner.hypotheses.B.poisson.p: unknown key")));
  EXPECT_THAT(
      said(hypotheses(R"("hypotheses": {"A": {"poisson": {"rate": 1}}, "B": {"gaussian": {"mean": 0, "variance": 1}}})",
                      target)),
      ElementsAre(R"(learner.hypotheses.B: is a density of numbers, but "A" is one of counts)"));
  EXPECT_THAT(said(hypotheses(two + R"(, "prior": {"A": 0.5, "B": 0.6})", target)),
              ElementsAre("learner.prior: must sum to 1, but sums to 1.1"));
  EXPECT_THAT(said(hypotheses(two, R"("target": {"hypothesis": "C"})")),
              ElementsAre(HasSubstr("target.hypothesis: there is no hypothesis")));
  EXPECT_THAT(said(hypotheses(two, target + R"(, "items": {"distinct": true})")),
              ElementsAre(HasSubstr("items.distinct")));
  EXPECT_THAT(said(hypotheses(two, target + R"(, "items": {"pool": [1, 2], "range": [0, 1]})")),
              ElementsAre("items.range: a pool has its own items: range means nothing beside it"));
  EXPECT_THAT(said(hypotheses(two, target + R"(, "items": {"pool": [[1], [2, 3]]})")),
              ElementsAre("items.pool[1]: must have 1 cells, got 2"));
  EXPECT_THAT(
      said(hypotheses(two, target + R"(, "items": {"pool": [1, "x", 2], "must_include": [7], "columns": ["width"]})")),
      ElementsAre(HasSubstr("items.columns[0]: there is no header")));
  EXPECT_THAT(said(hypotheses(two, target + R"(, "items": {"pool": [1, "x", null], "must_include": [7]})")),
              ElementsAre(HasSubstr("items.pool[1]: column 1 must be a finite number"),
                          "items.pool[2]: column 1 is empty", "items.must_include[0]: there are only 3 rows, got 7"));
  EXPECT_THAT(said(hypotheses(two + R"(, "anticipates": true)", target)),
              ElementsAre(HasSubstr("learner.anticipates: needs finitely many items")));
  EXPECT_THAT(said(hypotheses(R"("table": {"A": [0.5, 1.5], "B": [1]})", target)),
              ElementsAre("learner.table.A[1]: must be in [0, 1], got 1.5"));
}

}  // namespace
}  // namespace didact::io::general_models_test
