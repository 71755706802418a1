// A learner that didact does not ship: the height of waves at sea follows Rayleigh's distribution,
// p(x|v) = x/v exp(-x²/(2v)), and the belief over v is inverse gamma. Six functions make it teachable.
#include <didact/core/special.hpp>
#include <didact/solvers/teach.hpp>

#include <cmath>
#include <iostream>

using namespace didact;

struct Rayleigh {
  double shape = 3;
  double scale = 2;

  struct Target {
    double v = 4;
  };

  // The natural parameter is θ = -1/(2v), with T(x) = x² and A(θ) = log v.
  Vector T(const Vector& x) const { return x.cwiseAbs2(); }
  NaturalTarget natural(const Target& target) const {
    const double log_v = std::log(target.v);
    return {.theta = Vector::Constant(1, -1 / (2 * target.v)), .A = log_v, .log_h0 = -log_v};
  }

  // The belief v^(-shape-1) exp(-scale/v) is 1/v · exp(λ1 θ - λ2 A(θ)); A0 is the log of its integral over v.
  Prior prior() const { return {.lambda1 = Vector::Constant(1, 2 * scale), .lambda2 = shape}; }
  double A0(const Vector& lambda1, double lambda2) const {
    return lambda1[0] > 0 ? log_gamma(lambda2) - lambda2 * std::log(lambda1[0] / 2) : infinity;
  }

  // Where unpacking starts from.
  Vector sample(const Target& target, Random& random) const {
    return Vector::Constant(1, std::sqrt(2 * target.v * random.exponential()));
  }

  // Which items there are: no wave is higher than 30. The oracle says where a·x² is least; without it s could be
  // anything.
  Extreme extreme(const Vector& a) const { return extreme_point(Vector::Constant(1, a[0] < 0 ? 30.0 * 30.0 : 0.0)); }
  ItemDomain domain() const { return {.range = {{0, 30}}}; }
};

int main() {
  const Rayleigh learner;
  const Lesson lesson = teach(learner, {.v = 4}, per_item(0.06));
  const double s = summed_statistic(learner, lesson.items)[0];
  const Rayleigh after{learner.shape + static_cast<double>(lesson.n), learner.scale + s / 2};
  std::cout << lesson << '\n'
            << "expected 1/v: before " << learner.shape / learner.scale << ", after " << after.shape / after.scale
            << ", target 0.25\n";
}
