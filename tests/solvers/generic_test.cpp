// Algorithm 1 as the paper has it, against what the models specialise, and for learners that didact does not ship.

#include "lesson_laws.hpp"
#include <didact/core/special.hpp>

namespace didact::testing::generic_test {
namespace {

template <class L>
Lesson teach_generically(const Problem<L>& problem, const Options& options = {}) {
  return solvers::teach(solvers::conjugate_problem(problem, solvers::Path::generic), options);
}

/// Both paths say the same of the relaxed problem; the generic one never claims more than is true.
template <class L>
void expect_paths_agree(const Problem<L>& problem, const std::string& name = "") {
  SCOPED_TRACE(std::string(L::name) + " " + name);
  const Lesson exact = teach(problem), generic = teach_generically(problem);
  EXPECT_EQ(exact.status, Status::optimal);
  EXPECT_EQ(dishonesty(problem, generic), "");
  ASSERT_TRUE(exact.relaxed && generic.relaxed);
  EXPECT_NEAR(generic.relaxed->impedance, exact.relaxed->impedance, 1e-6 * scale_of(exact.impedance));
  EXPECT_NEAR(generic.relaxed->n, exact.relaxed->n, 1e-3 * scale_of(exact.relaxed->n));  // flat: half the digits
  EXPECT_LE(generic.lower_bound, exact.impedance + proof_slack * scale_of(exact.impedance));
  EXPECT_GE(generic.impedance, exact.lower_bound - proof_slack * scale_of(exact.impedance));
  if (!problem.learners[0].value.domain().integers && !problem.items.integers) {
    EXPECT_NEAR(generic.impedance, exact.impedance, 1e-6 * scale_of(exact.impedance));
    EXPECT_EQ(generic.n, exact.n);
  } else {
    EXPECT_LE(generic.impedance, exact.impedance + 0.1);
  }
}

TEST(Generic, agrees_with_every_built_in_model) {
  expect_paths_agree(problem_of(Bernoulli{2, 5}, {0.8}, per_item(0.1)));
  expect_paths_agree(problem_of(Geometric{2, 3}, {0.25}, per_item(0.1)));
  expect_paths_agree(problem_of(Categorical{{6, 3, 1}}, {{0.1, 0.3, 0.6}}, per_item(0.3)));
  expect_paths_agree(problem_of(Poisson{2, 1}, {4}, per_item(0.1)));
  expect_paths_agree(problem_of(Exponential{2, 1}, {0.5}, per_item(0.1)));
  expect_paths_agree(problem_of(GaussianMean{1, 2, 0.5}, {0.5}, per_item(0.1)));
  expect_paths_agree(problem_of(Gaussian{1, 1, 2, 2}, {0.5, 1}, per_item(0.2)));
  expect_paths_agree(problem_of(MultivariateGaussianMean{}, {}, per_item(0.1)));
  const MultivariateGaussian plane{Vector{{1, -1}}, 2, 3.5, Matrix{{2, 0.3}, {0.3, 1}}};
  expect_paths_agree(problem_of(plane, {Vector{{0.5, 0}}, Matrix{{1, -0.4}, {-0.4, 0.8}}}, per_item(0.3)));
}

TEST(Generic, agrees_where_the_prior_is_far_off) {
  expect_paths_agree(problem_of(Exponential{2, 100}, {0.5}, per_item(0.05)), "waits too long");
  expect_paths_agree(problem_of(GaussianMean{1, 50, 0.5}, {-20}, per_item(0.05)), "far");
  expect_paths_agree(problem_of(Gaussian{1, 1, 2, 50}, {0.5, 1}, per_item(0.05)), "too wide");
  expect_paths_agree(problem_of(Gaussian{8, 3, 0.5, 0.01}, {0.5, 1}, per_item(0.05)), "narrow and far");
  expect_paths_agree(problem_of(Categorical{{100, 0.1, 0.1, 3}}, {{0.1, 0.3, 0.5, 0.1}}, per_item(0.1)), "unequal");
}

TEST(Generic, agrees_on_efforts) {
  expect_paths_agree(problem_of(Categorical{{6, 3, 1}}, {{0.1, 0.3, 0.6}}, per_category({0.1, 0.5, 0.2})),
                     "per category");
  expect_paths_agree(problem_of(Gaussian{1, 1, 2, 2}, {0.5, 1}, per_item(0.2) + magnitude(0.05)), "magnitude");
  expect_paths_agree(problem_of(Exponential{2, 1}, {0.5}, per_item(0.1) + fixed(0.5)), "fixed");
  expect_paths_agree(with_size(problem_of(Exponential{2, 1}, {0.5}), 3, 5), "three to five");
}

TEST(Generic, agrees_on_classes_and_beliefs) {
  Problem<Exponential> several = problem_of(Exponential{2, 1}, {0.5}, per_item(0.1));
  several.learners = {{0.4, {2, 1}}, {0.6, {5, 9}}};
  expect_paths_agree(several, "expected");
  several.judge = Judge::worst;
  expect_paths_agree(several, "worst");
  Problem<GaussianMean> unsure = problem_of(GaussianMean{1, 2, 0.5}, {0.5}, per_item(0.05));
  unsure.target = std::vector<Weighted<GaussianMean::Target>>{{0.5, {0}}, {0.5, {1}}};
  expect_paths_agree(unsure, "belief of points");
  unsure.target = GaussianMean{1, 0.5, 0.1};
  expect_paths_agree(unsure, "belief of the family");
}

TEST(Generic, obeys_the_rules_of_items) {
  const std::vector<ItemRules> rules{{.range = {{0, 2}}},
                                     {.integers = true},
                                     {.range = {{0, 3}}, .integers = true},
                                     {.distinct = true},
                                     {.range = {{0, 9}}, .distinct = true}};
  for (std::size_t i = 0; i < rules.size(); ++i) {
    SCOPED_TRACE("rule " + std::to_string(i + 1));
    auto check = [&](const auto& problem) {
      const Lesson generic = teach_generically(problem), exact = teach(problem);
      EXPECT_EQ(dishonesty(problem, generic), "");
      EXPECT_LE(generic.lower_bound, exact.impedance + proof_slack * scale_of(exact.impedance));
      EXPECT_GE(generic.impedance, exact.lower_bound - proof_slack * scale_of(exact.impedance));
    };
    check(problem_of(Poisson{2, 1}, {4}, per_item(0.2), rules[i]));
    check(problem_of(GaussianMean{1, 2, 0.5}, {0.5}, per_item(0.2), rules[i]));
    check(problem_of(Gaussian{1, 1, 2, 2}, {0.5, 1}, per_item(0.3), rules[i]));
  }
}

/// A convex effort sends any model down the generic path; in disguise it must cost what it costs plainly.
TEST(Generic, a_convex_effort_in_disguise) {
  const Effort plain = per_item(0.1) + magnitude(0.05);
  const Effort disguised =
      per_item(0.1) + convex([](double n, const Vector& s) { return n > 0 ? 0.05 * s.squaredNorm() / n : 0; },
                             [](double n, const Vector& s) {
                               Vector gradient(s.size() + 1);
                               gradient << -0.05 * s.squaredNorm() / (n * n), 0.1 / n * s;
                               return gradient;
                             });
  const Lesson a = teach(problem_of(GaussianMean{1, 2, 0.5}, {0.5}, plain));
  const Problem<GaussianMean> problem = problem_of(GaussianMean{1, 2, 0.5}, {0.5}, disguised);
  const Lesson b = teach(problem);
  EXPECT_EQ(a.n, b.n);
  EXPECT_NEAR(a.impedance, b.impedance, 1e-6);
  EXPECT_EQ(dishonesty(problem, b), "");
}

/// The slopes that the caller gives are taken for true: with wrong ones the optimum is not found.
TEST(Generic, a_convex_effort_is_believed_about_its_slopes) {
  auto value = [](double n, const Vector& s) { return n > 0 ? 0.05 * s.squaredNorm() / n : 0; };
  auto slopes = [](double factor) {
    return [factor](double n, const Vector& s) {
      Vector gradient(s.size() + 1);
      gradient << -0.05 * s.squaredNorm() / (n * n), factor * 0.1 / n * s;
      return gradient;
    };
  };
  const Problem<GaussianMean> right =
      with_size(problem_of(GaussianMean{1, 2, 0.5}, {3}, convex(value, slopes(1))), 3, 3);
  const Problem<GaussianMean> wrong =
      with_size(problem_of(GaussianMean{1, 2, 0.5}, {3}, convex(value, slopes(-1))), 3, 3);
  EXPECT_GT(teach(wrong).impedance, teach(right).impedance + 1e-3);
}

// Learners that didact does not ship --------------------------------------------------------------------------------

/// Rayleigh: p(x | σ²) = x/σ² exp(-x²/2σ²). T(x) = x², θ = -1/(2σ²), A(θ) = -log(-2θ).
struct Rayleigh {
  double lambda1 = 4, lambda2 = 1;
  struct Target {
    double sigma = 2;
  };
  Vector T(const Vector& x) const { return x.cwiseProduct(x); }
  double A0(const Vector& l1, double l2) const {
    return l1[0] > 0 && l2 > -1 ? l2 * std::log(2.0) + log_gamma(l2 + 1) - (l2 + 1) * std::log(l1[0]) : infinity;
  }
  Prior prior() const { return {Vector::Constant(1, lambda1), lambda2}; }
  NaturalTarget natural(const Target& t) const {
    return {Vector::Constant(1, -0.5 / (t.sigma * t.sigma)), 2 * std::log(t.sigma), 0};
  }
  Vector sample(const Target& t, Random& random) const {
    return Vector::Constant(1, t.sigma * std::sqrt(2 * random.exponential()));
  }
};

struct RayleighWithOracle : Rayleigh {
  Extreme extreme(const Vector& a) const {
    return a[0] >= 0 ? extreme_point(Vector::Zero(1)) : extreme_ray(Vector::Ones(1));
  }
};
static_assert(ExponentialFamily<Rayleigh> && !OffersOracle<Rayleigh> && OffersOracle<RayleighWithOracle>);

/// x² of a Rayleigh item is exponential with rate -θ, and the belief over -θ is Gamma(λ2 + 1, λ1): the truth to
/// compare.
Lesson same_as_exponential(const Rayleigh& learner, const Rayleigh::Target& target, const Effort& effort) {
  return teach(
      problem_of(Exponential{learner.lambda2 + 1, learner.lambda1}, {0.5 / (target.sigma * target.sigma)}, effort));
}

template <class R>
void expect_rayleigh(const R& learner, const Rayleigh::Target& target, const Effort& effort) {
  const Lesson truth = same_as_exponential(learner, target, effort);
  const Lesson lesson = teach(learner, typename R::Target(target), effort);
  EXPECT_EQ(lesson.n, truth.n);
  EXPECT_NEAR(lesson.impedance, truth.impedance, 1e-6);
  EXPECT_NEAR(lesson.loss_before, truth.loss_before, 1e-10);
  EXPECT_LE(lesson.lower_bound, truth.impedance + proof_slack * scale_of(truth.impedance));
  ASSERT_TRUE(lesson.relaxed);
  if (OffersOracle<R>) {
    EXPECT_NEAR(lesson.relaxed->impedance, truth.relaxed->impedance, 1e-6);
  } else {
    EXPECT_LE(lesson.relaxed->impedance, truth.relaxed->impedance + 1e-6);  // sums below 0 seem possible
  }
  double squares = 0;
  for (Index i = 0; i < lesson.items.rows.rows(); ++i) squares += lesson.items.rows.row(i).squaredNorm();
  EXPECT_NEAR(lesson.loss,
              (Exponential{learner.lambda2 + 1, learner.lambda1}.loss({0.5 / (target.sigma * target.sigma)},
                                                                      static_cast<double>(lesson.n), squares)),
              1e-9);
}

TEST(OwnLearner, rayleigh) {
  for (const double sigma : {0.5, 2.0, 7.0}) {
    for (const double price : {0.02, 0.2}) {
      SCOPED_TRACE(::testing::Message() << "sigma " << sigma << ", price " << price);
      expect_rayleigh(Rayleigh{}, {sigma}, per_item(price));
      expect_rayleigh(RayleighWithOracle{}, {sigma}, per_item(price));
    }
  }
}

/// A prior that has seen far too much: less than no sum is wanted. Only the oracle knows that there is none.
TEST(OwnLearner, the_oracle_describes_the_items) {
  const Rayleigh::Target target{0.5};
  const Effort effort = per_item(0.1);
  const Rayleigh blind{20, 1};
  const RayleighWithOracle seeing{{20, 1}};
  const Lesson truth = same_as_exponential(blind, target, effort);
  const Lesson with = teach(seeing, RayleighWithOracle::Target(target), effort), without = teach(blind, target, effort);
  EXPECT_NEAR(with.impedance, truth.impedance, 1e-6);
  EXPECT_EQ(with.status, Status::optimal);
  EXPECT_LE(without.lower_bound, with.lower_bound + 1e-9);
  EXPECT_LE(without.lower_bound, truth.impedance + 1e-9);
}

TEST(OwnLearner, without_effort_more_is_better) {
  const Lesson lesson = teach(RayleighWithOracle{}, RayleighWithOracle::Target{});
  EXPECT_EQ(lesson.status, Status::unbounded);
  EXPECT_EQ(lesson.direction, Direction::more_items);
}

/// Gamma with shape k = 3 known: T(x) = x, θ = -rate, A(θ) = -k log rate; the belief over the rate is Gamma(kλ2 + 1,
/// λ1).
struct GammaRate {
  double lambda1 = 2, lambda2 = 0.5;
  struct Target {
    double rate = 1.5;
  };
  static constexpr double k = 3;
  Vector T(const Vector& x) const { return x; }
  double A0(const Vector& l1, double l2) const {
    return l1[0] > 0 ? log_gamma(k * l2 + 1) - (k * l2 + 1) * std::log(l1[0]) : infinity;
  }
  Prior prior() const { return {Vector::Constant(1, lambda1), lambda2}; }
  NaturalTarget natural(const Target& t) const { return {Vector::Constant(1, -t.rate), -k * std::log(t.rate), 0}; }
  Vector sample(const Target& t, Random& random) const {
    return Vector::Constant(1, (random.exponential() + random.exponential() + random.exponential()) / t.rate);
  }
  Extreme extreme(const Vector& a) const {
    return a[0] >= 0 ? extreme_point(Vector::Zero(1)) : extreme_ray(Vector::Ones(1));
  }
  ItemDomain domain() const { return {.range = {{0, infinity}}}; }
};

TEST(OwnLearner, gamma_of_known_shape) {
  const GammaRate learner;
  const GammaRate::Target target;
  for (const double price : {0.05, 0.3}) {
    double best = gamma_density_loss(GammaRate::k * learner.lambda2 + 1, learner.lambda1, target.rate);
    Index best_n = 0;
    for (Index n = 1; n <= 60; ++n) {
      for (double s = 0; s <= 200; s += 0.001 * (1 + s)) {
        const double size = static_cast<double>(n);
        const double here =
            gamma_density_loss(GammaRate::k * (learner.lambda2 + size) + 1, learner.lambda1 + s, target.rate) +
            price * size;
        if (here < best) best = here, best_n = n;
      }
    }
    const Lesson lesson = teach(learner, target, per_item(price));
    EXPECT_EQ(lesson.n, best_n);
    EXPECT_LE(lesson.impedance, best + 1e-9);
    EXPECT_GE(lesson.impedance, best - 1e-3);  // the grid is no finer
    EXPECT_LE(lesson.lower_bound, best + 1e-9);
    EXPECT_GE(lesson.items.rows.minCoeff(), 0);
  }
}

/// A statistic of two coordinates: two independent waiting times, seen together.
struct TwoClocks {
  double shape = 2, rate_a = 1, rate_b = 3;
  struct Target {
    double a = 0.5, b = 2;
  };
  Vector T(const Vector& x) const { return x; }
  double A0(const Vector& l1, double l2) const {
    return l1.minCoeff() > 0 ? 2 * log_gamma(l2) - l2 * (std::log(l1[0]) + std::log(l1[1])) : infinity;
  }
  Prior prior() const { return {Vector{{rate_a, rate_b}}, shape}; }
  NaturalTarget natural(const Target& t) const {
    const double logs = std::log(t.a) + std::log(t.b);
    return {Vector{{-t.a, -t.b}}, -logs, -logs};
  }
  Vector sample(const Target& t, Random& random) const {
    const double first = random.exponential() / t.a;
    return Vector{{first, random.exponential() / t.b}};
  }
  ItemDomain domain() const { return {.range = {{0, infinity}, {0, infinity}}}; }
};

TEST(OwnLearner, two_clocks_are_taught_like_one_and_one) {
  const TwoClocks clocks;
  const Lesson lesson = teach(clocks, TwoClocks::Target{}, per_item(0.2));
  double best = infinity;
  for (Index n = 0; n <= 30; ++n) {
    const double a = teach(with_size(problem_of(Exponential{2, 1}, {0.5}, per_item(0.1)), n, n)).impedance;
    const double b = teach(with_size(problem_of(Exponential{2, 3}, {2}, per_item(0.1)), n, n)).impedance;
    best = std::min(best, a + b);
  }
  EXPECT_NEAR(lesson.impedance, best, 1e-6);
  EXPECT_LE(lesson.lower_bound, best + 1e-9);
}

}  // namespace
}  // namespace didact::testing::generic_test
