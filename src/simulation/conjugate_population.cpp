#include "simulation/allowed_item.hpp"
#include "simulation/kernels.hpp"
#include "simulation/row_sets.hpp"
#include "solvers/conjugate_problem.hpp"
#include <didact/simulation/populations.hpp>

#include <cmath>
#include <stdexcept>

namespace didact::simulation {
namespace {

using solvers::ConjugateProblem, solvers::Family;

constexpr int most_attempts = 100'000;

bool inside(const ItemDomain& allowed, const Vector& item) {
  for (Index j = 0; j < item.size(); ++j) {
    const auto [low, high] = allowed.range[static_cast<std::size_t>(j)];
    if (item[j] < low || item[j] > high || (allowed.integers && item[j] != std::floor(item[j]))) return false;
  }
  return true;
}

/// Sets known by the sum of their items alone.
class SumSampler final : public SetSampler {
 public:
  SumSampler(std::shared_ptr<const Family> family, Index n, double constant)
      : family_(std::move(family)), n_(n), constant_(constant) {}
  void fill(Draws& draws, std::span<double> impedances) override {
    family_->draw_losses(n_, draws, impedances);
    for (double& value : impedances) value += constant_;
  }

 private:
  std::shared_ptr<const Family> family_;
  Index n_;
  double constant_;
};

/// Whether the statistics of a set say all that its impedance depends on.
bool needs_only_statistics(const ConjugateProblem& problem) {
  const Effort& effort = problem.effort;
  return problem.learners.size() == 1 && problem.loss == Loss::kl && problem.is_point && !problem.pool &&
         problem.items.range.empty() && !problem.items.integers && !problem.items.distinct && !(effort.closeness > 0) &&
         effort.per_unit == 0 && !effort.convex.value && problem.standing.kind == Standing::ordinary;
}

std::vector<double> probabilities(const solvers::CountsForm& form) {
  std::vector<double> pi;
  for (const Twofold p : form.probabilities) pi.push_back(value(p));
  return pi;
}

/// A sampler of the statistics themselves, or none.
std::unique_ptr<SetSampler> fast_sampler(const ConjugateProblem& problem, Index n) {
  const std::shared_ptr<const Family> family = problem.learners[0].value;
  const Effort& effort = problem.effort;
  const double constant = effort.at_size(static_cast<double>(n)) + problem.belief.offsets[0];
  const Structure structure = family->traits().structure();
  if (structure == Structure::moments) {
    const solvers::MomentsForm form = family->moments();
    return moments_sampler(form.belief, form.mean, form.covariance, n, {constant, effort.magnitude});
  }
  if (effort.magnitude > 0) return {};
  if (structure == Structure::counts) {
    const solvers::CountsForm form = family->counts();
    return counts_sampler({form.pseudo_counts, probabilities(form), effort.per_category}, n, constant);
  }
  if (structure == Structure::normal_mean) {
    const solvers::NormalMeanForm form = family->normal_mean();
    return normal_mean_sampler({form.prior_mean, form.prior_covariance, form.covariance, form.mean}, n, constant);
  }
  if (family->traits().draws_sums) return std::make_unique<SumSampler>(family, n, constant);
  return {};
}

class ConjugatePopulation final : public Population {
 public:
  explicit ConjugatePopulation(std::shared_ptr<const ConjugateProblem> problem)
      : problem_(std::move(problem)), points_(family().points()) {
    if (!pool() && points_.empty()) {
      throw std::invalid_argument("a belief that is a distribution is not drawn from; give it as weighted points");
    }
  }

  std::unique_ptr<SetSampler> sampler(Index n) const override {
    if (needs_only_statistics(*problem_)) {
      if (auto fast = fast_sampler(*problem_, n)) return fast;
    }
    if (pool()) {
      return std::make_unique<RowSetSampler>(
          *pool(), n, [this](const std::vector<Index>& rows) { return impedance_of_rows(rows); });
    }
    return std::make_unique<FunctionSampler>([this, n](Draws& draws) {
      Random random(draws.bits());
      return impedance({drawn_items(n, random), std::vector<Index>(static_cast<std::size_t>(n), 1)});
    });
  }

  std::optional<EnumeratedSets> enumerated(Index n, Index most) const override {
    if (pool()) {
      return enumerated_row_sets(*pool(), n, most,
                                 [this](const std::vector<Index>& rows) { return impedance_of_rows(rows); });
    }
    const bool counts = family().traits().structure() == Structure::counts;
    if (!counts || !problem_->is_point || !problem_->items.range.empty() || problem_->items.distinct) return {};
    return enumerated_counts(probabilities(family().counts()), n, most,
                             [this](const std::vector<Index>& sizes) { return impedance_of_counts(sizes); });
  }

  std::optional<Index> largest() const override { return pool() ? largest_row_set(*pool()) : std::nullopt; }

  std::string description() const override {
    if (!pool()) return "items drawn from the target";
    return pool()->repeat ? "rows drawn from the pool" : "different rows drawn from the pool";
  }

 private:
  const Family& family() const { return problem_->family(); }
  const Pool* pool() const { return problem_->pool.get(); }
  double impedance(const ItemSet& solved) const { return solvers::impedance_of(*problem_, solved); }

  /// Items of the target, or of one of several, as they are solved.
  Matrix drawn_items(Index n, Random& random) const {
    const std::size_t point = random.one_of(points_);
    const ItemDomain& allowed = problem_->domain;
    Matrix rows(n, allowed.dimension());
    for (Index i = 0; i < n; ++i) {
      rows.row(i) = allowed_item(allowed, rows.topRows(i), [&] { return family().sample_point(point, random); });
    }
    return rows;
  }

  double impedance_of_rows(const std::vector<Index>& rows) const {
    Matrix items(static_cast<Index>(rows.size()), pool()->rows.cols());
    double cost = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      items.row(static_cast<Index>(i)) = pool()->rows.row(rows[i]);
      cost += pool()->cost(rows[i]);
    }
    return cost + impedance({problem_->frame.solved(std::move(items)), std::vector<Index>(rows.size(), 1)});
  }

  double impedance_of_counts(const std::vector<Index>& counts) const {
    const double first = family().domain().range[0].low;
    ItemSet items{Matrix(static_cast<Index>(counts.size()), 1), {}};
    Index row = 0;
    for (std::size_t k = 0; k < counts.size(); ++k) {
      if (counts[k] == 0) continue;
      items.rows(row++, 0) = first + static_cast<double>(k);
      items.copies.push_back(counts[k]);
    }
    items.rows.conservativeResize(row, 1);
    return impedance(items);
  }

  std::shared_ptr<const ConjugateProblem> problem_;
  std::vector<double> points_;  ///< weights of those that sets are drawn from
};

}  // namespace

Vector allowed_item(const ItemDomain& allowed, const Eigen::Ref<const Matrix>& before,
                    const std::function<Vector()>& draw) {
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    const Vector item = draw();
    if (!inside(allowed, item)) continue;
    bool seen = false;
    if (allowed.distinct) {
      for (Index i = 0; i < before.rows() && !seen; ++i) seen = before.row(i).transpose() == item;
    }
    if (!seen) return item;
  }
  throw std::runtime_error("the target makes hardly any item that is allowed: " + std::to_string(most_attempts) +
                           " of them were not");
}

std::unique_ptr<Population> population(std::shared_ptr<const ConjugateProblem> problem) {
  return std::make_unique<ConjugatePopulation>(std::move(problem));
}

}  // namespace didact::simulation
