// Pictures of answers: of every model's template, and where there is little to show.

#include "io/registry.hpp"
#include "io/template.hpp"
#include "paths.hpp"
#include "report/figures.hpp"
#include "report/pictures.hpp"
#include "svg.hpp"
#include <didact/concepts/named_classes.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace didact::report::answers_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Drawn twice, clean and the same.
std::string drawn(const Json& problem) {
  const Answer answer = io::read_problem(problem, {paths::source("examples")})->teach({});
  const std::string svg = picture(answer, problem);
  EXPECT_THAT(faults_of_svg(svg), IsEmpty()) << problem;
  EXPECT_EQ(svg, picture(answer, problem));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  return svg;
}

Json parsed(const std::string& text) {
  io::Errors errors;
  Json json = io::parse_json(text, errors);
  io::throw_if_any(errors);
  return json;
}

TEST(AnswerPictures, OfEveryTemplateShowBeforeAfterAndTarget) {
  for (const auto& model : io::models()) {
    const std::string_view name = model->description().name;
    if (name == "program") continue;  // its template names a program that is not there
    const std::string svg = drawn(io::problem_example(model->description()));
    EXPECT_THAT(svg, AllOf(HasSubstr("impedance"), HasSubstr("proven optimal"))) << name;
    EXPECT_THAT(svg, Not(HasSubstr(">The parameters<"))) << name << " has a picture of its own";
    if (name == "concepts") continue;  // shown as a grid, which has no legend
    EXPECT_THAT(svg, AllOf(HasSubstr("learner before"), HasSubstr("learner after"))) << name;
    const bool in_words = name == "hypotheses" || name == "threshold";
    EXPECT_THAT(svg, HasSubstr(in_words ? "target" : ">target<")) << name;
  }
}

TEST(AnswerPictures, HaveTheAnswerAsTheirTitle) {
  const std::string svg = drawn(parsed(R"({"learner": {"model": "categorical", "prior": {"beta": [6, 3, 1]}},
      "target": {"pi": [0.1, 0.3, 0.6]}, "names": ["<a>", "b & c", "\"d\""], "effort": {"per_item": 0.3}})"));
  EXPECT_THAT(svg, HasSubstr(">10 items, impedance 2.6457, proven optimal</title>"));
  EXPECT_THAT(svg, AllOf(HasSubstr(">&lt;a&gt;<"), HasSubstr(">b &amp; c<"), HasSubstr(">×8<")));
}

TEST(AnswerPictures, WithoutALessonSaySo) {
  EXPECT_THAT(drawn(parsed(R"({"learner": {"model": "poisson", "prior": {"shape": 2, "rate": 1}},
                               "target": {"rate": 4}, "size": 0})")),
              HasSubstr("0 items"));
  EXPECT_THAT(drawn(parsed(R"({"learner": {"model": "bernoulli", "prior": {"alpha": 2, "beta": 1}},
                               "target": {"p": 0}, "effort": {"per_item": 0.3}})")),
              Not(HasSubstr("nan")));
  EXPECT_THAT(drawn(parsed(R"({"learner": {"model": "gaussian-mean", "variance": 1,
                                           "prior": {"mean": 2, "variance": 0.5}}, "target": {"mean": 0}})")),
              AllOf(HasSubstr("There is no best lesson"), HasSubstr("more items")));
}

TEST(AnswerPictures, OfManyCategoriesAndLearnersAreCut) {
  Json problem = parsed(R"({"learner": {"model": "categorical"}, "target": {}, "effort": {"per_item": 0.3}})");
  for (int k = 0; k < 200; ++k) {
    problem["target"]["pi"].push_back(1.0 / 200);
    problem["learner"]["prior"]["beta"].push_back(1 + k % 3);
  }
  EXPECT_THAT(drawn(problem), HasSubstr("Shown are the 60 of 200"));
  Json several = parsed(R"({"learner": {"model": "poisson", "one_of": []}, "target": {"rate": 4},
                            "effort": {"per_item": 0.3}})");
  for (int j = 0; j < 5; ++j) {
    several["learner"]["one_of"].push_back({{"weight", 0.2}, {"prior", {{"shape", 2 + j}, {"rate", 1}}}});
  }
  EXPECT_THAT(drawn(several), AllOf(HasSubstr("first 3 of 5 learners"), HasSubstr("Learner 2 (weight 0.2). ")));
}

TEST(AnswerPictures, OfManyDimensionsAndHugeNumbersFit) {
  drawn(parsed(R"({"learner": {"model": "multivariate-gaussian-mean",
      "covariance": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]],
      "prior": {"mean": [1, 1, -1e6, 1e-9], "covariance": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}},
      "target": {"mean": [0, 0, 0, 0]}, "effort": {"per_item": 0.3}})"));
  drawn(parsed(R"({"learner": {"model": "gaussian", "prior": {"mean": 0.01, "kappa": 1, "shape": 0.5, "scale": 1e-12}},
      "target": {"mean": 0, "variance": 1e-12}, "effort": {"per_item": 0.3}})"));
  drawn(parsed(R"({"learner": {"model": "poisson", "prior": {"shape": 2e6, "rate": 1}},
      "target": {"rate": 1e6}, "effort": {"per_item": 0.3}})"));
}

TEST(AnswerPictures, OfExamplesAreClean) {
  for (const auto& file : std::filesystem::directory_iterator(paths::source("examples"))) {
    const std::string name = file.path().filename().string();
    if (file.path().extension() != ".json" || name == "program.json" || name == "poisoning.json")
      continue;  // run elsewhere
    io::Errors errors;
    SCOPED_TRACE(name);
    drawn(parsed(io::read_text(file.path(), "", errors)));
  }
}

TEST(DimensionPictures, ShowConceptsOrCountThem) {
  const ConceptClass few = concepts::named_class("thresholds:10"), many = concepts::named_class("power-set:6");
  const std::string rows = picture(few, concepts::class_dimension(few)),
                    counted = picture(many, concepts::class_dimension(many));
  EXPECT_THAT(faults_of_svg(rows), IsEmpty());
  EXPECT_THAT(faults_of_svg(counted), IsEmpty());
  EXPECT_THAT(rows, AllOf(HasSubstr("Teaching dimension 2"), HasSubstr("How many items each concept needs")));
  EXPECT_THAT(counted, HasSubstr("How many concepts need how many items"));
}

TEST(PaperFigures, AreDrawnFromWhatIsComputed) {
  const std::string one = figure_1(1), two = figure_2(1);
  EXPECT_THAT(faults_of_svg(one), IsEmpty());
  EXPECT_THAT(faults_of_svg(two), IsEmpty());
  EXPECT_THAT(two, AllOf(HasSubstr("4 items"), HasSubstr("(−0.25, −0.25, −0.25)"), HasSubstr("proven optimal")));
  EXPECT_EQ(two, figure_2(1));
  EXPECT_NE(two, figure_2(2));
}

}  // namespace
}  // namespace didact::report::answers_test
