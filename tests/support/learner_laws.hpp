#pragma once
// What must hold of every learner. A learner's test declares its cases; expect_laws() does the rest.

#include "lesson_laws.hpp"

namespace didact::testing {

template <Learner L>
struct Case {
  L learner;
  typename L::Target target;
  Vector mean_statistic;  ///< E T(x) under the target, from a textbook
};

/// n items as the target would draw them.
template <class L>
Matrix sampled(const Case<L>& at, Index n, Random& random) {
  Matrix items(n, at.learner.domain().dimension());
  for (Index i = 0; i < n; ++i) items.row(i) = at.learner.sample(at.target, random).transpose();
  return items;
}

template <class L>
Vector statistic_of(const L& learner, const Matrix& items) {
  return summed_statistic(learner, ItemSet{items, std::vector<Index>(items.rows(), 1)});
}

/// f'(0) by central differences of fourth order.
template <class Function>
double derivative(Function f, double step) {
  return (8 * (f(step) - f(-step)) - (f(2 * step) - f(-2 * step))) / (12 * step);
}

/// The loss is that of the textbook posterior, and of the natural form; a posterior is a prior for what comes next.
template <Learner L>
void expect_right_losses(const Case<L>& at, Random& random) {
  const Vector nothing = Vector::Zero(at.learner.prior().lambda1.size());
  for (const Index n : {0, 1, 2, 3, 7, 40}) {
    const Matrix first = sampled(at, n, random), second = sampled(at, 5, random);
    Matrix both(n + 5, first.cols());
    both << first, second;
    const Vector s = statistic_of(at.learner, first), t = statistic_of(at.learner, second);
    const double size = static_cast<double>(n);
    const double loss = at.learner.loss(at.target, size, s);
    EXPECT_NEAR(loss, true_loss(at.learner, at.target, first), 1e-11 * scale_of(loss));
    EXPECT_NEAR(loss, natural_loss(at.learner, at.learner.natural(at.target), size, s), 1e-8 * scale_of(loss));
    const L posterior = at.learner.after(size, s);
    EXPECT_NEAR(loss, posterior.loss(at.target, 0, nothing), 1e-10 * scale_of(loss));

    const double later = at.learner.loss(at.target, size + 5, s + t);
    EXPECT_NEAR(later, true_loss(at.learner, at.target, both), 1e-11 * scale_of(later));
    EXPECT_NEAR(later, posterior.loss(at.target, 5, t), 1e-10 * scale_of(later));
    EXPECT_NEAR(later, posterior.after(5, t).loss(at.target, 0, nothing), 1e-10 * scale_of(later));
    EXPECT_NEAR(later, at.learner.after(size + 5, s + t).loss(at.target, 0, nothing), 1e-10 * scale_of(later));
  }
}

/// A0 and the loss are convex in (n, s): the midpoint of two sets, of any size, is never worse than their mean.
template <Learner L>
void expect_convexity(const Case<L>& at, Random& random) {
  const Prior prior = at.learner.prior();
  for (int trial = 0; trial < 40; ++trial) {
    const Index n = 1 + trial % 7, m = 1 + (trial * 5) % 23;
    const double stretch = 0.2 + 2 * random.uniform();  // real sizes too: all of the cone
    const Vector s = stretch * statistic_of(at.learner, sampled(at, n, random));
    const Vector t = statistic_of(at.learner, sampled(at, m, random));
    const double a = stretch * static_cast<double>(n), b = static_cast<double>(m);
    auto A0 = [&](double size, const Vector& sum) { return at.learner.A0(prior.lambda1 + sum, prior.lambda2 + size); };
    auto loss = [&](double size, const Vector& sum) { return at.learner.loss(at.target, size, sum); };
    const Vector middle = (s + t) / 2;
    auto below_mean = [&](auto f, const char* what) {
      const double left = f(a, s), right = f(b, t);
      ASSERT_TRUE(std::isfinite(left) && std::isfinite(right)) << what;
      EXPECT_LE(f((a + b) / 2, middle), (left + right) / 2 + 1e-11 * (scale_of(left) + scale_of(right))) << what;
    };
    below_mean(A0, "A0");
    below_mean(loss, "loss");
  }
}

/// ∇A0 = (E θ, -E A(θ)) under the belief itself.
template <Learner L>
void expect_gradient_of_A0(const Case<L>& at, Random& random) {
  for (const Index n : {0, 3, 20}) {
    const L belief = at.learner.after(static_cast<double>(n), statistic_of(at.learner, sampled(at, n, random)));
    const NaturalTarget mean = belief.mean_natural(belief);
    const Prior prior = belief.prior();
    for (Index i = 0; i < prior.lambda1.size(); ++i) {
      const double step = 1e-4 * std::max(0.1, std::abs(prior.lambda1[i]));
      const double slope = derivative(
          [&](double h) { return belief.A0(prior.lambda1 + h * Vector::Unit(prior.lambda1.size(), i), prior.lambda2); },
          std::min(step, 1e-4));
      EXPECT_NEAR(slope, mean.theta[i], 1e-6 * scale_of(mean.theta[i])) << "E θ_" << i;
    }
    const double slope = derivative([&](double h) { return belief.A0(prior.lambda1, prior.lambda2 + h); }, 1e-4);
    EXPECT_NEAR(-slope, mean.A, 1e-6 * scale_of(mean.A)) << "E A";
  }
}

/// Where quadrature reaches: the means under a belief, and that what is called the loss of it is its cross-entropy.
template <Learner L>
void expect_means_under_a_belief(const Case<L>& at, Random& random) {
  if constexpr (HasExpectation<L>) {
    const L belief = at.learner.after(6, statistic_of(at.learner, sampled(at, 6, random)));
    EXPECT_NEAR(expectation(belief, [](const auto&) { return 1.0; }), 1, 1e-9);
    const NaturalTarget mean = at.learner.mean_natural(belief);
    auto over = [&](auto part) {
      return expectation(belief, [&](const typename L::Target& t) { return part(at.learner.natural(t)); });
    };
    for (Index i = 0; i < mean.theta.size(); ++i) {
      EXPECT_NEAR(mean.theta[i], over([i](const NaturalTarget& t) { return t.theta[i]; }),
                  1e-8 * scale_of(mean.theta[i]));
    }
    EXPECT_NEAR(mean.A, over([](const NaturalTarget& t) { return t.A; }), 1e-8 * scale_of(mean.A));
    EXPECT_NEAR(mean.log_h0, over([](const NaturalTarget& t) { return t.log_h0; }), 1e-8 * scale_of(mean.log_h0));
    std::apply(
        [&](const auto&... fields) {
          auto one = [&](const auto& field) {
            const double expected = belief.expected().*field.member;
            EXPECT_NEAR(expected, expectation(belief, [&](const auto& t) { return t.*field.member; }),
                        1e-6 * scale_of(expected))
                << field.name;
          };
          (one(fields), ...);
        },
        L::Target::fields());
  }
}

/// The oracle's item is allowed and no other is better; along its ray ⟨a, T⟩ falls.
template <Learner L>
void expect_extreme_items(const Case<L>& at, Random& random) {
  const ItemDomain domain = at.learner.domain();
  std::vector<Vector> statistics;
  for (int i = 0; i < 3000; ++i) {
    const double width = std::pow(10.0, 4 * random.uniform() - 2);
    Vector x(domain.dimension());
    for (Index j = 0; j < x.size(); ++j) {
      const auto [low, high] = domain.range[j];
      x[j] = std::isfinite(high) ? low + random.uniform() * (high - low) : width * random.normal();
      if (low == 0 && !std::isfinite(high)) x[j] = std::abs(x[j]);
      if (domain.integers) x[j] = std::round(x[j]);
    }
    ASSERT_TRUE(domain.contains(x));
    statistics.push_back(at.learner.T(x));
  }
  const Index D = statistics[0].size();
  for (int trial = 0; trial < 60; ++trial) {
    Vector a = Vector::NullaryExpr(D, [&] { return random.normal(); });
    if (trial % 4 == 3) a[trial % D] = 0;
    const Extreme extreme = at.learner.extreme(a);
    double least = infinity;
    for (const Vector& T : statistics) least = std::min(least, a.dot(T));
    if (extreme.is_ray) {
      EXPECT_LE(a.dot(extreme.statistic), 1e-12 * a.norm() * extreme.statistic.norm());
      if (a.dot(extreme.statistic) < -0.1 * a.norm() * extreme.statistic.norm()) {
        EXPECT_LT(least, -a.norm()) << "no such ray";
      }
    } else {
      EXPECT_LE(a.dot(extreme.statistic), least + 1e-9 * scale_of(least)) << "a = " << a.transpose();
      // Among thousands of items one comes near, or the point is no item's statistic.
      EXPECT_GE(a.dot(extreme.statistic), std::min(2 * least - 1, 0.5 * least)) << "a = " << a.transpose();
    }
  }
}

template <Learner L>
void expect_fair_samples(const Case<L>& at, Random& random) {
  constexpr int count = 20000;
  Vector sum = Vector::Zero(at.mean_statistic.size()), squares = sum;
  for (int i = 0; i < count; ++i) {
    const Vector x = at.learner.sample(at.target, random);
    ASSERT_TRUE(at.learner.domain().contains(x));
    const Vector off = at.learner.T(x) - at.mean_statistic;
    sum += off;
    squares += off.cwiseProduct(off);
  }
  for (Index i = 0; i < sum.size(); ++i) {
    EXPECT_LE(std::abs(sum[i]), 5 * std::sqrt(squares[i]) + 1e-12) << "E T_" << i;  // five standard deviations
  }
}

/// No natural parameter makes the items likelier than the maximum-likelihood one, which the natural form gives back.
template <Learner L>
void expect_maximum_likelihood(const Case<L>& at, Random& random) {
  const Index D = at.mean_statistic.size(), n = 3000;  // enough to meet every category
  const Vector s = statistic_of(at.learner, sampled(at, n, random));
  auto likelihood = [&](const typename L::Target& target) {
    const NaturalTarget natural = at.learner.natural(target);
    return natural.theta.dot(s) - static_cast<double>(n) * natural.A;
  };
  const typename L::Target best = at.learner.maximum_likelihood(static_cast<double>(n), s);
  const double most = likelihood(best);
  const NaturalTarget natural = at.learner.natural(best);
  EXPECT_NEAR(most, likelihood(at.learner.from_natural(natural.theta)), 1e-9 * scale_of(most));
  EXPECT_GE(most, likelihood(at.target));
  for (int trial = 0; trial < 40; ++trial) {
    const Vector off = Vector::NullaryExpr(D, [&] { return 1e-3 * random.normal(); });
    EXPECT_GE(most + 1e-10 * scale_of(most),
              likelihood(at.learner.from_natural(natural.theta + natural.theta.cwiseProduct(off))));
  }
}

/// Slopes of the loss, where a learner offers them.
template <Learner L>
void expect_slopes(const Case<L>& at, Random& random) {
  if constexpr (OffersSlopes<L>) {
    for (const Index n : {1, 4, 30}) {
      const double size = static_cast<double>(n);
      const double s = statistic_of(at.learner, sampled(at, n, random))[0] + 0.5;
      const Slopes slopes = at.learner.slopes(at.target, size, s);
      EXPECT_NEAR(slopes.by_n, derivative([&](double h) { return at.learner.loss(at.target, size + h, s); }, 1e-3),
                  1e-8 * scale_of(slopes.by_n));
      EXPECT_NEAR(slopes.by_s, derivative([&](double h) { return at.learner.loss(at.target, size, s + h); }, 1e-3),
                  1e-8 * scale_of(slopes.by_s));
    }
  }
}

template <Learner L>
void expect_laws(const Case<L>& at) {
  Random random(20240101);
  expect_right_losses(at, random);
  expect_convexity(at, random);
  expect_gradient_of_A0(at, random);
  expect_means_under_a_belief(at, random);
  expect_extreme_items(at, random);
  expect_fair_samples(at, random);
  expect_maximum_likelihood(at, random);
  expect_slopes(at, random);
}

template <Learner L>
void expect_laws(const std::vector<Case<L>>& cases) {
  for (std::size_t i = 0; i < cases.size(); ++i) {
    SCOPED_TRACE(std::string(L::name) + ", case " + std::to_string(i + 1));
    expect_laws(cases[i]);
  }
}

/// ∫ exp(-loss) = 1, the loss the engine's own, for each of these sizes and sums of a learner with one parameter.
template <Learner L, class Integrate>
void expect_normalised(const Case<L>& at, Integrate integrate) {
  Random random(7);
  for (const Index n : {0, 2, 9}) {
    const Vector s = statistic_of(at.learner, sampled(at, n, random));
    const double mass = integrate(
        [&](const typename L::Target& t) { return std::exp(-at.learner.loss(t, static_cast<double>(n), s)); });
    EXPECT_NEAR(mass, 1, 1e-7) << "n = " << n;
  }
}

}  // namespace didact::testing
