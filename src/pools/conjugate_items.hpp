#pragma once
// The rows of a pool as a conjugate learner sees them: equal rows are one item, and sums are (n, s).   [POOL]

#include "finite.hpp"
#include "solvers/conjugate_problem.hpp"

namespace didact::pools {

/// The judged loss as a function of (n, s). The worst of several learners is smoothed, from above.   [POOL.3]
class ConjugateLoss final : public ConvexFunction {
 public:
  explicit ConjugateLoss(const solvers::ConjugateProblem& problem);

  double value(const Vector& a, Vector& gradient) const override;
  double operator()(const Vector& a) const override;
  Vector gradient(const Vector& a) const override;
  Matrix curvature(const Vector& a, const Vector& gradient, const Matrix& D) const override;
  double slack() const override;

 private:
  Vector weights_at(const Vector& a, double& value) const;

  const solvers::ConjugateProblem& problem_;
  Index dimension_;  ///< of s
};

class ConjugateItems final : public FiniteItems {
 public:
  /// `row_costs` is what each row costs beyond what every item does.
  ConjugateItems(const solvers::ConjugateProblem& problem, const Vector& row_costs, const Stop& stop);
  /// Told to stop before the rows were looked through: there are no items.
  bool stopped() const { return stopped_; }

  const ConvexFunction& function() const override { return loss_; }
  Vector statistic(Index item) const override;
  Vector reduced(const Vector& gradient) const override;
  Index best_next(const Vector& sum, std::span<const Index> among,
                  const std::function<bool(Index)>& may_show) const override;
  double work() const override;

  /// The rows that so many of each item are, in ascending order.
  std::vector<Index> rows_of(const Counts& counts) const;
  /// A row that every set must have, though the target cannot have made it.
  std::optional<Index> impossible_row() const { return impossible_row_; }

 private:
  Matrix items_among(std::span<const Index> among) const;
  Vector along(const Vector& gradient, std::span<const Index> among) const;
  Vector along(const Vector& a, const Matrix& rows) const;
  bool has_moments() const;
  Index best_by_update(const Vector& sum, std::span<const Index> among,
                       const std::function<bool(Index)>& may_show) const;
  void group_rows(const Vector& row_costs, const Stop& stop);
  void rule_out_impossible_items();
  double with_one_more(const Vector& sum, Index item) const;

  const solvers::ConjugateProblem& problem_;
  Index dimension_;  ///< of s
  ConjugateLoss loss_;
  Matrix items_;                          ///< one a row
  std::vector<std::vector<Index>> rows_;  ///< of each item, those that must be there first
  std::optional<Index> impossible_row_;
  bool stopped_ = false;
};

}  // namespace didact::pools
