#include "report/report.hpp"

#include "problems.hpp"
#include "report/catalogue.hpp"
#include "report/simulation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace didact::report::report_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Answer taught(const std::string& model, const std::string& patch = "{}") {
  return io::read_problem(io::problem(model, patch))->teach({});
}

TEST(Table, AlignsByWhatIsSeen) {
  Table table("lr");
  table.add({"a", "1"});
  table.add({"größe", "22"});
  table.add({Cell{"two", "lines"}, Cell{"3"}});
  EXPECT_EQ(table.text(), "  a        1\n  größe   22\n  two      3\n  lines\n");
  EXPECT_EQ(display_width("\033[1m█é\033[0m"), 2u);
}

TEST(Table, NumbersAreBrief) {
  EXPECT_EQ(brief(2.645685961), "2.64569");
  EXPECT_EQ(brief(-0.0), "0");
  EXPECT_EQ(brief(infinity), "∞");
  EXPECT_EQ(brief(Json::parse("[1e-17, 0.5]"), 1e-13), Cell{"[0, 0.5]"});
  EXPECT_EQ(brief(Json::parse("[[10, 2], [3, 4]]")), (Cell{"[10, 2]", "[ 3, 4]"}));
  EXPECT_EQ(brief(Json(std::vector<int>(20, 1))).front(), "[1, 1, 1, 1, 1, 1, 1, 1, … 20 in all]");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(counted(1, "item"), "1 item");
}

TEST(Text, IsPaintedForATerminalOnly) {
  const Answer answer = taught("poisson");
  EXPECT_THAT(to_text(answer), Not(HasSubstr("\033")));
  EXPECT_THAT(to_text(answer, {true}), HasSubstr("\033[1m"));
}

TEST(Text, SaysEveryVerdict) {
  Answer answer = taught("categorical");
  answer.lesson.proven_up_to = 1'000'000;
  EXPECT_THAT(to_text(answer),
              HasSubstr("proven optimal: no teaching set of up to 1,000,000 items has a lower impedance"));
  answer.lesson.status = Status::feasible;
  answer.lesson.lower_bound = 2;
  for (const auto& [reason, words] :
       std::vector<std::pair<Reason, std::string>>{{Reason::gap, "within the gap"},
                                                   {Reason::time, "time was up"},
                                                   {Reason::interrupted, "interrupted"},
                                                   {Reason::not_provable, "not provable"}}) {
    answer.lesson.reason = reason;
    EXPECT_THAT(to_text(answer), AllOf(HasSubstr("not proven optimal"), HasSubstr(words), HasSubstr("below 2,")));
  }
}

TEST(Text, SaysWhoseGapItWas) {
  Answer answer = taught("categorical");
  answer.lesson.status = Status::feasible;
  answer.lesson.lower_bound = 2;
  answer.lesson.reason = Reason::gap;
  EXPECT_THAT(to_text(answer), HasSubstr("the gap that was asked for"));
  answer.lesson.usual_gap = 0.01;
  EXPECT_THAT(to_text(answer), AllOf(HasSubstr("within 1 % of the best"),
                                     HasSubstr("the usual gap for a pool; --gap 0"), Not(HasSubstr("asked for"))));
}

TEST(Text, CountsTheCategoriesThatItLeavesOut) {
  Json problem = io::problem_example(io::model("categorical").description());
  problem["learner"]["prior"]["beta"] = std::vector<double>(100, 1);
  problem["target"]["pi"] = std::vector<double>(100, 0.01);
  problem.erase("names");
  EXPECT_THAT(to_text(io::read_problem(problem)->teach({})), HasSubstr("76 more categories"));
}

Verdict verdict_of(double impedance, Status status, double best, double bound) {
  Verdict verdict{taught("categorical").learners};
  verdict.set = {.impedance = impedance, .loss = impedance, .effort = 0, .n = 3};
  verdict.optimum.status = status;
  verdict.optimum.impedance = best;
  verdict.optimum.lower_bound = bound;
  return verdict;
}

