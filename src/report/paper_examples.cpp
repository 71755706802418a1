// Examples 1 to 3 and the section on teaching dimensions: thresholds, two Gaussians, concepts.

#include "report/paper_figures.hpp"
#include <didact/concepts/concepts_problem.hpp>
#include <didact/concepts/dimension.hpp>
#include <didact/concepts/named_classes.hpp>
#include <didact/hypotheses/hypotheses_problem.hpp>
#include <didact/threshold/threshold.hpp>

#include <fmt/format.h>

#include <cmath>

namespace didact::report::paper {
namespace {

Lesson taught_threshold(double theta, const Effort& effort, double resolution = 0) {
  ThresholdProblem problem;
  problem.theta = theta;
  problem.effort = effort;
  problem.resolution = resolution;
  return teach(problem);
}

/// The paper's two items at θ* ∓ ε/2, where they lie in [0, 1].
double two_items(double theta, double epsilon, double c) {
  const double low = theta - epsilon / 2, high = theta + epsilon / 2;
  return low < 0 || high > 1 ? infinity : std::log(epsilon) + c / epsilon;
}

ReproducedRow closeness_row(const std::string& id, double theta, double c, const std::string& note) {
  const Lesson lesson = taught_threshold(theta, closeness(c));
  const double said = two_items(theta, c, c);
  ReproducedRow row{.id = id,
                    .what = fmt::format("θ* = {}, c = {}", theta, c),
                    .printed = words("2 items at ε = c"),
                    .as_said = std::isfinite(said) ? size_and_impedance(2, said) : words("outside [0, 1]"),
                    .corrected = size_and_impedance(static_cast<double>(lesson.n), lesson.impedance),
                    .note = note};
  row.agreement = lesson.n == 2 && std::abs(lesson.impedance - said) <= 1e-6 ? Agreement::stands : Agreement::wrong;
  return row;
}

HypothesesProblem two_gaussians(double d, double c) {
  HypothesesProblem problem;
  problem.names = {"A", "B"};
  problem.densities = {gaussian_density(-0.25, 0.5), gaussian_density(0.25, 0.5)};
  problem.prior = Vector::Constant(2, 0.5);
  problem.items.range = {{-d, d}};
  problem.effort = per_item(c);
  problem.seen = {Matrix(0, 1), {}};
  return problem;
}

}  // namespace

ReproducedSection thresholds(Errata& errata) {
  ReproducedSection section{.title = "Examples 1 and 2. A threshold on a line",
                            .setting = "θ uniform on [0, 1]; the target is θ* = 0.3 unless a row says otherwise"};
  const Lesson endless = taught_threshold(0.3, per_item(0.1)), fine = taught_threshold(0.3, per_item(0.1), 0.001);
  ReproducedRow limit{
      .id = "threshold.limit",
      .what = "cardinality effort, c = 0.1",
      .printed = words("2 items, TI → -∞"),
      .as_said = words("log ε + 2c → -∞"),
      .corrected = words(fmt::format("{}: {}", to_string(endless.status), to_string(endless.direction.value())))};
  limit.agreement = endless.status == Status::unbounded && endless.n == 2 ? Agreement::stands : Agreement::wrong;
  section.rows.push_back(limit);
  section.rows.push_back(unprinted("threshold.resolution", "the same, items 0.001 apart or more",
                                   size_and_impedance(2, std::log(0.001) + 0.2),
                                   size_and_impedance(static_cast<double>(fine.n), fine.impedance)));
  section.rows.push_back(closeness_row("threshold.closeness", 0.3, 0.1, ""));
  section.rows.push_back(closeness_row("threshold.near_end", 0.02, 0.1, "θ* near an end"));
  section.rows.push_back(closeness_row("threshold.dear", 0.3, 0.6, "dear items"));
  const Lesson end = taught_threshold(0.02, closeness(0.1)), dear = taught_threshold(0.3, closeness(0.6));
  errata.add(
      section, "Two items at ε = c are not always best for a learner with poor perception.",
      fmt::format(
          "With θ* = 0.02 and c = 0.1 the two items do not fit into [0, 1]; one item right at θ* has TI {:.6f}, for "
          "the end of [0, 1] does the work of the other. With θ* = 0.3 and c = 0.6 they fit, but one item is better "
          "all the same, TI {:.6f}. All sizes must be compared.",
          end.impedance, dear.impedance),
      {"threshold.near_end", "threshold.dear"});
  return section;
}

ReproducedSection two_models(Errata& errata) {
  ReproducedSection section{
      .title = "Example 3. One model out of two",
      .setting = "N(-1/4, 1/2) is to be told from N(1/4, 1/2), both equally likely before; items lie in [-d, d]"};
  for (const auto& [d, c] : {std::pair{1.0, 0.1}, std::pair{1.0, 0.01}, std::pair{2.0, 0.1}, std::pair{1.0, 0.6}}) {
    const Lesson lesson = teach(two_gaussians(d, c));
    const double relaxed = c < d ? std::log(d / c - 1) / d : -infinity;
    const double n = std::max(0.0, std::round(relaxed));
    const double said = std::log1p(std::exp(-d * n)) + c * n;
    ReproducedRow row{.id = fmt::format("two_models.{}_{}", d, c),
                      .what = fmt::format("d = {}, c = {}", d, c),
                      .printed = words("n = [(1/d) log(d/c - 1)]"),
                      .as_said = size_and_impedance(n, said),
                      .corrected = size_and_impedance(static_cast<double>(lesson.n), lesson.impedance),
                      .note = fmt::format("relaxed n = {:.6g}", std::max(relaxed, 0.0))};
    row.agreement = std::abs(said - lesson.impedance) <= 1e-9 ? Agreement::stands : Agreement::wrong;
    section.rows.push_back(std::move(row));
  }
  errata.add(section, "Rounding n to the nearest whole number does not give the best n.",
             "With d = 2 and c = 0.1 the relaxed n is 1.47222, which rounds to 1, but two items are better: TI is "
             "steeper below its "
             "minimum than above.",
             {"two_models.2_0.1"});
  return section;
}

ReproducedSection teaching_dimension(Errata& errata) {
  ReproducedSection section{
      .title = "Section 3.2. Teaching dimension as a special case",
      .setting = "TI is log(number of consistent concepts) + γ n; TD is the least n that leaves only the target"};
  struct Case {
    std::string id, text;
    std::size_t target;
    double gamma;
    std::string why;
  };
  for (const Case& at : {Case{"dimension.thresholds", "thresholds:10", 5, 1.0 / 11, "γ = 1/|C|"},
                         Case{"dimension.two_concepts", "power-set:1", 0, 0.8, "γ = 0.8 < 1/TD"},
                         Case{"dimension.log_two", "power-set:1", 0, 0.69, "γ = 0.69 < log 2/TD"}}) {
    ConceptsProblem problem;
    problem.concepts = concepts::named_class(at.text);
    problem.target = at.target;
    problem.seen = {Matrix(0, 2), {}};
    problem.effort.per_item = at.gamma;
    const Lesson lesson = teach(problem);
    const double td = static_cast<double>(concepts::class_dimension(problem.concepts).concepts[at.target].items.size());
    ReproducedRow row{.id = at.id,
                      .what = fmt::format("{}, {}", at.text, at.why),
                      .printed = words(fmt::format("n = TD = {}", td)),
                      .as_said = size_and_impedance(td, at.gamma * td),
                      .corrected = size_and_impedance(static_cast<double>(lesson.n), lesson.impedance)};
    row.agreement = static_cast<double>(lesson.n) == td ? Agreement::stands : Agreement::wrong;
    section.rows.push_back(std::move(row));
  }
  errata.add(section, "γ < 1/TD does not make the loss vanish; γ < log 2/TD does.",
             "Two concepts and one item that tells them apart, γ = 0.8: TD = 1, and 0.8 < 1. Not teaching costs log 2 "
             "= 0.693147, the "
             "item 0.8. A set that leaves k > 1 concepts has a loss of log k ≥ log 2, so γ TD < log 2 suffices; so "
             "does γ ≤ 1/|C|, "
             "as the paper goes on to say, for |C| ≥ 2.",
             {"dimension.two_concepts"});
  return section;
}

}  // namespace didact::report::paper
