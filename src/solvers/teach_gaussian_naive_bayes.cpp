// Features class by class, each as a gaussian learner of its own, then how many rows each class gets.   [GNB]

#include "../learners/dirichlet_parts.hpp"
#include "rows_of_features.hpp"
#include "solvers/class_sizes_problem.hpp"
#include "solvers/conjugate_problem.hpp"
#include "solvers/gaussian_slope.hpp"
#include "solvers/search_sizes.hpp"
#include "teach_listed.hpp"
#include <didact/core/beyond_reach.hpp>
#include <didact/learners/gaussian_naive_bayes.hpp>
#include <didact/shipped.hpp>
#include <didact/solvers/teach.hpp>

#include <chrono>
#include <cmath>
#include <stdexcept>
#include <unordered_map>

namespace didact::solvers {
namespace {

Problem<Gaussian> feature_problem(const GaussianNaiveBayesProblem& problem, std::size_t k, std::size_t d) {
  Problem<Gaussian> one;
  one.learners = {{1, problem.learner.features[k][d]}};
  one.target = problem.target.features[k][d];
  one.effort.magnitude = problem.effort.magnitude;
  if (const Interval range = problem.range_of(d); range != Interval{}) one.items.range = {range};
  return one;
}

/// The rows of one class: given how many there are, its features have nothing to do with each other.   [GNB.2]
class FeaturesOfClass final : public PartOfClass {
 public:
  FeaturesOfClass(const GaussianNaiveBayesProblem& problem, std::size_t k) {
    for (std::size_t d = 0; d < problem.learner.features[k].size(); ++d) {
      const ConjugateProblem one = conjugate_problem(feature_problem(problem, k, d));
      features_.push_back(sized_problem(one));
      slopes_.push_back({problem.learner.features[k][d], problem.target.features[k][d], problem.range_of(d),
                         problem.effort.magnitude});
      untaught_ += loss_of(one, 0, {Matrix(0, 1), {}});
    }
  }

  double untaught() const override { return untaught_; }

  double bound(double m) const override {
    double sum = 0;
    for (const auto& feature : features_) sum += feature->bound(m);
    return sum;
  }

  double slope(double m) const override {
    double sum = 0;
    for (const SlopeAsked& asked : slopes_) sum += gaussian_slope(asked, m);
    return sum;
  }

  Worth solve(Index m, const Stop& stop) const override {
    const auto known = solved_.find(m);
    if (known != solved_.end()) return known->second;
    Worth sum{0, 0};
    for (const auto& feature : features_) {
      const AtSize best = feature->solve(m, stop);
      sum.impedance += best.impedance;
      sum.bound += best.bound;
    }
    return solved_[m] = sum;
  }

 private:
  std::vector<std::unique_ptr<SizedProblem>> features_;
  std::vector<SlopeAsked> slopes_;
  double untaught_ = 0;
  mutable std::unordered_map<Index, Worth> solved_;  ///< neighbouring sizes of a set ask for the same ones
};

ClassSizesProblem class_sizes(const GaussianNaiveBayesProblem& problem) {
  ClassSizesProblem::Settings settings{
      problem.learner.classes, exact(problem.target.classes), problem.effort.per_item, {}};
  for (std::size_t k = 0; k < problem.learner.classes.size(); ++k) {
    settings.parts.push_back(std::make_unique<FeaturesOfClass>(problem, k));
  }
  return ClassSizesProblem(std::move(settings));
}

/// Once `hurry` says so, columns are what is found at once, and do not look drawn.
Listed<LabelledRow> unpack(const GaussianNaiveBayesProblem& problem, const Vector& counts, const Options& options,
                           const Stop& hurry) {
  const auto numbers = counts.sum() * static_cast<double>(problem.learner.dimension());
  Options each = options;
  each.gap = 0;
  each.seconds = {};
  if (numbers > most_natural_numbers) each.style = Style::plain;
  Listed<LabelledRow> rows;
  for (std::size_t k = 0; k < problem.learner.classes.size(); ++k) {
    const auto m = static_cast<Index>(counts[static_cast<Index>(k)]);
    if (m == 0) continue;
    std::vector<ItemSet> columns;
    for (std::size_t d = 0; d < problem.learner.features[k].size(); ++d) {
      Problem<Gaussian> one = feature_problem(problem, k, d);
      one.min_size = m;
      one.max_size = m;
      if (hurry) each.seconds = 0, each.style = Style::plain;
      columns.push_back(teach(one, each).items);
      each.seed += 0x9e3779b97f4a7c15;  // features that are drawn alike would rise and fall together
    }
    add_rows(static_cast<Index>(k), columns, rows);
  }
  return rows;
}

/// Beyond so many rows the digits of a loss are lost among those of its terms.
constexpr Index most_rows = 1'000'000'000;

void search(const GaussianNaiveBayesProblem& problem, const Sizes& sizes, const Options& options,
            ListedLesson<LabelledRow>& answer) {
  const Stop stop = stop_for(problem.limits, options);
  Lesson& lesson = answer.lesson;
  ClassSizesProblem classes = class_sizes(problem);
  classes.end_at(stop);
  const SizeSearch found = search_sizes(classes, sizes, lesson.loss_before, options.gap.value_or(0), stop);
  if (found.relaxed.unbounded()) {
    refuse_uncountable(problem.effort);
    lesson.has_no_best(Direction::more_items, found.bound);
    return;
  }
  if (found.relaxed.complete && found.relaxed.impedance < infinity) {
    lesson.relaxed = RelaxedOptimum{found.relaxed.n, found.relaxed.s, found.relaxed.impedance};
  }
  if (found.n > most_rows) {
    throw BeyondReach("effort.per_item", "at this price the best lesson has more than " + std::to_string(most_rows) +
                                             " rows: too many to list; raise it, or set limits.max_items");
  }
  constexpr double to_unpack = 0.05;  // seconds beyond the limit
  Listed<LabelledRow> rows;
  if (found.n > 0) rows = unpack(problem, found.best.s, options, stop.later(to_unpack));
  listed::fill_in(problem, std::move(rows), answer);
  lesson.settle(found.bound, options.gap.value_or(0), found.stopped);
}

}  // namespace
}  // namespace didact::solvers

namespace didact {

ListedLesson<LabelledRow> teach(const GaussianNaiveBayesProblem& problem, const Options& options) {
  using namespace solvers;
  return listed::teach<LabelledRow>(problem, options, [&](const Sizes& sizes, ListedLesson<LabelledRow>& answer) {
    search(problem, sizes, options, answer);
  });
}

Evaluation evaluate(const GaussianNaiveBayesProblem& problem, const Listed<LabelledRow>& rows) {
  Evaluation result;
  result.n = rows.size();
  const ClassMoments moments = problem.learner.count(rows);
  result.loss = problem.learner.loss(problem.target, moments);
  const auto [outside, row] = solvers::first_outside(problem, rows);
  if (outside) {
    result.violates = "item " + std::to_string(row) + " is outside the range";
    result.violates_at = row;
  }
  solvers::listed::judge(problem, problem.effort.magnitude > 0 ? problem.effort.magnitude * moments.squares() : 0,
                         result);
  return result;
}

}  // namespace didact
