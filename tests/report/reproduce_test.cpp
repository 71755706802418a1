#include "report/reproduce.hpp"

#include "paths.hpp"
#include "report/paper_baselines.hpp"
#include "report/paper_niw.hpp"
#include <didact/didact.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace didact::report::reproduce_test {
namespace {

const Reproduction& paper_now() {
  static const Reproduction reproduction = reproduce_paper();
  return reproduction;
}

/// What docs/mathematics.md §3 says, to the digits that it says or more.
struct Known {
  const char* id;
  Figure ReproducedRow::*column;
  std::vector<double> values;
  double tolerance;
};

const std::vector<Known> known = {
    {"unpacking.first", &ReproducedRow::as_said, {3, 5}, 0},
    {"unpacking.second", &ReproducedRow::as_said, {3, 5}, 1e-14},
    {"multinomial.relaxed", &ReproducedRow::as_said, {0, 1.81695481, 8.14825008}, 1e-6},
    {"multinomial.relaxed.impedance", &ReproducedRow::as_said, {2.640629856}, 5e-10},
    {"multinomial.best", &ReproducedRow::as_said, {0, 2, 8}, 0},
    {"multinomial.best", &ReproducedRow::corrected, {0, 2, 8}, 0},
    {"multinomial.best.impedance", &ReproducedRow::corrected, {2.645685961}, 5e-10},
    {"multinomial.proportional", &ReproducedRow::corrected, {4.506438302}, 5e-10},
    {"multinomial.many", &ReproducedRow::corrected, {956.250858967}, 5e-10},
    {"multinomial.untaught", &ReproducedRow::corrected, {6.5997}, 5e-5},
    {"multinomial.zero_effort.mle", &ReproducedRow::corrected, {0.099, 0.300, 0.601}, 5e-4},
    {"multinomial.random.mean", &ReproducedRow::corrected, {4.957329}, 5e-7},
    {"multinomial.random.deviation", &ReproducedRow::corrected, {1.870282}, 5e-7},
    {"multinomial.random.minimum", &ReproducedRow::corrected, {2.645685961}, 5e-10},
    {"multinomial.random.maximum", &ReproducedRow::corrected, {29.199}, 5e-4},
    {"gaussian.relaxed_n", &ReproducedRow::as_said, {3.63385441434}, 1e-10},
    {"gaussian.relaxed_n", &ReproducedRow::corrected, {3.63385441434}, 1e-6},
    {"gaussian.n", &ReproducedRow::corrected, {4}, 0},
    {"gaussian.s", &ReproducedRow::corrected, {-1, -1, -1}, 1e-12},
    {"gaussian.S_ii", &ReproducedRow::as_said, {4.63}, 5e-3},
    {"gaussian.S_ii", &ReproducedRow::corrected, {5}, 1e-12},
    {"gaussian.S_ij", &ReproducedRow::corrected, {-1}, 1e-12},
    {"gaussian.item_mean", &ReproducedRow::corrected, {-0.25}, 1e-12},
    {"gaussian.impedance.printed_S", &ReproducedRow::as_said, {1.694007}, 5e-7},
    {"gaussian.impedance", &ReproducedRow::corrected, {1.676156}, 5e-7},
    {"gaussian.constants", &ReproducedRow::corrected, {4.473910}, 5e-7},
    {"gaussian.three_items", &ReproducedRow::corrected, {1.746143}, 5e-7},
};

TEST(Reproduce, has_the_checked_figures) {
  for (const Known& figure : known) {
    SCOPED_TRACE(figure.id);
    const std::vector<double>& values = (paper_now().row(figure.id).*figure.column).values;
    ASSERT_EQ(values.size(), figure.values.size());
    for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], figure.values[i], figure.tolerance);
  }
}

/// Four standard errors of each of two samples of 100,000, and the rounding of the figure that is compared with.
void expect_estimate(const char* id, Figure ReproducedRow::*column, double value, double rounding, double error) {
  EXPECT_NEAR((paper_now().row(id).*column).values.at(0), value, rounding + 8 * error) << id;
}

