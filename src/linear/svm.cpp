// The support vector machine, exactly: a path of soft hinges down to a duality gap of nothing, then Newton on the
// active set, where the conditions of the optimum are linear.   [SVM.2]

#include "../core/decompositions.hpp"
#include "pointwise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace didact::linear {
namespace {

/// A point of the path: a_i s_i = μ and (count_i - a_i) ξ_i = μ, with y f = 1 + s - ξ.   [SVM.2]
struct PathPoint {
  Vector theta;
  Vector a, rest;          ///< the dual variables, and what is left to their counts
  Vector room, shortfall;  ///< s and ξ: how far beyond the margin, how far short of it

  double gap() const { return (a.dot(room) + rest.dot(shortfall)) / static_cast<double>(2 * a.size()); }
};

class Path {
 public:
  Path(const Samples& samples, double lambda, bool bias)
      : Z_(samples.y.asDiagonal() * samples.X),
        lambda_(lambda),
        D_(samples.X.cols() - (bias ? 1 : 0)),
        at_{Vector::Zero(samples.X.cols()), 0.5 * samples.count, 0.5 * samples.count,
            Vector::Constant(samples.y.size(), 0.5), Vector::Constant(samples.y.size(), 1.5)} {}

  /// Down to where rounding ends it: a predictor with no gap left, and a corrector that learns from it (Mehrotra).
  const PathPoint& followed() {
    constexpr double closed = 1e-17;
    for (int iteration = 0; iteration < 100 && at_.gap() > closed; ++iteration) {
      const double gap = at_.gap();
      factor();
      const Vector none = Vector::Zero(at_.a.size());
      const PathPoint guess = direction(0, none, none);
      PathPoint ahead = at_;
      advance(ahead, guess, longest(guess));
      const double centred = gap * std::pow(ahead.gap() / gap, 3);
      const PathPoint step =
          direction(centred, guess.a.cwiseProduct(guess.room), guess.rest.cwiseProduct(guess.shortfall));
      const double length = longest(step);
      if (!step.theta.allFinite() || !(length > 1e-10)) break;
      advance(at_, step, length);
    }
    return at_;
  }

 private:
  void factor() {
    weight_ = (at_.shortfall.array() / at_.rest.array() + at_.room.array() / at_.a.array()).inverse();
    Matrix H = weighted_gram(Z_, weight_);
    H.diagonal().head(D_).array() += lambda_;
    if (D_ < H.rows()) H(D_, D_) += 1e-300;
    factor_ = SymmetricFactor(H);
  }

  /// Newton's step towards a gap of `mu`, second-order terms given.
  PathPoint direction(double mu, const Vector& first, const Vector& second) const {
    Vector gradient = -(Z_.transpose() * at_.a);
    gradient.head(D_) += lambda_ * at_.theta.head(D_);
    const Vector off = Z_ * at_.theta - Vector::Ones(at_.a.size()) + at_.shortfall - at_.room;
    const Vector to_room = (mu - first.array()) / at_.a.array() - at_.room.array();
    const Vector to_shortfall = (mu - second.array()) / at_.rest.array() - at_.shortfall.array();
    const Vector target = to_room - to_shortfall - off;
    PathPoint step;
    step.theta = factor_.solve(Z_.transpose() * weight_.cwiseProduct(target) - gradient);
    step.a = weight_.cwiseProduct(target - Z_ * step.theta);
    step.rest = -step.a;
    step.room = to_room.array() - at_.room.array() / at_.a.array() * step.a.array();
    step.shortfall = to_shortfall.array() + at_.shortfall.array() / at_.rest.array() * step.a.array();
    return step;
  }

  double longest(const PathPoint& step) const {
    double length = 1 / 0.995;
    for (const auto part : {&PathPoint::a, &PathPoint::rest, &PathPoint::room, &PathPoint::shortfall}) {
      for (Index i = 0; i < at_.a.size(); ++i) {
        if ((step.*part)[i] < 0) length = std::min(length, -(at_.*part)[i] / (step.*part)[i]);
      }
    }
    return 0.995 * length;
  }

  static void advance(PathPoint& point, const PathPoint& step, double length) {
    for (const auto part :
         {&PathPoint::theta, &PathPoint::a, &PathPoint::rest, &PathPoint::room, &PathPoint::shortfall}) {
      point.*part += length * (step.*part);
    }
  }

