// Learners judged by the expected squared distance to the target.

#include "lesson_laws.hpp"
#include "patience.hpp"

#include <Eigen/Dense>

namespace didact::testing::squared_test {
namespace {

template <class L>
Problem<L> squared_problem(L learner, typename L::Target target, Effort effort = {}, ItemRules items = {}) {
  Problem<L> problem = problem_of(std::move(learner), std::move(target), std::move(effort), std::move(items));
  problem.loss = Loss::squared;
  return problem;
}

/// Loss and effort of a set: the posteriors' own squared losses, which are checked by quadrature below.
template <class L>
double squared_impedance(const Problem<L>& problem, const Matrix& items) {
  const auto n = static_cast<double>(items.rows());
  const Vector s = summed_statistic(problem.learners[0].value, ItemSet{items, std::vector<Index>(items.rows(), 1)});
  double loss = 0;
  for (const auto& [weight, learner] : problem.learners) {
    const double one =
        (n == 0 ? learner : learner.after(n, s)).squared_loss(std::get<typename L::Target>(problem.target));
    loss = problem.judge == Judge::worst ? std::max(loss, one) : loss + weight * one;
  }
  return loss + true_effort(problem, items);
}

template <class L>
void consider_all(const Problem<L>& problem, const Matrix& candidates, Index n, Found& best) {
  Matrix items(n, candidates.cols());
  std::function<void(Index, Index)> extend = [&](Index at, Index from) {
    if (at == n) return best.consider(squared_impedance(problem, items), items);
    for (Index k = from; k < candidates.rows(); ++k) {
      items.row(at) = candidates.row(k);
      extend(at + 1, k + (problem.items.distinct ? 1 : 0));
    }
  };
  extend(0, 0);
}

/// Every set of up to `most` of these items.
template <class L>
Found every_set(const Problem<L>& problem, const Matrix& candidates, Index most) {
  const auto [least, last] = size_window(problem, most);
  Found best;
  for (Index n = least; n <= last; ++n) consider_all(problem, candidates, n, best);
  return best;
}

/// Direct search over the items of each size.
template <class L>
Found every_real_set(const Problem<L>& problem, Index most, int starts = 4) {
  const auto [least, last] = size_window(problem, most);
  const L& learner = problem.learners[0].value;
  const ItemDomain domain = narrowed(learner.domain(), problem.items);
  const Index D = domain.dimension();
  Random random(5);
  Found best;
  for (Index n = least; n <= last; ++n) {
    auto items_of = [&](const Vector& x) {
      Matrix items = Matrix::Map(x.data(), n, D);
      for (Index j = 0; j < D; ++j) {
        items.col(j) = items.col(j).cwiseMax(domain.range[j].low).cwiseMin(domain.range[j].high);
      }
      return items;
    };
    if (n == 0) best.consider(squared_impedance(problem, Matrix(0, D)), Matrix(0, D));
    for (int start = 0; n > 0 && start < starts; ++start) {
      Vector x(n * D);
      for (double& each : x) each = 3 * random.normal();
      const auto [value, at] = nelder_mead([&](const Vector& y) { return squared_impedance(problem, items_of(y)); }, x,
                                           0.7, 1000 * static_cast<int>(n * D));
      best.consider(value, items_of(at));
    }
  }
  return best;
}

/// What the lesson says of itself is so.
template <class L>
void expect_honest(const Problem<L>& problem, const Lesson& lesson) {
  ASSERT_TRUE(lesson.has_items);
  const Matrix items = lesson.items.expanded();
  const ItemDomain domain = narrowed(problem.learners[0].value.domain(), problem.items);
  EXPECT_EQ(violation(domain, lesson.items), "");
  EXPECT_EQ(items.rows(), lesson.n);
  EXPECT_NEAR(lesson.impedance, squared_impedance(problem, items), 1e-10 * scale_of(lesson.impedance));
  EXPECT_NEAR(lesson.effort, true_effort(problem, items), 1e-10 * scale_of(lesson.effort));
  EXPECT_NEAR(evaluate(problem, lesson.items).impedance, lesson.impedance, 1e-12 * scale_of(lesson.impedance));
  EXPECT_LE(lesson.lower_bound, lesson.impedance);
  Problem<L> free = problem;
  free.effort = {};
  EXPECT_EQ(lesson.loss_before, squared_impedance(free, Matrix(0, domain.dimension())));
}

template <class L>
Lesson expect_honest_and_unbeaten(const Problem<L>& problem, const Found& best) {
  const Lesson lesson = teach(problem);
  expect_honest(problem, lesson);
  EXPECT_EQ(contradiction(lesson, best), "");
  return lesson;
}

template <class L>
Lesson expect_solved(const Problem<L>& problem, const Found& best) {
  const Lesson lesson = expect_honest_and_unbeaten(problem, best);
  EXPECT_EQ(to_string(lesson.status), "optimal") << lesson;
  return lesson;
}

template <class L>
using Cases = std::vector<std::pair<std::string, Problem<L>>>;

double bumpy(double n) {
  return 0.01 * n + (static_cast<int>(n) % 2 ? 0.02 : 0);
}

/// `price` is about what the first items are worth.
template <class L>
Cases<L> shared_cases(const L& learner, const typename L::Target& target, double price) {
  Cases<L> cases{
      {"per item", squared_problem(learner, target, per_item(price))},
      {"dear", squared_problem(learner, target, per_item(1000))},
      {"fixed", squared_problem(learner, target, per_item(price) + fixed(price))},
      {"three", with_size(squared_problem(learner, target), 3, 3)},
      {"two to four", with_size(squared_problem(learner, target, per_item(price)), 2, 4)},
  };
  Problem<L> limited = squared_problem(learner, target);
  limited.limits.max_items = 3;
  cases.push_back({"at most three", limited});
  limited.effort = of_size(bumpy);
  cases.push_back({"bumpy", limited});
  return cases;
}

/// A closed form beside its integral over the belief.
template <class L>
void expect_integral(const L& belief, const typename L::Target& target) {
  auto squared = [&](const typename L::Target& at) {
    double sum = 0;
    std::apply([&](const auto&... f) { ((sum += std::pow(at.*f.member - target.*f.member, 2)), ...); },
               L::Target::fields());
    return sum;
  };
  const double expected = expectation(belief, squared);
  EXPECT_NEAR(belief.squared_loss(target), expected, 1e-8 * scale_of(expected)) << L::name;
}

TEST(Squared, closed_forms_are_integrals) {
  expect_integral(Bernoulli{2, 5}, {0.8});
  expect_integral(Bernoulli{1.5, 3}, {0});
  expect_integral(Geometric{4, 2.5}, {1});
  expect_integral(Poisson{2, 1}, {4});
  expect_integral(Poisson{3.5, 7}, {0});
  expect_integral(Exponential{5, 2}, {0.5});
  expect_integral(GaussianMean{1, 2, 0.5}, {-1});
  expect_integral(Gaussian{1, 2, 9, 5}, {0, 1});
  expect_integral(Gaussian{-1, 0.5, 7.5, 12}, {0.5, 3});
  EXPECT_EQ((Gaussian{1, 1, 2, 2}.squared_loss({0, 1})), infinity);
  const Categorical belief{{2, 3.5, 1}};
  const std::vector<double> pi{0.2, 0.5, 0.3};
  double sum = 0;  // each marginal is a Beta
  for (std::size_t k = 0; k < 3; ++k) {
    sum += expectation(Bernoulli{belief.beta[k], 6.5 - belief.beta[k]},
                       [&](const Bernoulli::Target& t) { return std::pow(t.p - pi[k], 2); });
  }
  EXPECT_NEAR(belief.squared_loss({pi}), sum, 1e-9);
}

/// Σ⁻¹ is a sum of ν outer products, ν whole.
TEST(Squared, multivariate_gaussian_by_simulation) {
  MultivariateGaussian belief;
  belief.mean = Vector::LinSpaced(2, 0.5, -1);
  belief.kappa = 1.5;
  belief.nu = 14;
  belief.scale = (Matrix(2, 2) << 6, 2, 2, 9).finished();
  const MultivariateGaussian::Target target{Vector::Zero(2), (Matrix(2, 2) << 1, 0.3, 0.3, 0.6).finished()};
  const Matrix root = belief.scale.inverse().llt().matrixL();
  Random random(3);
  auto normals = [&](Index rows, Index cols) {
    return Matrix::NullaryExpr(rows, cols, [&] { return random.normal(); });
  };
  double sum = 0, squares = 0;
  constexpr int draws = 200000;
  for (int i = 0; i < draws; ++i) {
    const Matrix X = root * Matrix(normals(2, 14));
    const Matrix sigma = (X * X.transpose()).inverse();
    const Vector mu = belief.mean + Matrix(sigma.llt().matrixL()) * Vector(normals(2, 1)) / std::sqrt(belief.kappa);
    const double value = (mu - target.mean).squaredNorm() + (sigma - target.covariance).squaredNorm();
    sum += value, squares += value * value;
  }
  const double mean = sum / draws, error = std::sqrt((squares / draws - mean * mean) / draws);
  EXPECT_NEAR(belief.squared_loss(target), mean, 5 * error);
  EXPECT_LT(error, 0.01 * mean);
}

template <class L>
void expect_slope(const L& learner, const typename L::Target& target) {
  for (const double n : {1.0, 4.0, 30.0}) {
    for (const double s : {0.7, 5.0}) {
      auto loss = [&](double h) { return learner.after(n, Vector::Constant(1, s + h)).squared_loss(target); };
      const double h = 1e-4, slope = (loss(h) - loss(-h)) / (2 * h);
      EXPECT_NEAR(learner.squared_slope(target, n, s), slope, 1e-6 * scale_of(slope)) << L::name;
    }
  }
}

TEST(Squared, slopes_are_differences) {
  expect_slope(Bernoulli{2, 9}, {0.8});
  expect_slope(Geometric{2, 3}, {0.25});
  expect_slope(Poisson{2, 1}, {4});
  expect_slope(Exponential{2, 1}, {0.5});
  expect_slope(GaussianMean{1.5, 2, 0.5}, {0.3});
}

TEST(Squared, bernoulli_every_set) {
  for (const double p : {0.0, 0.3, 0.8, 1.0}) {
    Cases<Bernoulli> cases = shared_cases<Bernoulli>({2, 5}, {p}, 0.01);
    cases.push_back({"only ones", squared_problem<Bernoulli>({2, 5}, {p}, per_item(0.005), {.range = {{1, 1}}})});
    cases.push_back(
        {"distinct", squared_problem<Bernoulli>({2, 5}, {p}, per_item(0.005), {.range = {}, .distinct = true})});
    cases.push_back({"magnitude", squared_problem<Bernoulli>({2, 5}, {p}, per_item(0.004) + magnitude(0.01))});
    for (const Judge judge : {Judge::expected, Judge::worst}) {
      Problem<Bernoulli> several = squared_problem<Bernoulli>({2, 5}, {p}, per_item(0.006));
      several.learners = {{0.3, {2, 5}}, {0.7, {9, 1}}};
      several.judge = judge;
      cases.push_back({"several", several});
    }
    for (const auto& [name, problem] : cases) {
      SCOPED_TRACE(name);
      EXPECT_LE(expect_solved(problem, every_set(problem, whole_items(problem.items.range.empty() ? 0 : 1, 1), 30)).n,
                30);
    }
  }
}

TEST(Squared, categorical_every_set) {
  const Matrix categories = whole_items(1, 3);
  for (const Categorical::Target& target : {Categorical::Target{{0.1, 0.3, 0.6}}, {{0, 0, 1}}, {{0.6, 0.3, 0.1}}}) {
    Cases<Categorical> cases = shared_cases<Categorical>({{6, 3, 1}}, target, 0.02);
    cases.push_back({"distinct", squared_problem<Categorical>({{6, 3, 1}}, target, per_item(0.001),
                                                              {.range = {}, .distinct = true})});
    cases.push_back({"prices", squared_problem<Categorical>({{6, 3, 1}}, target, per_category({0.01, 0.02, 0.03}))});
    Problem<Categorical> several = squared_problem<Categorical>({{6, 3, 1}}, target, per_item(0.01));
    several.learners = {{0.4, {{6, 3, 1}}}, {0.6, {{1, 1, 1}}}};
    cases.push_back({"expected", several});
    for (const auto& [name, problem] : cases) {
      SCOPED_TRACE(name);
      EXPECT_LE(expect_solved(problem, every_set(problem, categories, 14)).n, 14);
    }
  }
}

/// Whole sums up to 60, or the sets of few items where more than the sum counts.
template <class L>
void expect_whole_sums_solved(const L& learner, const L& other, const typename L::Target& target, double price) {
  Cases<L> cases = shared_cases<L>(learner, target, price);
  for (const Judge judge : {Judge::expected, Judge::worst}) {
    if (judge == Judge::expected && L::name == Geometric::name) continue;
    Problem<L> several = squared_problem<L>(learner, target, per_item(price));
    several.learners = {{0.4, learner}, {0.6, other}};
    several.judge = judge;
    cases.push_back({"several", several});
  }
  for (const auto& [name, problem] : cases) {
    SCOPED_TRACE(std::string(L::name) + ", " + name);
    const auto [least, last] = size_window(problem, 12);
    Found best;
    for (Index n = least; n <= last; ++n) {
      for (double s = 0; s <= (n > 0 ? 90 : 0); ++s) {
        Matrix items = Matrix::Zero(n, 1);
        if (n > 0) items(0, 0) = s;
        best.consider(squared_impedance(problem, items), items);
      }
    }
    EXPECT_LE(expect_solved(problem, best).n, 12);
  }
  const Cases<L> restricted{
      {"small", squared_problem<L>(learner, target, per_item(price), {.range = {{0, 2}}})},
      {"large", squared_problem<L>(learner, target, per_item(price), {.range = {{4.5, 7}}})},
      {"distinct", squared_problem<L>(learner, target, per_item(price), {.range = {{0, 7}}, .distinct = true})},
      {"magnitude", squared_problem<L>(learner, target, per_item(price) + magnitude(price / 20), {.range = {{0, 7}}})},
      {"a single item", squared_problem<L>(learner, target, per_item(price), {.range = {{3, 3}}})},
  };
  for (const auto& [name, problem] : restricted) {
    SCOPED_TRACE(std::string(L::name) + ", " + name);
    const Interval range = narrowed(learner.domain(), problem.items).range[0];
    EXPECT_LE(expect_solved(problem, every_set(problem, whole_items(range.low, range.high), 6)).n, 6);
  }
}

TEST(Squared, poisson_every_sum) {
  expect_whole_sums_solved<Poisson>({2, 1}, {8, 1}, {4}, 0.25);
  expect_whole_sums_solved<Poisson>({2, 1}, {8, 1}, {0}, 0.3);
}

TEST(Squared, geometric_every_sum) {
  expect_whole_sums_solved<Geometric>({2, 3}, {1, 9}, {0.25}, 0.006);
  expect_whole_sums_solved<Geometric>({2, 3}, {1, 9}, {1}, 0.02);
}

template <class L>
void expect_real_sums_solved(const L& learner, const typename L::Target& target, double price) {
  Cases<L> cases = shared_cases<L>(learner, target, price);
  cases.push_back({"range", squared_problem<L>(learner, target, per_item(price), {.range = {{0.5, 1}}})});
  cases.push_back({"half line", squared_problem<L>(learner, target, per_item(price), {.range = {{0.5, infinity}}})});
  cases.push_back({"magnitude", squared_problem<L>(learner, target, per_item(price) + magnitude(price / 10))});
  cases.push_back({"a single item", squared_problem<L>(learner, target, per_item(price), {.range = {{0.75, 0.75}}})});
  for (const auto& [name, problem] : cases) {
    SCOPED_TRACE(std::string(L::name) + ", " + name);
    expect_solved(problem, every_real_set(problem, 4));
  }
}

TEST(Squared, exponential_direct_search) {
  expect_real_sums_solved<Exponential>({2, 1}, {0.5}, 0.05);
  expect_real_sums_solved<Exponential>({2, 1}, {5}, 0.9);
}

TEST(Squared, gaussian_mean_direct_search) {
  expect_real_sums_solved<GaussianMean>({1, 2, 0.5}, {0}, 0.1);
  expect_real_sums_solved<GaussianMean>({1, 0, 3}, {0}, 0.05);  // the prior's mean is the target
  for (const Judge judge : {Judge::expected, Judge::worst}) {
    Problem<GaussianMean> several = squared_problem<GaussianMean>({1, 2, 0.5}, {0}, per_item(0.1));
    several.learners = {{0.3, {1, 2, 0.5}}, {0.7, {1, -1, 3}}};
    several.judge = judge;
    expect_solved(several, every_real_set(several, 4));
  }
}

TEST(Squared, multivariate_gaussian_mean_direct_search) {
  MultivariateGaussianMean learner;
  learner.prior_covariance << 0.5, 0.2, 0.2, 1;
  learner.covariance << 2, 0.5, 0.5, 1;
  Cases<MultivariateGaussianMean> cases = shared_cases<MultivariateGaussianMean>(learner, {Vector::Zero(2)}, 0.15);
  cases.push_back({"range", squared_problem<MultivariateGaussianMean>(learner, {Vector::Zero(2)}, per_item(0.1),
                                                                      {.range = {{0.2, 3}}})});
  cases.push_back({"magnitude", squared_problem<MultivariateGaussianMean>(learner, {Vector::Constant(2, 2.0)},
                                                                          per_item(0.1) + magnitude(0.02))});
  for (const auto& [name, problem] : cases) {
    SCOPED_TRACE(name);
    expect_solved(problem, every_real_set(problem, 3, 3));
  }
  const auto whole = squared_problem<MultivariateGaussianMean>(learner, {Vector::Zero(2)}, per_item(0.1),
                                                               {.range = {{-3, 2}}, .integers = true});
  expect_solved(whole, every_set(whole, whole_pairs(-3, 2), 3));
}

TEST(Squared, gaussian_direct_search) {
  for (const Gaussian& learner : {Gaussian{1, 1, 2, 2}, Gaussian{1, 1, 3, 1}, Gaussian{0, 4, 6, 40}}) {
    Cases<Gaussian> cases = shared_cases<Gaussian>(learner, {0, 1}, 0.3);
    cases.push_back({"magnitude", squared_problem<Gaussian>(learner, {0.5, 2}, per_item(0.1) + magnitude(0.05))});
    for (const auto& [name, problem] : cases) {
      SCOPED_TRACE(name);
      const Lesson lesson = teach(problem);
      if (problem.max_size || problem.limits.max_items || lesson.n <= 4) {
        expect_solved(problem, every_real_set(problem, 4));
      } else {
        expect_honest(problem, lesson);
        EXPECT_EQ(to_string(lesson.status), "optimal");
        EXPECT_EQ(contradiction(lesson, every_real_set(problem, 4)), "");
      }
    }
    for (const ItemRules& rules : {ItemRules{.range = {{-1, 1.5}}}, ItemRules{.range = {{0.5, 3}}},
                                   ItemRules{.range = {{-3, 3}}, .integers = true}}) {
      const auto problem = with_size(squared_problem<Gaussian>(learner, {0, 1}, per_item(0.1), rules), 0, 4);
      expect_honest_and_unbeaten(
          problem, rules.integers ? every_set(problem, whole_items(-3, 3), 4) : every_real_set(problem, 4));
    }
  }
}

TEST(Squared, multivariate_gaussian_direct_search) {
  MultivariateGaussian learner;
  learner.mean = Vector::Ones(2);
  learner.kappa = 1;
  learner.nu = 6;
  learner.scale = (Matrix(2, 2) << 1, 0.2, 0.2, 2).finished();
  const MultivariateGaussian::Target target{Vector::Zero(2), (Matrix(2, 2) << 1, 0.5, 0.5, 1).finished()};
  for (const Index n : {1, 2, 3, 4}) {
    const auto problem = with_size(squared_problem<MultivariateGaussian>(learner, target, per_item(0.1)), n, n);
    const Found best = every_real_set(problem, n, 3);
    const Lesson lesson = expect_honest_and_unbeaten(problem, best);
    if (n > 2) {
      EXPECT_EQ(to_string(lesson.status), "optimal");
    }
    EXPECT_LE(lesson.impedance, best.impedance + 1e-6);
  }
  const auto free = squared_problem<MultivariateGaussian>(learner, target, per_item(0.01));
  const Lesson lesson = expect_honest_and_unbeaten(free, every_real_set(free, 3, 2));
  EXPECT_EQ(to_string(lesson.status), "optimal");
  EXPECT_GT(lesson.n, 3);
}

template <class L>
void expect_unbounded(const Problem<L>& problem, double infimum) {
  const Lesson lesson = teach(problem);
  EXPECT_EQ(to_string(lesson.status), "unbounded") << L::name;
  EXPECT_EQ(lesson.direction, Direction::more_items);
  EXPECT_NEAR(lesson.lower_bound, infimum, 1e-12);
}

TEST(Squared, free_items_never_end) {
  expect_unbounded(squared_problem<Bernoulli>({2, 5}, {0.8}), 0);
  expect_unbounded(squared_problem<Bernoulli>({2, 5}, {0}), 0);
  expect_unbounded(squared_problem<Geometric>({2, 5}, {1}), 0);
  expect_unbounded(squared_problem<Categorical>({{6, 3, 1}}, {{0.1, 0.3, 0.6}}), 0);
  expect_unbounded(squared_problem<Categorical>({{6, 3, 1}}, {{0, 0, 1}}, per_category({1, 0, 0})), 0);
  expect_unbounded(squared_problem<Poisson>({2, 1}, {0}), 0);
  expect_unbounded(squared_problem<Exponential>({2, 1}, {3}, fixed(0.1)), 0.1);
  expect_unbounded(squared_problem<GaussianMean>({1, 2, 0.5}, {0}), 0);
  expect_unbounded(squared_problem<GaussianMean>({1, 2, 0.5}, {0}, {}, {.range = {{1, 3}}}), 1);
  expect_unbounded(squared_problem<Gaussian>({1, 1, 2, 2}, {0, 1}), 0);
  expect_unbounded(squared_problem<MultivariateGaussianMean>({}, {}), 0);
  expect_unbounded(squared_problem<MultivariateGaussian>({}, {}), 0);
}

TEST(Squared, free_items_of_the_wrong_kind_end) {
  // Ones alone overshoot: the best number of them is finite, and proven so.
  const auto problem = squared_problem<Bernoulli>({2, 5}, {0.6}, {}, {.range = {{1, 1}}});
  EXPECT_LT(expect_solved(problem, every_set(problem, whole_items(1, 1), 40)).n, 40);
  // Zeros are free, but no others: they lead ever further away.
  for (const double price : {0.01, 0.3}) {
    const auto sounds = squared_problem<Poisson>({2, 1}, {4}, magnitude(price), {.range = {{0, 6}}});
    expect_solved(sounds, every_set(sounds, whole_items(0, 6), 6));
  }
  // To begin at all costs more than the learner is off.
  EXPECT_EQ(expect_solved(squared_problem<Bernoulli>({2, 5}, {0.3}, fixed(1)), {}).n, 0);
}

TEST(Squared, too_few_items_for_a_variance) {
  const Lesson lesson = teach(with_size(squared_problem<Gaussian>({1, 1, 0.5, 2}, {0, 1}), 0, 2));
  EXPECT_EQ(to_string(lesson.status), "unteachable");
  EXPECT_EQ(lesson.lower_bound, infinity);
}

/// No share of an infinite impedance is a gap.
TEST(Squared, a_pool_too_small_for_a_variance) {
  Problem<Gaussian> problem = problem_of(Gaussian{0, 1, 0.5, 0.5}, {0, 1}, per_item(0.1));
  problem.loss = Loss::squared;
  problem.pool = std::make_shared<const Pool>(Pool{.rows = Matrix({{1}, {2}})});
  for (const double gap : {0.0, 0.1}) EXPECT_EQ(teach(problem, {.gap = gap}).status, Status::unteachable) << gap;
}

/// All items are 1 and the target is not: σ0² e + (0.7 - e)² with e = 1/(1 + 3n) falls to 0.49, which none attains.
template <class L>
void expect_items_at_an_end(const L& learner, const typename L::Target& target) {
  for (const Interval range : {Interval{1, 1}, Interval{1, 1.5}, Interval{0.6, 1.5}}) {
    Problem<L> problem = problem_of(learner, target, {}, {.range = {range}, .integers = true});
    problem.loss = Loss::squared;
    const Lesson free = teach(problem);
    EXPECT_EQ(free.status, Status::unbounded) << L::name;
    EXPECT_EQ(free.direction, Direction::more_items) << L::name;
    EXPECT_NEAR(free.lower_bound, 0.49, 1e-12) << L::name;
    problem.effort = per_item(1e-6);
    double best = infinity;
    for (double n = 1; n < 2000; ++n) {
      const double e = 1 / (1 + 3 * n);
      best = std::min(best, 3 * e + (0.7 - e) * (0.7 - e) + 1e-6 * n);
    }
    const Lesson priced = teach(problem);
    EXPECT_EQ(priced.status, Status::optimal) << L::name;
    EXPECT_NEAR(priced.impedance, best, 1e-12) << L::name;
    problem.effort = per_item(1e-8);
    EXPECT_GE(teach(problem).lower_bound, 0.49) << L::name;
  }
}

TEST(Squared, items_at_an_end_approach_it) {
  expect_items_at_an_end(GaussianMean{1, 0, 3}, {0.3});
  expect_items_at_an_end(MultivariateGaussianMean{Matrix::Ones(1, 1), Vector::Zero(1), Matrix::Constant(1, 1, 3)},
                         {Vector::Constant(1, 0.3)});
}

/// No set of n or more items is below the bound, and some approach it.
TEST(Squared, the_least_distance_of_a_normal_mean) {
  const Interval range{0.5, 2};
  for (const double mean : {-4.0, -0.5, 0.3, 0.7, 5.0}) {
    for (const double variance : {0.01, 0.5, 3.0}) {
      for (const double from : {1.0, 2.0, 7.0}) {
        double least = infinity;
        for (double n = from; n < 1e5; n = std::ceil(1.05 * n)) {
          for (double x = range.low; x <= range.high; x += 0.01) {
            const GaussianMean after = GaussianMean{1.5, mean, variance}.after(n, Vector::Constant(1, n * x));
            least = std::min(least, after.squared_loss({0.2}));
          }
        }
        const double bound = least_squared_distance({mean, variance, 1.5}, 0.2, range, from);
        EXPECT_LE(bound, least + 1e-12);
        EXPECT_GE(bound, least - 0.05 * scale_of(least));
      }
    }
  }
}

/// More whole items than can be listed are counted.
TEST(Squared, more_whole_items_than_can_be_listed) {
  Problem<MultivariateGaussianMean> problem =
      problem_of(MultivariateGaussianMean{Matrix({{1, 0.5}, {0.5, 1}}), Vector::Zero(2), 3 * Matrix::Identity(2, 2)},
                 {Vector::Constant(2, 0.3)}, {}, {.range = {{1, 2}}, .integers = true});
  problem.loss = Loss::squared;
  const Lesson lesson = teach(with_size(problem, 100000000, 100000000));
  EXPECT_EQ(lesson.items.size(), 100000000);
  EXPECT_LE(lesson.items.rows.rows(), 3);
}

TEST(Squared, a_hundred_thousand_sizes) {
  for (const double price : {1e-9, 1e-10}) {
    EXPECT_EQ(to_string(teach(squared_problem<Bernoulli>({2, 5}, {0.8}, per_item(price))).status), "optimal");
    EXPECT_EQ(to_string(teach(squared_problem<GaussianMean>({1, 2, 0.5}, {0}, per_item(price))).status), "optimal");
    Lesson lesson;
    const auto& many = squared_problem<Exponential>({2, 1}, {0.5}, per_item(price));
    EXPECT_LT(own_seconds_of([&] { lesson = teach(many); }), 2);
    EXPECT_EQ(to_string(lesson.status), "optimal");
    EXPECT_NEAR(static_cast<double>(lesson.n), 0.5 / std::sqrt(price), 5);  // of λ²/n + c·n
  }
  const Lesson lesson = teach(squared_problem<Poisson>({2, 1}, {4}, per_item(1e-16)));
  EXPECT_EQ(to_string(lesson.status), "feasible");
  EXPECT_NEAR(lesson.impedance, 2 * std::sqrt(4e-16), 1e-10);
  EXPECT_GT(lesson.lower_bound, 0);
}

TEST(Squared, what_is_refused) {
  Problem<Exponential> several = squared_problem<Exponential>({2, 1}, {0.5}, per_item(0.1));
  several.learners.push_back({0.5, {9, 1}});
  EXPECT_THROW(teach(several), std::invalid_argument);
  several.judge = Judge::worst;
  expect_solved(several, every_real_set(several, 3));
  Problem<Gaussian> unsure = squared_problem<Gaussian>({}, {}, per_item(0.1));
  unsure.target = Gaussian{};
  EXPECT_THROW(teach(unsure), std::invalid_argument);
}

/// A bound that knows no range falls with every item; the sets within the range do not.
TEST(Squared, small_sets_within_a_range_are_looked_at) {
  const Problem<Gaussian> problem = squared_problem<Gaussian>({0, 4, 4, 3}, {1, 1}, {}, {.range = {{2, 3}}});
  const Lesson lesson = teach(problem);
  EXPECT_LE(lesson.impedance, 0.825);  // of four items at 2
  EXPECT_LE(lesson.lower_bound, lesson.impedance);
}

/// The cubic term of a single item's slope is below the smallest number.
TEST(Squared, one_number_of_a_belief_next_to_nothing) {
  MultivariateGaussian learner;
  learner.mean = Vector::Constant(1, -2.5e-82);
  learner.kappa = 2.56e-268;
  learner.nu = 4e15;
  learner.scale = Matrix::Constant(1, 1, 2.4e-163);
  Problem<MultivariateGaussian> problem;
  problem.learners = {{1, learner}};
  problem.target = MultivariateGaussian::Target{Vector::Constant(1, -2.1e-82), Matrix::Constant(1, 1, 2.2e-164)};
  problem.loss = Loss::squared;
  problem.effort = per_item(0.07);
  const Lesson lesson = teach(problem);
  EXPECT_EQ(lesson.n, 1);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_NEAR(lesson.impedance, 0.07, 1e-9);
}

/// The price of an item is 10³⁰ times what one more of 10¹⁵ changes.
TEST(Squared, prices_do_not_hide_what_items_change) {
  Problem<Categorical> problem = squared_problem(Categorical{{1, 2}}, {{0.25, 0.75}}, per_item(13.5));
  const Index n = Index{1} << 50;
  problem.min_size = n;
  problem.max_size = n;
  const Lesson lesson = teach(problem);
  ASSERT_TRUE(lesson.counts);
  EXPECT_EQ((*lesson.counts)[0] + (*lesson.counts)[1], n);
  EXPECT_NEAR(static_cast<double>((*lesson.counts)[0]) / static_cast<double>(n), 0.25, 1e-12);
}

TEST(Squared, squares_that_no_number_holds_are_refused) {
  Problem<Exponential> problem;
  problem.learners = {{1, Exponential{427, 3e-197}}};
  problem.target = Exponential::Target{3e195};
  problem.loss = Loss::squared;
  problem.effort = per_item(1);
  EXPECT_THROW(teach(problem), std::overflow_error);
}

}  // namespace
}  // namespace didact::testing::squared_test