TEST(Reproduce, baselines_are_within_chance) {
  const double root = std::sqrt(1e5);
  const auto as_said = &ReproducedRow::as_said, corrected = &ReproducedRow::corrected;
  EXPECT_NEAR(paper_now().row("multinomial.random.mean").as_said.values.at(0), 4.957329, 4 * 1.870282 / root);
  expect_estimate("multinomial.random.deviation", as_said, 1.870282, 0, 2 / root);
  expect_estimate("gaussian.random.mean", as_said, 9.05, 0.005, 3.34 / root);
  expect_estimate("gaussian.random.deviation", as_said, 3.34, 0.005, 3.34 / root);
  expect_estimate("gaussian.random.mean", corrected, 10.00, 0.005, 4.23 / root);
  expect_estimate("gaussian.random.deviation", corrected, 4.23, 0.005, 4.23 / root);
}

TEST(Reproduce, judges_the_print) {
  auto agreement = [](const char* id) { return paper_now().row(id).agreement; };
  for (const char* id : {"unpacking.second", "gaussian_mean.n", "gaussian_mean.s", "gaussian_mean.stubborn_right",
                         "multinomial.zero_effort", "multinomial.best", "multinomial.many", "gaussian.n",
                         "gaussian.item_mean", "gaussian.minimum_size"}) {
    EXPECT_EQ(agreement(id), Agreement::stands) << id;
  }
  for (const char* id : {"gaussian_mean.stubborn_wrong", "multinomial.rounding", "gaussian.S_ii", "gaussian.impedance",
                         "gaussian.constraint.forbids", "gaussian.constraint.allows", "gaussian.minimum_size.dear",
                         "gaussian.minimum_size.firm", "gaussian.random.mean", "gaussian.random.deviation"}) {
    EXPECT_EQ(agreement(id), Agreement::wrong) << id;
    EXPECT_TRUE(paper_now().row(id).erratum) << id;
  }
  EXPECT_EQ(agreement("multinomial.random.mean"), Agreement::within_chance);
  EXPECT_EQ(agreement("gaussian.constants"), Agreement::not_printed);
  EXPECT_EQ(paper_now().row("multinomial.best").note, "optimal");
  EXPECT_EQ(paper_now().row("gaussian.n").note, "optimal");
}

TEST(Reproduce, the_same_seed_gives_the_same_bits) {
  const ReproduceOptions options{.sets = 1000, .seed = 7};
  const Reproduction one = reproduce_paper(options), other = reproduce_paper({.sets = 1000, .seed = 8});
  EXPECT_EQ(to_json(one), to_json(reproduce_paper(options)));
  EXPECT_NE(one.row("gaussian.random.mean").as_said.values, other.row("gaussian.random.mean").as_said.values);
  EXPECT_NE(one.row("multinomial.random.mean").as_said.values, other.row("multinomial.random.mean").as_said.values);
  EXPECT_EQ(one.row("multinomial.random.mean").corrected.values, other.row("multinomial.random.mean").corrected.values);
}

TEST(Reproduce, needs_two_sets) {
  EXPECT_THROW(reproduce_paper({.sets = 1}), std::invalid_argument);
  EXPECT_NO_THROW(reproduce_paper({.sets = 2}));
}

TEST(Reproduce, the_closed_forms_of_a_mean_are_what_is_taught) {
  for (const double c : {0.01, 0.05, 0.125}) {
    for (const double mu0 : {-3.0, 0.0, 5.0}) {
      const GaussianMean learner{.variance = 2, .prior_mean = mu0, .prior_variance = 4};
      const Lesson lesson = teach(learner, {.mean = 1}, per_item(c));
      EXPECT_NEAR(lesson.relaxed->n, 1 / (2 * c) - 0.5, 1e-6);
      const double n = static_cast<double>(lesson.n);
      EXPECT_NEAR(summed_statistic(learner, lesson.items)[0], 0.5 * (1 - mu0) + n, 1e-9);
    }
  }
}

