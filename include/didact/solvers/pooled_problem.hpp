#pragma once
// A conjugate problem over a pool, with its learners' types forgotten.   [POOL]

#include <didact/core/judge.hpp>
#include <didact/core/learner.hpp>
#include <didact/core/pool.hpp>
#include <didact/solvers/exact_problem.hpp>
#include <didact/solvers/point_target.hpp>

#include <cmath>
#include <functional>
#include <memory>

namespace didact::solvers {

struct PooledProblem {
  /// What one learner makes of a set.
  struct Member {
    double weight = 1;
    std::function<double(double n, const Vector& s)> loss;
    std::function<Vector(double n, const Vector& s)> gradient;  ///< of the loss, by (n, s)
    /// The loss after one more item, for each of these rows, up to a constant. May be empty: there is no fast way.
    std::function<Vector(double n, const Vector& s, const Matrix& rows)> one_more;
  };

  std::shared_ptr<const Pool> pool;
  Frame frame;  ///< into which the rows are put before anything is made of them
  std::vector<Member> members;
  Judge judge = Judge::expected;
  Index dimension = 0;           ///< of s
  bool rules_items_out = false;  ///< the target may make some of them impossible
  std::function<Vector(const Vector& x)> T;
  /// ⟨a, T(x)⟩ for every row, where there is a faster way than one T(x) after the other.
  std::function<Vector(const Matrix& rows, const Vector& a)> along;
};

/// Targets at the end of their range have infinite natural parameters, which meet only zeros in a sum: any large number
/// stands for them.
inline double finite_natural(double x) {
  return std::isinf(x) ? std::copysign(700.0, x) : x;
}

/// The gradient of -log p(θ*|n, s) by (n, s) is the mean natural parameter less the target's.   [POOL.3]
template <class L>
Vector loss_gradient(const L& learner, const NaturalTarget& target, double n, const Vector& s) {
  const L after = learner.after(n, s);
  const NaturalTarget mean = after.mean_natural(after);
  Vector gradient(s.size() + 1);
  gradient[0] = target.A - mean.A;
  gradient.tail(s.size()) = mean.theta - target.theta;
  return gradient;
}

/// xᵀ B x + bᵀ x for rows x, a block at a time.
Vector quadratic_forms(const Matrix& rows, const Vector& b, const Matrix& B);

/// The normal-inverse-Wishart loss after one more item, up to a constant: a rank-one update of Λ.   [POOL.5]
Vector one_more_of(const NormalInverseWishart& belief, const Vector& mean, const Matrix& covariance,
                   const Matrix& rows);

template <Learner L>
PooledProblem pooled_problem(const std::shared_ptr<const std::vector<Weighted<L>>>& learners,
                             const std::shared_ptr<const PointTarget<L>>& point) {
  PooledProblem pooled;
  for (std::size_t j = 0; j < learners->size(); ++j) {
    NaturalTarget natural = (*learners)[j].value.natural(point->target);
    pooled.rules_items_out |= !natural.theta.allFinite() || std::isinf(natural.A);
    natural.theta = natural.theta.unaryExpr(&finite_natural);
    natural.A = finite_natural(natural.A);
    PooledProblem::Member member{.weight = (*learners)[j].weight};
    member.loss = [learners, point, j](double n, const Vector& s) {
      return (*learners)[j].value.loss(point->target, n, s) + point->extra(j, n, s);
    };
    member.gradient = [learners, point, natural, j](double n, const Vector& s) {
      Vector gradient = loss_gradient((*learners)[j].value, natural, n, s);
      gradient[0] += point->per_item;
      if (point->per_statistic.size() > 0) gradient.tail(s.size()) += point->per_statistic;
      return gradient;
    };
    if constexpr (OffersMoments<L>) {
      member.one_more = [learners, point, j](double n, const Vector& s, const Matrix& rows) {
        return one_more_of((*learners)[j].value.after(n, s).normal_inverse_wishart(), L::target_mean(point->target),
                           L::target_covariance(point->target), rows);
      };
    }
    pooled.members.push_back(std::move(member));
  }
  const L& first = learners->front().value;
  pooled.dimension = first.prior().lambda1.size();
  pooled.T = [learners](const Vector& x) { return learners->front().value.T(x); };
  if constexpr (OffersMoments<L>) {  // T(x) = (x, x xᵀ)
    pooled.along = [](const Matrix& rows, const Vector& a) {
      const Index D = rows.cols();
      return quadratic_forms(rows, a.head(D), Eigen::Map<const Matrix>(a.data() + D, D, D));
    };
  } else if constexpr (requires { first.domain().labels; }) {
    if (first.domain().labels) {
      pooled.along = [](const Matrix& rows, const Vector& a) -> Vector {
        return rows.col(0).unaryExpr([&](double x) { return a[static_cast<Index>(x) - 1]; });
      };
    }
  }
  return pooled;
}

}  // namespace didact::solvers
