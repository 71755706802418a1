// gaussian-naive-bayes against brute force, random sets and finite differences.

#include "labelled_rows.hpp"
#include "solvers/conjugate_problem.hpp"
#include "solvers/gaussian_slope.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace didact::testing::gaussian_naive_bayes_test {
namespace {

/// The least loss and magnitude of one feature with m values, by moving them about one by one and all together.
double searched(const Gaussian& prior, const Gaussian::Target& target, Index m, const Interval& range,
                double magnitude) {
  auto value = [&](const Vector& items) {
    return true_loss(prior, target, Matrix(items)) + magnitude * items.squaredNorm();
  };
  if (m == 0) return value(Vector(0));
  double best = infinity;
  const double pull = prior.kappa * (target.mean - prior.mean) / static_cast<double>(m);  // to the target's mean
  for (const double spread : {0.0, 0.5, 2.0}) {
    for (const double start : {target.mean, target.mean + pull, prior.mean, prior.mean + 3, prior.mean - 3}) {
      Vector items = Vector::Constant(m, start);
      for (Index i = 0; i < m; ++i) items[i] += spread * (m > 1 ? 2.0 * i / (m - 1.0) - 1 : 1);
      items = items.cwiseMax(range.low).cwiseMin(range.high);
      double here = value(items);
      for (double step = 1; step > 1e-7;) {
        const double before = here;
        for (Index i = -1; i < m; ++i) {
          for (const double by : {step, -step}) {
            Vector moved = items;
            if (i < 0) moved.array() += by;
            if (i >= 0) moved[i] += by;
            moved = moved.cwiseMax(range.low).cwiseMin(range.high);
            const double there = value(moved);
            if (there < here) here = there, items = moved;
          }
        }
        if (before - here < 1e-3 * step * step) step /= 2;
      }
      best = std::min(best, here);
    }
  }
  return best;
}

/// Every pair of class sizes, each feature's values searched for directly.
RC_GTEST_PROP(GaussianNaiveBayes, is_what_brute_force_over_class_sizes_finds, ()) {
  constexpr Index most = 3;
  constexpr std::size_t D = 2;
  GaussianNaiveBayesProblem problem = some_problem(2, D);
  problem.max_size = most;
  problem.min_size = *rc::gen::inRange<Index>(0, 3);
  std::vector<Row> worth(2);
  for (std::size_t k = 0; k < 2; ++k) {
    for (Index m = 0; m <= most; ++m) {
      worth[k].push_back(0);
      for (std::size_t d = 0; d < D; ++d) {
        worth[k].back() += searched(problem.learner.features[k][d], problem.target.features[k][d], m,
                                    problem.range_of(d), problem.effort.magnitude);
      }
    }
  }
  double brute = infinity;
  for (Index a = 0; a <= most; ++a) {
    for (Index b = 0; a + b <= most; ++b) {
      if (a + b < problem.min_size) continue;
      const Row counts = {static_cast<double>(a), static_cast<double>(b)};
      const double value = dirichlet(problem.learner.classes, counts, problem.target.classes) + worth[0][a] +
                           worth[1][b] + cost_of_size(problem.effort, static_cast<double>(a + b));
      brute = std::min(brute, value);
    }
  }
  const auto answer = teach(problem);
  RC_ASSERT(dishonesty(problem, answer) == "");
  RC_ASSERT(answer.lesson.impedance <= brute + 1e-9 * scale_of(brute));
  RC_ASSERT(answer.lesson.impedance >= brute - 1e-4 * scale_of(brute));  // as far as the search goes
}

/// Larger sets: every choice of class sizes, with the engine's own value of each feature at each size.
RC_GTEST_PROP(GaussianNaiveBayes, no_class_sizes_are_better, ()) {
  constexpr Index most = 14;
  const std::size_t K = *rc::gen::inRange<std::size_t>(1, 4);
  GaussianNaiveBayesProblem problem = some_problem(K, *rc::gen::inRange<std::size_t>(1, 4));
  problem.limits.max_items = most;
  std::vector<Row> worth(K);
  for (std::size_t k = 0; k < K; ++k) {
    for (Index m = 0; m <= most; ++m) {
      worth[k].push_back(0);
      for (std::size_t d = 0; d < problem.learner.features[k].size(); ++d) {
        Problem<Gaussian> one;
        one.learners = {{1, problem.learner.features[k][d]}};
        one.target = problem.target.features[k][d];
        one.effort.magnitude = problem.effort.magnitude;
        one.items.range = problem.range;
        one.min_size = m;
        one.max_size = m;
        worth[k].back() += teach(one).impedance;
      }
    }
  }
  double brute = infinity;
  std::function<void(Row, double, Index)> walk = [&](Row counts, double sum, Index left) {
    const std::size_t k = counts.size();
    if (k == K) {
      const double n = static_cast<double>(most - left);
      const double loss = dirichlet(problem.learner.classes, counts, problem.target.classes);
      brute = std::min(brute, sum + loss + cost_of_size(problem.effort, n));
      return;
    }
    counts.push_back(0);
    for (Index m = 0; m <= left; ++m) {
      counts[k] = static_cast<double>(m);
      walk(counts, sum + worth[k][m], left - m);
    }
  };
  walk({}, 0, most);
  const auto answer = teach(problem);
  RC_ASSERT(dishonesty(problem, answer) == "");
  RC_ASSERT(std::abs(answer.lesson.impedance - brute) <= 1e-9 * scale_of(brute));
}

RC_GTEST_PROP(GaussianNaiveBayes, no_random_set_is_below_the_bound, ()) {
  const GaussianNaiveBayesProblem problem = some_problem(2, 2);
  const auto answer = teach(problem);
  RC_ASSERT(dishonesty(problem, answer) == "");
  for (int i = 0; i < 20; ++i) {
    std::vector<LabelledRow> rows;
    const Index n = *rc::gen::inRange<Index>(0, 12);
    for (Index j = 0; j < n; ++j) {
      LabelledRow row{*rc::gen::inRange<Index>(0, 2), {}};
      for (std::size_t d = 0; d < 2; ++d) {
        const auto [low, high] = problem.range_of(d);
        const auto& target = problem.target.features[static_cast<std::size_t>(row.label)][d];
        row.x.push_back(std::clamp(target.mean + std::sqrt(target.variance) * tenths(-20, 21), low, high));
      }
      rows.push_back(row);
    }
    const double impedance = true_impedance(problem, rows);
    RC_ASSERT(answer.lesson.lower_bound <= impedance + 1e-9 * scale_of(impedance));
  }
}

RC_GTEST_PROP(GaussianNaiveBayes, the_slope_of_a_feature_is_the_finite_difference_of_its_bound, ()) {
  solvers::SlopeAsked asked{{tenths(-30, 30), tenths(1, 30), tenths(2, 40), tenths(1, 80)},
                            {tenths(-30, 30), tenths(1, 40)}};
  if (*rc::gen::arbitrary<bool>()) asked.magnitude = tenths(1, 10);
  const int ends = *rc::gen::inRange(0, 4);
  if (ends & 1) asked.range.low = tenths(-30, 0);
  if (ends & 2) asked.range.high = tenths(0, 30);
  Problem<Gaussian> problem;
  problem.learners = {{1, asked.prior}};
  problem.target = asked.target;
  problem.effort.magnitude = asked.magnitude;
  if (ends != 0) problem.items.range = {asked.range};
  const auto sized = solvers::sized_problem(solvers::conjugate_problem(problem));
  const double n = std::exp(tenths(-20, 60)), step = 1e-3 * n;
  const double difference = (sized->bound(n + step) - sized->bound(n - step)) / (2 * step);
  const double slope = solvers::gaussian_slope(asked, n);
  RC_ASSERT(std::abs(slope - difference) <= 1e-4 * scale_of(slope));
}

}  // namespace
}  // namespace didact::testing::gaussian_naive_bayes_test