TEST(Reproduce, the_printed_objective_with_the_correct_scale_is_the_engines) {
  const paper::NiwExample example;
  Random random(3);
  for (int trial = 0; trial < 20; ++trial) {
    const Matrix rows = Matrix::NullaryExpr(4, 3, [&] { return random.normal(); });
    const paper::Sums sums{4, rows.colwise().sum().transpose(), rows.transpose() * rows};
    const double engine = evaluate(example.problem(), {rows, {1, 1, 1, 1}}).impedance;
    const double correct = example.impedance(sums, paper::LambdaN::correct);
    EXPECT_NEAR(correct + example.constants(), engine, 1e-9 * std::abs(engine));
    EXPECT_LT(example.impedance(sums, paper::LambdaN::printed), correct);
  }
}

TEST(Reproduce, the_printed_constraint_is_wrong_both_ways) {
  const Gaussian learner;
  const ItemSet ones = unpack(learner, {}, 3, Vector{{3, 3}});
  EXPECT_TRUE(ones.rows.isOnes(1e-9));
  EXPECT_THROW(unpack(learner, {}, 1, Vector{{1, 0.5}}), std::invalid_argument);
}

TEST(Reproduce, three_items_cannot_have_the_sums_of_step_one) {
  const paper::NiwExample example;
  const paper::Sums wished = example.best_sums(3);
  Vector s(12);
  s << wished.s, wished.S.reshaped();
  const auto problem = example.problem();
  const MultivariateGaussian learner = problem.learners[0].value;
  EXPECT_THROW(unpack(learner, {}, 3, s), std::invalid_argument);
  EXPECT_GT(teach(example.problem(3)).impedance,
            example.impedance(wished, paper::LambdaN::correct) + example.constants() + 0.01);
}

TEST(Spread, of_two_values) {
  const paper::Spread exact = paper::exact_spread({1, 5}, {0.75, 0.25});
  EXPECT_DOUBLE_EQ(exact.mean, 2);
  EXPECT_DOUBLE_EQ(exact.deviation, std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(exact.minimum, 1);
  EXPECT_DOUBLE_EQ(exact.maximum, 5);
  EXPECT_EQ(exact.mean_error(exact.sets), 0);
  const paper::Spread sample = paper::sampled_spread({1, 1, 1, 5});
  EXPECT_DOUBLE_EQ(sample.mean, 2);
  EXPECT_DOUBLE_EQ(sample.deviation, 2);  // divided by N - 1
}

TEST(Spread, standard_errors_are_those_of_repeated_samples) {
  Random random(5);
  constexpr int samples = 400, size = 500;
  std::vector<double> means, deviations;
  paper::Spread last;
  for (int i = 0; i < samples; ++i) {
    std::vector<double> sample(size);
    for (double& x : sample) x = random.exponential();
    last = paper::sampled_spread(sample);
    means.push_back(last.mean);
    deviations.push_back(last.deviation);
  }
  // An exponential variable has deviation 1 and fourth central moment 9: errors of 1/√N and √2/√N.
  EXPECT_NEAR(paper::sampled_spread(means).deviation * std::sqrt(size), 1, 0.15);
  EXPECT_NEAR(paper::sampled_spread(deviations).deviation * std::sqrt(size), std::sqrt(2.0), 0.25);
  const paper::Spread exponential{.mean = 1, .deviation = 1, .fourth_moment = 9};
  EXPECT_DOUBLE_EQ(exponential.mean_error(size), 1 / std::sqrt(size));
  EXPECT_DOUBLE_EQ(exponential.deviation_error(size), std::sqrt(2.0 / size));
}

TEST(ReproduceText, fits_the_screen_and_shows_everything) {
  const std::string text = to_text(paper_now());
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), 120U) << line;
  for (const ReproducedSection& section : paper_now().sections) {
    EXPECT_NE(text.find(section.title), text.npos);
    for (const ReproducedRow& row : section.rows) {
      EXPECT_NE(text.find(row.what), text.npos) << row.id;
      EXPECT_NE(text.find(row.corrected.text), text.npos) << row.id;
    }
    for (const Erratum& erratum : section.errata) EXPECT_NE(text.find(erratum.title), text.npos) << erratum.number;
  }
  EXPECT_EQ(text.find('\033'), text.npos);
  EXPECT_NE(to_text(paper_now(), {.on = true}).find('\033'), text.npos);
}

