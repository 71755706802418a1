#include "report/report.hpp"

#include "problems.hpp"
#include "report/catalogue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace didact::report::report_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Answer taught(const std::string& model, const std::string& patch = "{}") {
  return io::model(model).teach(io::problem(model, patch), {}, {});
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
       std::vector<std::pair<std::string, std::string>>{{"gap", "within the gap"},
                                                        {"time", "time was up"},
                                                        {"interrupted", "interrupted"},
                                                        {"not provable", "not provable"}}) {
    answer.lesson.reason = reason;
    EXPECT_THAT(to_text(answer), AllOf(HasSubstr("not proven optimal"), HasSubstr(words), HasSubstr("below 2,")));
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
  const std::string text = to_text(io::model("categorical").teach(json, {}, {}));
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 60);
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    EXPECT_LE(display_width(std::string_view(text).substr(at, text.find('\n', at) - at)), 120u);
  }
}

TEST(JsonAnswer, InfiniteValuesAreNull) {
  const Json json = to_json(taught("bernoulli", R"({"target": {"p": 0}})"));
  EXPECT_EQ(Json::parse(io::pretty(json))["impedance"], nullptr);
  EXPECT_EQ(Json::parse(io::pretty(json))["gap"], nullptr);
  EXPECT_FALSE(json.contains("items"));
}

TEST(JsonAnswer, ItemsAreScalarsOrLists) {
  EXPECT_TRUE(to_json(taught("exponential"))["items"][0].is_number());
  EXPECT_TRUE(to_json(taught("multivariate-gaussian-mean"))["items"][0].is_array());
  const Answer one = taught("multivariate-gaussian-mean", R"({"learner": {"covariance": [[1]], "prior": {"mean": [1],
      "covariance": [[0.5]]}}, "target": {"mean": [0]}})");
  EXPECT_TRUE(to_json(one)["items"][0].is_array());
}

TEST(JsonAnswer, OfSizeSaysHowFarItIsProven) {
  const Answer answer = taught("bernoulli", R"({"effort": {"of_size": "n"}, "limits": {"max_items": 500}})");
  EXPECT_EQ(to_json(answer)["proven_up_to"], 500);
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
    EXPECT_EQ(to_json(model->description())["prior"].size(), model->description().prior.size());
  }
}

}  // namespace
}  // namespace didact::report::report_test
