#pragma once
// What items say about hypotheses: evidence adds up, and the loss is a convex function of the sum.   [HYP.1]

#include "../pools/finite.hpp"
#include "../pools/sizes.hpp"

namespace didact::hypotheses {

using pools::Amounts;
using pools::Column;
using pools::Mixture;
using pools::Objective;

/// log Σ exp(a), and the distribution that goes with it.
double log_sum_exp(const Vector& a, Vector* weights = nullptr);

/// What a hypothesis that rules an item out gets for it, instead of -∞: nothing is left of it, however much more
/// probable than the target it was.
double impossible_beside(const Vector& log_ratios);

/// The same for -∞ among these logarithms; what is finite stays as it is, but for what no sum could be told from.
Vector finite(const Vector& logs, double impossible);

/// log Σ_h exp(a_h): minus the logarithm of the target's probability, a being log p(h) / p(target).
class Evidence final : public pools::ConvexFunction {
 public:
  using ConvexFunction::ConvexFunction;
  double value(const Vector& a, Vector& gradient) const override { return log_sum_exp(a, &gradient); }
  Matrix curvature(const Vector& a, const Vector& gradient, const Matrix& D) const override;
  double least() const override { return 0; }
};

/// Finitely many items: a table's columns, a pool, whole numbers.
class EvidenceItems final : public pools::FiniteItems {
 public:
  /// `evidence` is log p(x | h) - log p(x | target), a hypothesis a row, an item a column.
  EvidenceItems(const Vector& log_ratios, Matrix evidence);

  const Matrix& evidence() const { return d_; }
  const pools::ConvexFunction& function() const override { return function_; }
  Vector statistic(Index item) const override { return d_.col(item); }
  Vector reduced(const Vector& gradient) const override { return costs + d_.transpose() * gradient; }
  Index best_next(const Vector& sum, std::span<const Index> among,
                  const std::function<bool(Index)>& may_show) const override;
  double work() const override { return static_cast<double>(d_.size()); }

 private:
  Evidence function_;
  Matrix d_;
  Vector tops_;    ///< each column's greatest
  Matrix ratios_;  ///< exp(d - tops): what one more item does, by a product
};

}  // namespace didact::hypotheses