TEST(ReproduceJson, is_whole_and_refers_to_errata_that_there_are) {
  const io::Json json = to_json(paper_now());
  EXPECT_EQ(json.at("sets"), 100'000);
  EXPECT_EQ(json.at("seed"), 1);
  std::set<std::string> ids;
  std::set<int> numbers;
  for (const io::Json& section : json.at("sections")) {
    std::set<int> errata;
    for (const io::Json& erratum : section.at("errata")) {
      EXPECT_TRUE(numbers.insert(erratum.at("number").get<int>()).second) << erratum.at("number");
      errata.insert(erratum.at("number").get<int>());
    }
    std::set<int> referred;
    for (const io::Json& row : section.at("rows")) {
      EXPECT_TRUE(ids.insert(row.at("id")).second) << row.at("id");
      EXPECT_FALSE(row.at("corrected").is_null()) << row.at("id");
      if (!row.at("erratum").is_null()) referred.insert(row.at("erratum").get<int>());
    }
    EXPECT_EQ(referred, errata);
  }
  EXPECT_EQ(numbers, (std::set<int>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
}

/// The first three examples and the teaching dimension, worked out by hand.
TEST(Reproduction, of_thresholds_models_and_dimensions) {
  const Reproduction& paper = paper_now();
  EXPECT_NEAR(paper.row("threshold.closeness").corrected.values.at(1), std::log(0.1) + 1, 1e-6);
  EXPECT_NEAR(paper.row("threshold.near_end").corrected.values.at(1), std::log(0.02), 1e-6);
  EXPECT_NEAR(paper.row("two_models.2_0.1").corrected.values.at(1), std::log1p(std::exp(-4)) + 0.2, 1e-6);
  EXPECT_EQ(paper.row("two_models.2_0.1").agreement, Agreement::wrong);
  EXPECT_NEAR(paper.row("dimension.two_concepts").corrected.values.at(1), std::log(2), 1e-6);
  EXPECT_EQ(paper.row("dimension.log_two").agreement, Agreement::stands);
}

/// The errata in docs/mathematics.md quote the command: no figure of their own.
TEST(Errata, have_only_figures_that_the_command_prints) {
  std::ifstream file(paths::source("docs/mathematics.md"));
  ASSERT_TRUE(file);
  const std::string whole{std::istreambuf_iterator<char>(file), {}}, text = to_text(paper_now());
  const std::size_t first = whole.find("\n### Erratum 1. "), end_of_section = whole.find("\n## 4. ");
  ASSERT_TRUE(first < end_of_section && end_of_section != whole.npos);
  const std::string page = whole.substr(first, end_of_section - first);
  const std::regex decimal("-?[0-9]+\\.[0-9]+");
  int figures = 0;
  for (std::sregex_iterator at(page.begin(), page.end(), decimal), end; at != end; ++at, ++figures) {
    EXPECT_NE(text.find(at->str()), text.npos) << at->str();
  }
  EXPECT_GT(figures, 20);
  for (const ReproducedSection& section : paper_now().sections) {
    for (const Erratum& erratum : section.errata) {
      EXPECT_NE(page.find("\n### Erratum " + std::to_string(erratum.number) + ". "), page.npos) << erratum.number;
    }
  }
}

}  // namespace
}  // namespace didact::report::reproduce_test