  Matrix Z_;  ///< y x, one item a row
  double lambda_;
  Index D_;
  PathPoint at_;
  Vector weight_;
  SymmetricFactor factor_;
};

/// What the conditions of the optimum say of each item.
struct Active {
  std::vector<Index> margin;  ///< y f = 1
  Vector a;                   ///< each item's dual variable in [0, count]
};

/// Which of the three an item is: the path's two products say so, one factor of each being 0 at its end.
Active active_set(const Samples& samples, const PathPoint& end) {
  Active active{{}, end.a};
  for (Index i = 0; i < end.a.size(); ++i) {
    const bool outside = end.room[i] > end.a[i] / samples.count[i];
    const bool inside = end.shortfall[i] > end.rest[i] / samples.count[i];
    if (outside || inside) {
      active.a[i] = outside ? 0 : samples.count[i];
    } else {
      active.margin.push_back(i);
    }
  }
  return active;
}

/// One Newton step on λ w = Σ a y x, Σ a y = 0 and y f = 1 on the margin, each of these by the item's own length. Equal
/// items make it singular in their shares alone: the smallest change is taken.
bool polish(const Samples& samples, double lambda, bool bias, Active& active, Vector& theta) {
  const Index P = theta.size(), D = P - (bias ? 1 : 0), M = static_cast<Index>(active.margin.size());
  Matrix K = Matrix::Zero(P + M, P + M);
  Vector right(P + M), length(M);
  K.diagonal().head(D).setConstant(lambda);
  right.head(P) = samples.X.transpose() * active.a.cwiseProduct(samples.y);
  right.head(D) -= lambda * theta.head(D);
  for (Index j = 0; j < M; ++j) {
    const Index i = active.margin[static_cast<std::size_t>(j)];
    const Vector z = samples.y[i] * samples.X.row(i).transpose();
    length[j] = std::max(z.norm(), 1e-300);
    K.block(0, P + j, P, 1) = -z / length[j];
    K.block(P + j, 0, 1, P) = z.transpose() / length[j];
    right[P + j] = (1 - z.dot(theta)) / length[j];
  }
  const Vector change = least_norm_solve(K, right);
  if (!change.allFinite()) return false;
  theta += change.head(P);
  for (Index j = 0; j < M; ++j) active.a[active.margin[static_cast<std::size_t>(j)]] += change[P + j] / length[j];
  return true;
}

/// Items that the path could not tell apart, being all but on the margin without a pull, or with all of it: what a
/// polished solution says of them. Whether any of them is another kind of item now.
bool sorted_anew(const Samples& samples, const Vector& theta, Active& active) {
  const Vector v = samples.y.cwiseProduct(samples.X * theta).array() - 1;
  std::vector<bool> on(static_cast<std::size_t>(v.size()), false);
  for (const Index i : active.margin) on[static_cast<std::size_t>(i)] = true;
  std::vector<Index> margin;
  for (Index i = 0; i < v.size(); ++i) {
    double& a = active.a[i];
    const bool was_on = on[static_cast<std::size_t>(i)];
    const bool stays = was_on ? a >= 0 && a <= samples.count[i] : a > 0 ? v[i] > 0 : v[i] < 0;
    if (stays) margin.push_back(i);
    if (!stays && was_on) a = a < 0 ? 0 : samples.count[i];
  }
  std::swap(active.margin, margin);
  return active.margin != margin;
}

/// How far the conditions of the optimum are from holding, beyond what rounding leaves of them. Large items pull with
/// and against each other, so that what they leave together is to be small beside the weights, not beside the pulls.
double violation(const Samples& samples, double lambda, bool bias, const Active& active, const Vector& theta) {
  constexpr double epsilon = 8 * std::numeric_limits<double>::epsilon();
  const Index D = theta.size() - (bias ? 1 : 0);
  const Vector pull = samples.X.transpose() * active.a.cwiseProduct(samples.y);
  Vector left = Vector::Zero(theta.size());
  left.head(D) = lambda * theta.head(D);
  const Vector lengths = samples.X.rowwise().norm();
  const double apart = (left - pull).norm() - epsilon * lengths.dot(active.a.cwiseAbs());
  double worst = std::max(0.0, apart) / std::max(left.norm() + pull.norm(), 1e-300);
  for (Index i = 0; i < lengths.size(); ++i) {
    const double v = samples.y[i] * samples.X.row(i).dot(theta) - 1;
    const double beyond = std::max(0.0, std::abs(v) - epsilon * (1 + lengths[i] * theta.norm()));
    const double share = active.a[i] / samples.count[i];
    worst = std::max({worst, -share, share - 1, std::min(v > 0 ? share : 1 - share, beyond)});
  }
  return worst;
}

/// The b closest to 0 among those that are best for these weights: the hinges' sum is linear between the points where
/// one of them starts.
double best_bias(const Samples& samples, const Vector& weights) {
  const Index D = weights.size(), n = samples.y.size();
  std::vector<std::pair<double, double>> kinks(static_cast<std::size_t>(n));
  double slope = 0;  // far to the left every item labelled 1 pulls to the right
  for (Index i = 0; i < n; ++i) {
    kinks[static_cast<std::size_t>(i)] = {samples.y[i] - samples.X.row(i).head(D).dot(weights), samples.count[i]};
    if (samples.y[i] > 0) slope -= samples.count[i];
  }
  std::sort(kinks.begin(), kinks.end());
  double low = -infinity, high = infinity;
  for (const auto& [at, count] : kinks) {
    const double next = slope + count;
    if (slope < 0 && next >= 0) low = at;
    if (slope <= 0 && next > 0) high = at;
    slope = next;
  }
  return std::clamp(0.0, low, high);
}

/// Newton's steps on changing sets of items on the margin, as long as the conditions of the optimum hold better.
class Polish {
 public:
  Polish(const Samples& samples, double lambda, bool bias, const PathPoint& end)
      : samples_(samples), lambda_(lambda), bias_(bias), best_(end.theta) {
    const Active path{{}, end.a};
    least_ = violation(samples_, lambda_, bias_, path, best_);
    Active active = active_set(samples_, end);
    Vector theta = end.theta;
    constexpr int most_sets = 8;
    for (int set = 0; set < most_sets && least_ > rounding; ++set) {
      step(active, theta);
      if (!sorted_anew(samples_, theta, active) && !one_less(active, theta)) break;
    }
  }