TEST(Verdicts, CompareWithWhatIsKnown) {
  const auto said = [](double impedance, Status status, double best, double bound) {
    return report::comparison_of(verdict_of(impedance, status, best, bound));
  };
  EXPECT_EQ(said(3, Status::optimal, 2.5, 2.5), "0.5 worse than the best lesson");
  EXPECT_EQ(said(2.5 + 1e-10, Status::optimal, 2.5, 2.5), "as good as the best lesson");
  EXPECT_EQ(said(3, Status::feasible, 2.5, 1), "0.5 worse than the best known lesson");
  EXPECT_EQ(said(2, Status::feasible, 2.5, 1), "0.5 better than the best known lesson");
  EXPECT_EQ(said(2.5, Status::feasible, 2.5, 1), "as good as the best known lesson");
  EXPECT_EQ(said(infinity, Status::optimal, 2.5, 2.5), "infinitely worse than the best lesson");
  EXPECT_EQ(said(infinity, Status::unteachable, infinity, infinity), "");
  EXPECT_EQ(said(2, Status::unbounded, 2.5, -infinity), "0.5 better than the best known set (there is no best lesson)");
}

TEST(Verdicts, AreNeverNaN) {
  for (const double set : {-infinity, 1.0, infinity}) {
    for (const double best : {-infinity, 1.0, infinity}) {
      const Verdict verdict = verdict_of(set, Status::feasible, best, -infinity);
      EXPECT_FALSE(std::isnan(verdict.excess())) << set << " " << best;
      EXPECT_FALSE(std::isnan(verdict.optimum.gap())) << best;
      EXPECT_THAT(to_text(verdict), Not(HasSubstr("nan")));
    }
  }
}

TEST(Verdicts, HaveNoFiguresOfALessonThatIsNotThere) {
  EXPECT_THAT(to_text(verdict_of(2, Status::unbounded, infinity, -infinity)), Not(HasSubstr("∞")));
}

TEST(Verdicts, ReportASetThatRefutesAProof) {
  EXPECT_THROW(verdict_of(2, Status::optimal, 2.5, 2.5).check(), std::logic_error);
  EXPECT_THROW(verdict_of(0.5, Status::feasible, 2.5, 1).check(), std::logic_error);
  EXPECT_NO_THROW(verdict_of(2, Status::feasible, 2.5, 1).check());
  EXPECT_NO_THROW(verdict_of(2.5 - 1e-10, Status::optimal, 2.5, 2.5).check());  // the last digits
  Verdict beyond = verdict_of(2, Status::optimal, 2.5, 2.5);
  beyond.optimum.proven_up_to = 2;
  EXPECT_NO_THROW(beyond.check());
  Verdict forbidden = verdict_of(2, Status::optimal, 2.5, 2.5);
  forbidden.set.violates = "too large";
  EXPECT_NO_THROW(forbidden.check());
}

SimulationReport simulated(Status status) {
  SimulationReport report;
  report.size = "3";
  report.drawn = "sets";
  report.sets = {.sets = 2, .mean = 3, .deviation = 1, .min = 2, .max = 4, .edges = {2, 4}, .counts = {2}};
  report.optimum = verdict_of(3, status, 2.5, 1).optimum;
  return report;
}

TEST(Simulations, SayWhatIsKnownOfTheBestLesson) {
  EXPECT_THAT(to_text(simulated(Status::optimal)),
              AllOf(HasSubstr("The best lesson has impedance 2.5 (proven optimal), 0.5 below their mean"),
                    HasSubstr("← the optimum")));
  EXPECT_FALSE(report::to_json(simulated(Status::optimal)).contains("optimum_status"));
  const SimulationReport known = simulated(Status::feasible);
  EXPECT_THAT(to_text(known), AllOf(HasSubstr("The best known lesson has impedance 2.5 (not proven optimal: no set is "
                                              "below 1), 0.5 below their mean"),
                                    HasSubstr("← the best known lesson"), Not(HasSubstr("the best lesson"))));
  EXPECT_EQ(report::to_json(known)["optimum_status"], "feasible");
}

