// The parts of the solver by themselves: the best labels, their slopes, rows with given statistics.

#include "regression/labels.hpp"

#include "regression/spectral.hpp"
#include "support.hpp"

#include <Eigen/Dense>

namespace didact::testing::labels_test {
namespace {

using namespace regression;

const Unknown unknown{vector({0.4, -1}), Matrix({{2, 0.5}, {0.5, 1}}), 2, 1.5};

Form form_at(const Unknown::Target& target) {
  return form_of(Regression(unknown, target, {}).problem);
}

/// The labels' part of the loss for given errors, from its definition.   [REG.4]
double label_loss(const Form& form, const Matrix& X, const Vector& e) {
  const Vector pull = form.off + X.transpose() * e;
  const Matrix M = Matrix::Identity(X.cols(), X.cols()) + X.transpose() * X;
  const double miss = 0.5 * pull.dot(M.inverse() * pull);
  const double b = form.scale + 0.5 * form.off.squaredNorm() + 0.5 * e.squaredNorm() - miss;
  return form.label_loss(static_cast<double>(X.rows()), b, miss);
}

TEST(RegressionLabels, no_other_labels_are_better) {
  int with_noise = 0;
  for (int trial = 0; trial < 40; ++trial) {
    Random random(static_cast<std::uint64_t>(trial));
    const Form form = form_at({vector({random.normal(), random.normal()}), 0.2 + 3 * random.uniform()});
    const Index n = 1 + trial % 4;
    const Matrix X = Matrix::NullaryExpr(n, 2, [&] { return 2 * random.normal(); });
    const DesignLabels labels = label_design(form, X, Vector::Ones(n));
    with_noise += labels.spare > 0;
    for (const double start : {0.0, 1.0, -1.0}) {
      const auto found =
          nelder_mead([&](const Vector& e) { return label_loss(form, X, e); }, Vector::Constant(n, start), 1, 20000);
      EXPECT_GE(found.first, labels.loss - 1e-9 * scale_of(labels.loss)) << trial;
      if (start == 0) {
        EXPECT_LE(labels.loss, found.first + 1e-6) << trial;
      }
    }
    if (labels.spare == 0) {
      EXPECT_NEAR(label_loss(form, X, labels.errors), labels.loss, 1e-9);
    }
  }
  EXPECT_GT(with_noise, 3);
}

TEST(RegressionLabels, slope_is_the_derivative_and_convex) {
  for (int trial = 0; trial < 30; ++trial) {
    Random random(static_cast<std::uint64_t>(trial));
    const Form form = form_at({vector({2 * random.normal(), random.normal()}), 0.2 + random.uniform()});
    const Matrix a = Matrix::NullaryExpr(2, 2, [&] { return random.normal(); });
    const Matrix b = Matrix::NullaryExpr(2, 2, [&] { return random.normal(); });
    const Matrix S = a * a.transpose(), R = b * b.transpose(), step = R - S;
    const double n = 1 + 4 * random.uniform();
    auto value = [&](double t) { return label_term(form, n, S + t * step).loss; };
    const double slope = label_term(form, n, S + 0.3 * step).slope.cwiseProduct(step).sum();
    EXPECT_NEAR(slope, (value(0.3 + 1e-5) - value(0.3 - 1e-5)) / 2e-5, 1e-5 * scale_of(slope));
    EXPECT_LE(value(0.5), 0.5 * (value(0) + value(1)) + 1e-10);
    const Eigen::SelfAdjointEigenSolver<Matrix> spectrum(label_term(form, n, S).slope);
    EXPECT_LE(spectrum.eigenvalues()[1], 1e-12);
  }
}

TEST(RegressionLabels, costly_squares_have_their_optimum) {
  for (int trial = 0; trial < 20; ++trial) {
    Random random(static_cast<std::uint64_t>(trial));
    const Regression given(unknown, {vector({3 * random.normal(), random.normal()}), 0.2 + random.uniform()},
                           magnitude(0.02 + random.uniform()));
    const Form form = form_of(given.problem);
    const double n = 3 + trial % 5;
    const FreeOptimum best = free_optimum(form, n, {});
    EXPECT_LE(best.value - best.bound, 1e-9 * scale_of(best.value)) << trial;
    for (int other = 0; other < 30; ++other) {
      const Matrix F = Matrix::NullaryExpr(2, 2, [&] { return std::exp(random.normal()) * random.normal(); });
      const Matrix S = F * F.transpose();
      EXPECT_GE(form.design_loss(n, S) + label_term(form, n, S).loss, best.bound - 1e-9);
    }
  }
}

TEST(UnpackRegression, gives_back_the_statistics) {
  Random random(3);
  const Matrix rows = Matrix::NullaryExpr(5, 3, [&] { return random.normal(); });
  const ItemSet items{rows, std::vector<Index>(5, 1)};
  const LinearRegression known{1, Vector::Zero(2), Matrix::Identity(2, 2)};
  for (const Style style : {Style::natural, Style::plain}) {
    const Vector s = summed_statistic(known, items), t = summed_statistic(unknown, items);
    EXPECT_LE((summed_statistic(known, unpack_regression(2, 4, s, style)) - s).norm(), 1e-12);
    EXPECT_LE((summed_statistic(unknown, unpack_regression(2, 4, t, style)) - t).norm(), 1e-12);
    EXPECT_THROW(unpack_regression(2, 1, t, style), std::invalid_argument);
  }
}

}  // namespace
}  // namespace didact::testing::labels_test
