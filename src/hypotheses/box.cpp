#include "../core/decompositions.hpp"
#include "continuous.hpp"
#include "solvers/bfgs.hpp"
#include "spread.hpp"
#include <didact/core/random.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace didact::hypotheses {
namespace {

/// c + bᵀx + ½ xᵀAx
struct Form {
  Matrix A;
  Vector b;
  double c = 0;

  double operator()(const Vector& x) const { return c + b.dot(x) + 0.5 * x.dot(A * x); }
  Vector gradient(const Vector& x) const { return b + A * x; }
};

Form log_density_form(const Density& density) {
  const Cholesky factor(density.spread);
  const Vector b = factor.solve(density.at);
  const double constant = static_cast<double>(density.at.size()) * std::log(2 * std::numbers::pi);
  return {-factor.inverse(), b, -0.5 * (density.at.dot(b) + factor.log_det() + constant)};
}

/// Each beside the target's.
std::vector<Form> evidence_forms(const std::vector<Density>& densities, std::size_t target) {
  std::vector<Form> forms;
  for (const Density& density : densities) forms.push_back(log_density_form(density));
  const Form right = forms[target];
  for (Form& form : forms) form.A -= right.A, form.b -= right.b, form.c -= right.c;
  return forms;
}

/// Differences of second derivatives below this, relative, are rounding.
constexpr double no_curvature = 1e-13;

class Box final : public ContinuousItems {
 public:
  Box(const std::vector<Density>& densities, std::size_t target, std::vector<Interval> range, Vector log_ratios,
      double magnitude)
      : ContinuousItems(std::move(log_ratios), magnitude),
        range_(std::move(range)),
        forms_(evidence_forms(densities, target)) {
    for (Index j = 0; j < static_cast<Index>(range_.size()); ++j) positions_.emplace_back(densities[target], j);
  }