TEST(Simulations, OfNoSetsOrOneHaveNoNaN) {
  SimulationReport report = simulated(Status::optimal);
  report.interrupted = true;
  for (const std::vector<double>& values : {std::vector<double>{}, std::vector<double>{2}}) {
    Tally tally(TallyFrame{0, {-0.5, 0.5}});
    tally.add(values);
    report.sets = summary(tally, false);
    EXPECT_THAT(to_text(report), AllOf(HasSubstr("Interrupted"), Not(HasSubstr("nan")))) << values.size();
  }
}

TEST(Text, ShowsWhatTheLearnerExpects) {
  const std::string text = to_text(taught("multivariate-gaussian", R"({"effort": {"per_item": 1}})"));
  EXPECT_THAT(text, AllOf(HasSubstr("[∞, ∞, ∞]"), HasSubstr("[2.99999,       0,       0]   [1, 0, 0]"),
                          HasSubstr("[0, 0, 0]   [0, 0, 0]")));
}

TEST(Text, NothingToTeach) {
  EXPECT_THAT(to_text(taught("bernoulli", R"({"effort": {"per_item": 100}})")),
              StartsWith("Teach a bernoulli learner nothing: no lesson is worth its effort.\n"));
}

TEST(Text, NoLesson) {
  EXPECT_THAT(
      to_text(taught("bernoulli", R"({"effort": null})")),
      AllOf(StartsWith("There is no best lesson."), HasSubstr("With more items the impedance falls without end.")));
  EXPECT_THAT(to_text(taught("bernoulli", R"({"target": {"p": 0}})")),
              AllOf(StartsWith("This target cannot be taught."), HasSubstr("target.p")));
}

TEST(Text, ManyCategoriesAreCut) {
  Json json = io::problem("categorical");
  json["learner"]["prior"]["beta"] = std::vector<double>(1000, 1);
  json["target"]["pi"] = std::vector<double>(1000, 0.001);
  const std::string text = to_text(io::read_problem(json)->teach({}));
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 60);
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    EXPECT_LE(display_width(std::string_view(text).substr(at, text.find('\n', at) - at)), 120u);
  }
}

TEST(JsonAnswer, InfiniteValuesAreNull) {
  const Json json = report::to_json(taught("bernoulli", R"({"target": {"p": 0}})"));
  EXPECT_EQ(Json::parse(io::pretty(json))["impedance"], nullptr);
  EXPECT_EQ(Json::parse(io::pretty(json))["gap"], nullptr);
  EXPECT_FALSE(json.contains("items"));
}

TEST(JsonAnswer, ItemsAreScalarsOrLists) {
  EXPECT_TRUE(report::to_json(taught("exponential"))["items"][0].is_number());
  EXPECT_TRUE(report::to_json(taught("multivariate-gaussian-mean"))["items"][0].is_array());
  const Answer one = taught("multivariate-gaussian-mean", R"({"learner": {"covariance": [[1]], "prior": {"mean": [1],
      "covariance": [[0.5]]}}, "target": {"mean": [0]}})");
  EXPECT_TRUE(report::to_json(one)["items"][0].is_array());
}

TEST(JsonAnswer, OfSizeSaysHowFarItIsProven) {
  const Answer answer = taught("bernoulli", R"({"effort": {"of_size": "n"}, "limits": {"max_items": 500}})");
  EXPECT_EQ(report::to_json(answer)["proven_up_to"], 500);
}

TEST(Csv, HasAHeaderAndEveryDigit) {
  const ItemSet items{Matrix{{0.1, 1.0 / 3}, {2, -1e-300}}, {2, 1}};
  EXPECT_EQ(to_csv(items, {{.range = std::vector<Interval>(2)}, true, {}}),
            "x1,x2\n0.1,0.3333333333333333\n0.1,0.3333333333333333\n2,-1e-300\n");
}

TEST(Catalogue, ListsEveryParameter) {
  for (const auto& model : io::models()) {
    const std::string text = to_text(model->description());
    for (const auto* group : {&model->description().known, &model->description().prior, &model->description().target}) {
      for (const io::Parameter& p : *group) EXPECT_THAT(text, HasSubstr(std::string(p.meaning)));
    }
    EXPECT_EQ(report::to_json(model->description())["prior"].size(), model->description().prior.size());
  }
}

}  // namespace
}  // namespace didact::report::report_test
