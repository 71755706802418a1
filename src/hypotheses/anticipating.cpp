#include "anticipating.hpp"

#include "likelihoods.hpp"
#include "solvers/anticipate.hpp"
#include <didact/core/beyond_reach.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace didact::hypotheses {
namespace {

/// The data sets that a learner expects: sets of different items, as rows of the candidates.
struct DataSets {
  Table rows;
  std::vector<std::vector<Index>> sets;
  Matrix likelihood;     ///< of each set, a hypothesis a row; each column in its own unit
  bool complete = true;  ///< false: stopped, and good for nothing
};

Index largest_set(const HypothesesProblem& problem) {
  Index most = problem.max_size.value_or(1);
  if (problem.limits.max_items) most = std::min(most, *problem.limits.max_items);
  return most;
}

void add_sets(Index from, Index count, Index size, std::vector<Index>& set, std::vector<std::vector<Index>>& sets) {
  if (size == 0) {
    constexpr std::size_t most_sets = 500'000;
    if (sets.size() >= most_sets)
      throw std::invalid_argument("a learner who anticipates teaching would have to expect too many sets");
    sets.push_back(set);
    return;
  }
  for (Index i = from; i + size <= count; ++i) {
    set.push_back(i);
    add_sets(i + 1, count, size - 1, set, sets);
    set.pop_back();
  }
}

DataSets data_sets(const HypothesesProblem& problem, const Stop& stop = {}) {
  DataSets data;
  const auto rows = candidates(problem, problem.domain().range);
  if (!rows) throw std::invalid_argument("a learner who anticipates teaching needs finitely many items");
  data.rows = *rows;
  const auto H = static_cast<Index>(problem.names.size());
  for (Index size = std::max<Index>(1, problem.min_size); size <= largest_set(problem); ++size) {
    std::vector<Index> set;
    add_sets(0, data.rows.rows(), size, set, data.sets);
  }
  Matrix logs(H, data.rows.rows());
  for (Index i = 0; i < data.rows.rows(); ++i) logs.col(i) = log_likelihoods(problem, data.rows.row(i));
  data.likelihood.resize(H, static_cast<Index>(data.sets.size()));
  for (std::size_t j = 0; j < data.sets.size(); ++j) {
    constexpr std::size_t between_looks = 256;
    if (j % between_looks == between_looks - 1 && stop) {
      data.complete = false;
      return data;
    }
    Vector sum = Vector::Zero(H);
    for (const Index i : data.sets[j]) sum += logs.col(i);
    const double top = sum.maxCoeff();  // a column's unit means nothing: it is normalised first
    data.likelihood.col(static_cast<Index>(j)) =
        top == -infinity ? Vector(Vector::Zero(H))
                         : Vector(sum.unaryExpr([top](double log) { return std::exp(log - top); }));
  }
  return data;
}

/// As probabilities, which is what teacher and learner exchange: those that the numbers cannot hold are refused.
Vector prior_now(const HypothesesProblem& problem) {
  constexpr double least = 1e-250;
  const Vector prior = normalised(log_joint(problem, nothing_shown));
  if (const double target = prior[static_cast<Index>(problem.target)]; target < least) {
    throw BeyondReach("learner.has_seen",
                      "leaves the target a probability below 1e-250, with which a learner who "
                      "anticipates teaching cannot reckon");
  }
  return prior;
}

ItemSet item_set(const DataSets& data, const std::vector<Index>& set) {
  return {data.rows.chosen(set), std::vector<Index>(set.size(), 1)};
}

/// The least loss + effort among the columns of a learner's beliefs, and nothing at all where that may be.
struct Best {
  ItemSet items;
  std::vector<Index> rows;
  double loss = infinity, impedance = infinity;
};

Best best_of(const HypothesesProblem& problem, const DataSets& data, const Matrix& beliefs, double untaught) {
  Best best;
  if (problem.min_size == 0)
    best = {{Matrix(0, data.rows.cols()), {}}, {}, untaught, untaught + problem.effort.at_size(0)};
  for (std::size_t j = 0; j < data.sets.size(); ++j) {
    const Vector belief = beliefs.col(static_cast<Index>(j));
    if (!(belief[static_cast<Index>(problem.target)] > 0)) continue;
    const double loss = judged(problem, belief);
    const ItemSet items = item_set(data, data.sets[j]);
    const double impedance = loss + cost_of(problem, items);
    if (best.impedance == infinity || impedance < best.impedance - 1e-12 * std::max(1.0, best.impedance))
      best = {items, data.sets[j], loss, impedance};
  }
  return best;
}

}  // namespace

Vector anticipating_belief(const HypothesesProblem& problem, const ItemSet& items) {
  const DataSets data = data_sets(problem);
  const Matrix learner = solvers::anticipate(data.likelihood, prior_now(problem)).learner;
  const Matrix shown = items.expanded();
  for (std::size_t j = 0; j < data.sets.size(); ++j) {
    if (static_cast<Index>(data.sets[j].size()) != shown.rows()) continue;
    const ItemSet set = item_set(data, data.sets[j]);
    std::vector<bool> used(data.sets[j].size(), false);
    Index found = 0;
    for (Index i = 0; i < shown.rows(); ++i) {
      for (Index k = 0; k < set.rows.rows(); ++k) {
        if (used[static_cast<std::size_t>(k)] || set.rows.row(k) != shown.row(i)) continue;
        used[static_cast<std::size_t>(k)] = true;
        ++found;
        break;
      }
    }
    if (found == shown.rows()) return learner.col(static_cast<Index>(j));
  }
  return Vector::Constant(problem.prior.size(), std::numeric_limits<double>::quiet_NaN());
}

void teach_anticipating(const HypothesesProblem& problem, const Options& options, const Stop& limit, Lesson& lesson) {
  // What the learner makes of a set is not known before all is settled, so that has a little more time than the rest.
  constexpr double to_settle = 0.05;
  const Stop stop = limit.later(to_settle);
  const DataSets data = data_sets(problem, stop);
  const Vector prior = prior_now(problem);
  const solvers::Anticipation settled =
      data.complete ? solvers::anticipate(data.likelihood, prior, stop) : solvers::Anticipation{};
  const bool stopped = static_cast<bool>(stop);
  if (stopped && problem.min_size > 0) {
    throw std::invalid_argument("limits.seconds is too short to know what a learner who anticipates makes of any set");
  }
  const Best best = best_of(problem, stopped ? DataSets{data.rows, {}, {}} : data, settled.learner, lesson.loss_before);
  if (best.impedance == infinity) {
    lesson.cannot_be_taught("target.hypothesis: no set that may be shown can come from it");
    return;
  }
  lesson.has_items = true;
  lesson.items = best.items;
  if (problem.pool) lesson.rows = best.rows;
  lesson.n = best.items.size();
  lesson.loss = best.loss;
  lesson.impedance = best.impedance;
  lesson.effort = best.impedance - best.loss;
  if (!stopped) {
    Matrix naive = prior.asDiagonal() * data.likelihood;
    for (Index j = 0; j < naive.cols(); ++j) naive.col(j) /= std::max(naive.col(j).sum(), 1e-300);
    const Best plain = best_of(problem, data, naive, lesson.loss_before);
    lesson.naive = NaiveOptimum{plain.items.size(), plain.items, plain.loss, plain.impedance};
  }
  lesson.settle(stopped ? 0 : best.impedance, options.gap.value_or(0), stopped ? stop.reason() : StopReason::none);
}

}  // namespace didact::hypotheses