  std::vector<Cheapest> cheapest(const Vector& w, double& bound, const Stop& stop) const override {
    const auto D = static_cast<Index>(range_.size());
    Form sum{2 * magnitude() * Matrix::Identity(D, D), Vector::Zero(D), 0};
    for (std::size_t h = 0; h < forms_.size(); ++h) {
      const double weight = w[static_cast<Index>(h)];
      sum.A += weight * forms_[h].A;
      sum.b += weight * forms_[h].b;
      sum.c += weight * forms_[h].c;
    }
    constexpr Index few = 6;
    std::vector<Cheapest> found = D <= few ? on_faces(sum, bound) : by_descent(sum, bound, stop);
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.reduced < b.reduced; });
    if (found.size() > few) found.resize(few);
    return found;
  }

  Vector evidence(const Vector& x) const override {
    Vector d(forms_.size());
    for (std::size_t h = 0; h < forms_.size(); ++h) d[static_cast<Index>(h)] = forms_[h](x);
    return d;
  }

  Vector slope(const Vector& x, const Vector& w) const override {
    Vector sum = Vector::Zero(x.size());
    for (std::size_t h = 0; h < forms_.size(); ++h) sum += w[static_cast<Index>(h)] * forms_[h].gradient(x);
    return sum;
  }

  std::vector<Interval> piece(const Vector&) const override { return range_; }

  std::vector<Vector> sample() const override {
    Random random(7);
    std::vector<Vector> some;
    for (int i = 0; i < 200; ++i) {
      Vector x(static_cast<Index>(range_.size()));
      for (Index j = 0; j < x.size(); ++j) {
        const double u = random.uniform();  // a third of the coordinates at either end
        const auto coordinate = static_cast<std::size_t>(j);
        x[j] = positions_[coordinate].at(std::clamp(1.5 * u - 0.25, 0.0, 1.0), range_[coordinate]);
      }
      some.push_back(x);
    }
    return some;
  }

 private:
  /// The least value over a box is at a stationary point of one of its faces: each coordinate low, high or free.
  std::vector<Cheapest> on_faces(const Form& form, double& bound) const {
    const auto D = static_cast<Index>(range_.size());
    std::vector<Cheapest> found;
    std::vector<int> state(range_.size(), 0);
    Vector x(D);
    bound = infinity;
    for (;;) {
      std::vector<Index> free;
      for (Index i = 0; i < D; ++i) {
        if (state[i] == 2) free.push_back(i);
        if (state[i] < 2) x[i] = state[i] == 0 ? range_[i].low : range_[i].high;
      }
      if (settle(form, free, x)) {
        found.push_back({x, form(x)});
        bound = std::min(bound, found.back().reduced);
      }
      Index i = 0;
      while (i < D && state[i] == 2) state[i++] = 0;
      if (i == D) break;
      ++state[i];
    }
    return found;
  }

  /// Sets the free coordinates where the slope along them vanishes; false if that is outside, or no minimum.
  bool settle(const Form& form, const std::vector<Index>& free, Vector& x) const {
    const auto f = static_cast<Index>(free.size());
    if (f == 0) return true;
    for (const Index i : free) x[i] = 0;
    Matrix A(f, f);
    Vector right(f);
    for (Index i = 0; i < f; ++i) {
      right[i] = -(form.b[free[i]] + form.A.row(free[i]).dot(x));
      for (Index j = 0; j < f; ++j) A(i, j) = form.A(free[i], free[j]);
    }
    const Cholesky factor(A);
    if (!factor.succeeded()) return false;
    const Vector y = factor.solve(right);
    for (Index i = 0; i < f; ++i) {
      if (!(y[i] >= range_[free[i]].low && y[i] <= range_[free[i]].high)) return false;
      x[free[i]] = y[i];
    }
    return true;
  }

  /// Many dimensions: descents from the middle and the corners; the bound is that of a convex form below it.
  std::vector<Cheapest> by_descent(const Form& form, double& bound, const Stop& stop) const {
    const auto D = static_cast<Index>(range_.size());
    Vector low(D), high(D);
    for (Index i = 0; i < D; ++i) low[i] = range_[i].low, high[i] = range_[i].high;
    auto descend = [&](const Form& f, const Vector& start) {
      return solvers::minimise_smooth(
          [&](const Vector& x, Vector& gradient) {
            gradient = f.gradient(x);
            return f(x);
          },
          start, low, high, 500, 1e-12, stop);
    };
    const double least = eigenvalues(form.A)[0];
    const double lift = std::max(0.0, -least);
    // (x - low)(x - high) ≤ 0 inside the box, and makes the form convex.
    Form below{form.A + lift * Matrix::Identity(D, D), form.b - 0.5 * lift * (low + high),
               form.c + 0.5 * lift * low.dot(high)};
    const solvers::Descent convex = descend(below, 0.5 * (low + high));
    bound = convex.value;  // where the descent ended, or was stopped: the tangent there is below it in the whole box
    for (Index i = 0; i < D; ++i) {
      bound += std::min(convex.gradient[i] * (low[i] - convex.x[i]), convex.gradient[i] * (high[i] - convex.x[i]));
    }
    std::vector<Cheapest> found;
    std::vector<Vector> starts = {convex.x, low, high};
    Vector corner(D);  // against the slope in the middle
    const Vector gradient = form.gradient(0.5 * (low + high));
    for (Index i = 0; i < D; ++i) corner[i] = gradient[i] > 0 ? low[i] : high[i];
    starts.push_back(corner);
    for (const Vector& start : starts) {
      const solvers::Descent end = descend(form, start);
      found.push_back({end.x, end.value});
    }
    return found;
  }

  std::vector<Interval> range_;
  std::vector<Form> forms_;
  std::vector<Positions> positions_;
};

}  // namespace

std::vector<Bowl> bowls(const std::vector<Density>& densities, std::size_t target) {
  const double scale = log_density_form(densities[target]).A.norm();
  std::vector<Bowl> all;
  for (const Form& form : evidence_forms(densities, target)) {
    Bowl bowl;
    bowl.flat = form.A.norm() <= no_curvature * scale;
    const double least = eigenvalues(form.A)[0];
    if (least > no_curvature * scale) {
      bowl.steepness = least;
      bowl.at = -Cholesky(form.A).solve(form.b);
      bowl.least = form(bowl.at);
    }
    all.push_back(std::move(bowl));
  }
  return all;
}

bool all_fall(const std::vector<Density>& densities, std::size_t target, const std::vector<std::size_t>& rivals,
              const Vector& x, const Vector& direction) {
  const double scale = log_density_form(densities[target]).A.norm() * direction.squaredNorm();
  const std::vector<Form> forms = evidence_forms(densities, target);
  return std::all_of(rivals.begin(), rivals.end(), [&](std::size_t h) {
    const double curvature = direction.dot(forms[h].A * direction);
    if (std::abs(curvature) > no_curvature * scale) return curvature < 0;
    return forms[h].A.norm() * direction.squaredNorm() <= no_curvature * scale &&
           forms[h].gradient(x).dot(direction) < 0;
  });
}

std::unique_ptr<ContinuousItems> items_in_a_box(const std::vector<Density>& densities, std::size_t target,
                                                std::vector<Interval> range, Vector log_ratios, double magnitude) {
  return std::make_unique<Box>(densities, target, std::move(range), std::move(log_ratios), magnitude);
}

}  // namespace didact::hypotheses
