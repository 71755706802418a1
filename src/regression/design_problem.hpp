#pragma once
// Regression as the search over sizes sees it: g(n), and the best n rows (x, y).   [REG]

#include "corners.hpp"
#include "descent.hpp"
#include "solvers/sized_problem.hpp"
#include "spectral.hpp"

namespace didact::regression {

/// Rows x̃ with how often each is there.
struct Design {
  Matrix rows;
  Vector copies;
  double bound = -infinity;
  bool attained = true;  ///< false: the labels would have to be infinite
};

class DesignProblem final : public solvers::SizedProblem {
 public:
  DesignProblem(Form form, Bounds bounds);

  solvers::Relaxed relaxed(double n) const override;
  double bound(double n) const override;
  solvers::AtSize solve(Index n, const Stop& stop) const override;
  ItemSet unpack(Index n, const Vector& s, Style style, Random& random) const override;
  bool proves() const override { return !bounds_.y && (bounds_.x.empty() || listed_); }
  double trusted() const override { return 0x1p30; }

  /// Whether items without a range grow for ever, because their squares cost nothing in some direction.
  bool items_grow() const;
  /// Whether more items than directions are never worth more: known noise, and items as large as they like.
  bool few_suffice() const { return form_.known_noise && bounds_.x.empty() && !bounds_.y; }
  const Form& form() const { return form_; }

 private:
  const RelaxedCounts& relaxed_counts(double n) const;
  RelaxedCounts new_relaxation(double n) const;
  double label_floor(double n) const;
  Design free_design(Index n, const Stop& stop) const;
  Design counted(const WholeCounts& whole) const;
  double corner_bound(Index n, const RelaxedCounts& relaxed, const WholeCounts& whole, const Stop& stop) const;
  Design corner_design(Index n, const Stop& stop) const;
  Design boxed_design(Index n, const Stop& stop) const;
  solvers::AtSize labelled(const Design& design) const;
  void descend(Index n, solvers::AtSize& at, const Stop& stop) const;

  Form form_;
  Bounds bounds_;
  Vector reach_;            ///< with a range: the largest |x_j|
  bool listed_ = false;     ///< the items stand in corners, and all of them are known
  bool faced_ = false;      ///< or somewhere in a box small enough to look through
  mutable Matrix corners_;  ///< and the other points that relaxations have met
  Index directions_ = 0;    ///< how many the items have
  mutable Vector shares_;   ///< of the last relaxation: the next one starts there
  mutable RelaxedCounts last_;
  mutable double last_size_ = infinity;  ///< a size's bound, its design and its proof ask for the same relaxation
};

/// Whether rows (x, y) lie within the bounds.
bool allowed(const Bounds& bounds, const Matrix& rows);
/// Rows drawn from all over the bounds, or from as far as the prior thinks.
Matrix anywhere(const Form& form, const Bounds& bounds, Index n, Random& random);
/// Puts x that only rounding has moved off an end of the range back on it.
void undo_rounding(const Bounds& bounds, Matrix& rows);

/// Items in a box one after the other, each the best for those before it, then each again: no proof, any size.
Design greedy_design(const Form& form, const std::vector<Interval>& range, Index n, const Stop& stop);

/// One or more rows moved by next to nothing, so that large labels on them reach every direction.   [REG.10]
Design with_tiny_differences(const Form& form, const std::vector<Interval>& range, Design design, Index directions);
Design with_tiny_item(const Form& form, Design design);

/// Rows (x, y) of a labelled design; equal ones once. Noise that y must have beside is put on as few rows as possible.
ItemSet rows_of(const Form& form, const Design& design, const DesignLabels& labels);

}  // namespace didact::regression