  const Vector& best() const { return best_; }

 private:
  static constexpr double rounding = 1e-15;

  /// How far the conditions are from holding after the steps; the best weights are kept.
  double step(Active& active, Vector& theta) {
    double least = infinity;
    for (int step = 0; step < 3 && polish(samples_, lambda_, bias_, active, theta); ++step) {
      const double worst = violation(samples_, lambda_, bias_, active, theta);
      if (worst <= least_) least_ = worst, best_ = theta;  // a second step has more digits
      if (!(worst < least)) break;
      least = worst;
    }
    return least;
  }

  /// More items than can all be on the margin: the one without which the conditions hold best is beside it. False if
  /// all of them are on it.
  bool one_less(Active& active, Vector& theta) {
    double farthest = 0;
    for (const Index i : active.margin) {
      const Vector x = samples_.X.row(i);
      const double off = std::abs(samples_.y[i] * x.dot(theta) - 1) / (1 + x.norm() * theta.norm());
      farthest = std::max(farthest, off);
    }
    if (!(farthest > 1e-14)) return false;
    Active without;
    Vector at;
    double least = infinity;
    for (std::size_t j = 0; j < active.margin.size(); ++j) {
      const Index i = active.margin[j];
      for (const double a : {0.0, samples_.count[i]}) {
        Active tried = active;
        tried.margin.erase(tried.margin.begin() + static_cast<std::ptrdiff_t>(j));
        tried.a[i] = a;
        Vector there = theta;
        const double worst = step(tried, there);
        if (worst < least) least = worst, without = std::move(tried), at = std::move(there);
      }
    }
    if (least == infinity) return false;
    active = std::move(without), theta = std::move(at);
    return true;
  }

  const Samples& samples_;
  double lambda_;
  bool bias_;
  Vector best_;
  double least_ = infinity;
};

}  // namespace

Vector solve_svm(const Samples& samples, double lambda, bool bias) {
  Vector best = Polish(samples, lambda, bias, Path(samples, lambda, bias).followed()).best();
  if (bias) best[best.size() - 1] = best_bias(samples, best.head(best.size() - 1));
  return best;
}

}  // namespace didact::linear
