#pragma once
// Counts over categories: the separable convex part Σ_k φ_k(s_k) that Dirichlet learners share, real and whole.   [CAT]

#include "solvers/sized_problem.hpp"
#include <didact/core/special.hpp>
#include <didact/core/stop.hpp>
#include <didact/core/types.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace didact::solvers {

/// log π, with -∞ for 0.
std::vector<double> log_probabilities(const std::vector<Twofold>& pi);

/// φ_k(s) = Σ_j w_j log Γ(β_jk + s) - s log π_k + c_k s, for learners j with weights w.
class CountsModel {
 public:
  CountsModel(std::vector<std::vector<double>> beta, std::vector<double> weights, const std::vector<double>& log_pi,
              const std::vector<double>& cost, std::vector<double> high);

  Index categories() const { return static_cast<Index>(high_.size()); }
  const std::vector<double>& weights() const { return weights_; }
  void set_weights(std::vector<double> weights);
  /// What the first whole item of each category adds beyond the others, ≤ 0: increments then still rise with the count.
  /// Real counts know nothing of it.
  void set_first(std::vector<double> first) { first_ = std::move(first); }

  /// Passes over very many categories are dear: once told to stop, what is found of λ and real counts means nothing,
  /// and whole counts are no longer the best.
  void end_at(const Stop& stop) { stop_ = stop; }
  const Stop& stop() const { return stop_; }
  /// Whole counts of n items in about the target's proportions, for want of better ones.
  std::vector<double> in_proportion(double n) const;

  /// Bounds on the counts, for branching; high starts as given, low as 0.
  std::vector<double>& low() { return low_; }
  std::vector<double>& high() { return high_; }

  /// τ(n) = Σ_j w_j ψ(N_j + n), with its derivative; and Σ_j w_j log(N_j + n), the gain of one more item.
  double tau(double n) const;
  double tau_prime(double n) const;
  double log_total(double n) const;

  /// Real counts with the slopes φ'_k(s_k) = λ where the bounds allow.   [CAT.1]
  struct Filled {
    double n = 0;        ///< Σ s_k
    double n_prime = 0;  ///< its derivative by λ
    Filled operator+(const Filled& other) const { return {n + other.n, n_prime + other.n_prime}; }
  };
  Filled fill(double lambda, std::vector<double>& s) const;

  /// λ with Σ s_k = n, s filled; and the λ of the joint optimum over n, where λ = τ(n). `s` may hold a guess.   [CAT.2]
  double lambda_of_size(double n, std::vector<double>& s) const;
  double lambda_free(std::vector<double>& s) const;  ///< infinite if n grows without end

  /// The cost of raising category k from j to j + 1, whole counts.
  double increment(Index k, double j) const;
  /// How many increments of category k lie below λ; E = exp(λ + base).
  double count_below(Index k, double lambda, double E) const;

  /// The sizes among which the best whole counts of any size in [low, high] are sure to be, for a single learner:
  /// outside them one more item always pays (below) or never does (above).   [CAT.5]
  std::pair<double, double> turning_sizes(double low, double high) const;
  /// Beyond this size one more item never pays; infinite if that is not known.
  double last_useful_size() const;
  double largest_total() const { return *std::max_element(totals_.begin(), totals_.end()); }
  bool single() const { return beta_.size() == 1; }

  double base() const { return base_; }
  double ceiling() const { return ceiling_; }  ///< no λ of interest is above

  /// λ of size n where ψ(α) is taken for log(α - 1/2): cheap, and near enough to start from.
  double approximate_lambda(double n) const;

 private:
  /// π_k exp(λ - c_k), whatever the size of λ and c.
  double weight(Index k, double lambda, double E) const {
    return share_[k] > 0 ? share_[k] * E : std::exp(lambda + offset_[k]);
  }
  Filled approximate(double lambda) const;
  std::pair<double, double> towards(Index k, double lambda, double x) const;
  void newton_step(Index k, double lambda, double E, double& s, Filled& filled, double& change) const;
  Filled newton_pass(double lambda, std::vector<double>& s, double& change) const;
  template <class Next>
  bool joint_newton(double& lambda, std::vector<double>& s, Next next) const;
  double surely_unused_above(double E) const;

  std::vector<std::vector<double>> beta_;
  std::vector<double> weights_;
  std::vector<double> cost_;    ///< c_k
  std::vector<double> offset_;  ///< log π_k - c_k
  std::vector<double> scale_;   ///< π_k exp(-c_k); 0 for the very dear
  double base_ = 0;             ///< the largest offset
  double ceiling_ = 700;
  std::vector<double> share_;  ///< π_k exp(-c_k - base)
  std::vector<double> first_;  ///< none, or one each
  std::vector<double> low_, high_;
  std::vector<double> totals_;  ///< N_j
  std::vector<double> mean_beta_;
  Stop stop_;
};

/// The best whole counts of any size in [low, high], and that size: marginal allocation from one size to the next, with
/// the change of impedance that each item brings and what a size costs beside it.
struct BestCounts {
  double n = 0;
  std::vector<double> counts;
  bool complete = true;  ///< false: the model was told to stop, and other sizes or counts may be better
};
BestCounts best_counts(const CountsModel& model, double low, double high, const SizeCost& cost);

/// Marginal allocation around a window of sizes: the best whole counts of every size in it, in order.   [CAT.3]
class MarginalWalk {
 public:
  MarginalWalk(const CountsModel& model, double low, double high);

  double first() const { return first_; }  ///< size of `counts()` before any step
  const std::vector<double>& counts() const { return counts_; }
  Index steps() const { return static_cast<Index>(order_.size()); }
  double increment(Index step) const { return order_[step].value; }
  Index category(Index step) const { return order_[step].k; }
  std::vector<double> counts_at(double n) const;
  bool complete() const { return complete_; }  ///< false: stopped; there is only one size, and it has some counts

 private:
  struct Step {
    double value;
    Index k;
    bool operator<(const Step& other) const { return value != other.value ? value < other.value : k < other.k; }
  };
  double prefix(const CountsModel& model, double lambda, std::vector<double>& counts) const;
  void build(const CountsModel& model, double low, double high);

  bool complete_ = true;
  double first_ = 0;
  std::vector<double> counts_;
  std::vector<Step> order_;
};

}  // namespace didact::solvers
