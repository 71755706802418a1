#pragma once
// A conjugate learner and the point that it is to be taught, with their types forgotten: all that the solvers, the
// search over pools and the simulation know of either.

#include <didact/core/draws.hpp>
#include <didact/core/problem.hpp>
#include <didact/core/special.hpp>
#include <didact/learners/internal/densities.hpp>

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace didact::solvers {

/// How a family is judged by one loss.
struct LossTraits {
  bool offered = false;
  Structure structure = Structure::none;  ///< by which the sets of one size are solved exactly
  bool bends = false;                     ///< the loss has inflections in the sum
};

/// What is true of a family whatever its parameters.
struct FamilyTraits {
  std::string_view name;    ///< of a learner that didact ships; else empty
  bool sums_items = true;   ///< what a sum adds up are the items themselves, not another number for each
  bool has_oracle = false;  ///< extreme() can be asked
  bool draws_sums = false;  ///< draw_losses() can be asked
  bool sums_cancel = true;  ///< statistics are added up one by one, and parts of a sum may cancel
  LossTraits kl, squared, predictive;

  bool ships() const { return !name.empty(); }
  Structure structure() const { return kl.structure; }
  const LossTraits& by(Loss loss) const {
    return loss == Loss::squared ? squared : loss == Loss::predictive ? predictive : kl;
  }
};

/// What a structure makes of a family: counts, a mean with a Normal belief, or moments.
struct CountsForm {
  std::vector<double> pseudo_counts;
  std::vector<Twofold> probabilities;
};
struct NormalMeanForm {
  Vector prior_mean;
  Matrix prior_covariance;
  Matrix covariance;  ///< of the items
  Vector mean;        ///< the target
};
struct MomentsForm {
  NormalInverseWishart belief;
  Vector mean;
  Matrix covariance;
};

class Family {
 public:
  explicit Family(const FamilyTraits& traits) : traits_(traits) {}
  virtual ~Family() = default;
  const FamilyTraits& traits() const { return traits_; }

  /// The items there are, an item as the target makes it, and what is summed of items.
  virtual ItemDomain domain() const = 0;
  virtual Vector sample(Random& random) const = 0;
  virtual Vector T(const Vector& x) const = 0;
  virtual Vector summed(const ItemSet& items) const = 0;
  virtual double item_of(double t) const = 0;          ///< T(x) = t, where T is not x
  virtual Extreme extreme(const Vector& a) const = 0;  ///< where ⟨a, T(x)⟩ is least

  virtual const Prior& prior() const = 0;
  virtual const NaturalTarget& natural() const = 0;
  virtual double natural_loss(double n, const Vector& s) const = 0;  ///< as Algorithm 1 has it   [EXP.2]
  Index dimension() const { return prior().lambda1.size(); }         ///< of s

  virtual double loss(Loss kind, double n, const Vector& s) const = 0;
  virtual double loss(Loss kind, const ItemSet& items) const = 0;
  /// From the posterior of the posterior, some items after the other; over a belief's own points where it has some.
  virtual double loss_stepwise(Loss kind, const ItemSet& items) const = 0;
  /// Of -log density, by (n, s). Infinite natural parameters of a target at the end of its range are taken for large
  /// ones: they meet only zeros in a sum.   [POOL.3]
  virtual Vector gradient(double n, const Vector& s) const = 0;
  virtual Standing standing() const = 0;

  /// Where the loss is solved by a sum.
  virtual double loss_of_sum(Loss kind, double n, double s) const = 0;
  virtual Slopes slopes(Loss kind, double n, double s) const = 0;
  /// Whether the loss has one minimum in the sum.
  virtual bool one_minimum(Loss kind) const = 0;
  /// No n or more items of a range have a lower squared loss.   [SQ.7]
  virtual double least_distance(const Interval& range, double n) const = 0;

  virtual CountsForm counts() const = 0;
  virtual NormalMeanForm normal_mean() const = 0;
  virtual MomentsForm moments() const = 0;
  virtual NormalInverseWishart moments_after(double n, const Vector& s) const = 0;

  /// The points of a belief, or the one point: their weights, and an item of one of them. None for a belief that is a
  /// distribution.
  virtual std::vector<double> points() const = 0;
  virtual Vector sample_point(std::size_t point, Random& random) const = 0;
  /// The losses of random sets of n items, from their sums alone.
  virtual void draw_losses(Index n, Draws& draws, std::span<double> losses) const = 0;

 private:
  FamilyTraits traits_;
};

using Families = std::vector<Weighted<std::shared_ptr<const Family>>>;

/// Whether the effort per_unit is one of the statistics of free items.
bool carries_units(const FamilyTraits& family, const ItemDomain& domain);

}  // namespace didact::solvers
