#include "anticipating_concepts.hpp"

#include "solvers/anticipate.hpp"
#include <didact/concepts/mislabelling.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

namespace didact::concepts {
namespace {

/// A set of different items, each with a label.
using LabelledSet = std::vector<std::pair<std::size_t, bool>>;

struct DataSets {
  std::map<LabelledSet, Index> columns;
  Matrix likelihood;     ///< 1 where the concept labels the set so
  bool complete = true;  ///< false: stopped, and good for nothing
};

Index largest_set(const ConceptsProblem& problem) {
  Index most = problem.max_size.value_or(1);
  if (problem.limits.max_items) most = std::min(most, *problem.limits.max_items);
  return std::min(most, static_cast<Index>(problem.concepts.items()));
}

void each_subset(std::size_t from, std::size_t count, Index size, std::vector<std::size_t>& set,
                 const std::function<void()>& visit) {
  if (size == 0) return visit();
  for (std::size_t i = from; i + static_cast<std::size_t>(size) <= count; ++i) {
    set.push_back(i);
    each_subset(i + 1, count, size - 1, set, visit);
    set.pop_back();
  }
}

DataSets data_sets(const ConceptsProblem& problem, const Stop& stop = {}) {
  const ConceptClass& concepts = problem.concepts;
  DataSets data;
  std::vector<std::pair<std::size_t, Index>> ones;
  std::vector<std::size_t> set;
  for (Index size = std::max<Index>(1, problem.min_size); size <= largest_set(problem); ++size) {
    each_subset(0, concepts.items(), size, set, [&] {
      data.complete = data.complete && !stop;
      if (!data.complete) return;
      for (std::size_t c = 0; c < concepts.size(); ++c) {
        LabelledSet labelled;
        for (const std::size_t i : set) labelled.emplace_back(i, concepts.label(c, i));
        const auto [it, fresh] = data.columns.try_emplace(std::move(labelled), static_cast<Index>(data.columns.size()));
        ones.emplace_back(c, it->second);
      }
      constexpr std::size_t most = 20'000'000;
      if (ones.size() > most || data.columns.size() * concepts.size() > 2 * most) {
        throw std::invalid_argument("a learner who anticipates teaching would have to expect too many sets");
      }
    });
  }
  if (!data.complete) return data;
  data.likelihood = Matrix::Zero(static_cast<Index>(concepts.size()), static_cast<Index>(data.columns.size()));
  for (const auto& [c, column] : ones) data.likelihood(static_cast<Index>(c), column) = 1;
  return data;
}

struct Best {
  LabelledSet set;
  double loss = infinity, impedance = infinity;
};

/// Among the sets with the target's own labels.
Best best_of(const ConceptsProblem& problem, const DataSets& data, const Matrix& beliefs, double untaught) {
  Best best;
  if (problem.min_size == 0) best = {{}, untaught, untaught + problem.effort.of({})};
  for (const auto& [set, column] : data.columns) {
    std::vector<std::size_t> items;
    bool honest = true;
    for (const auto& [item, label] : set) {
      items.push_back(item);
      honest &= problem.concepts.label(problem.target, item) == label;
    }
    if (!honest || !(beliefs(static_cast<Index>(problem.target), column) > 0)) continue;
    const double loss = judged(problem, beliefs.col(column)), impedance = loss + problem.effort.of(items);
    if (best.impedance == infinity || impedance < best.impedance - 1e-12 * std::max(1.0, best.impedance))
      best = {set, loss, impedance};
  }
  return best;
}

/// All that is known when there was no time: of no set at all, where that may be.
void teach_nothing(const ConceptsProblem& problem, const Options& options, const Stop& stop, Lesson& lesson) {
  if (problem.min_size > 0) {
    throw std::invalid_argument("limits.seconds is too short to know what a learner who anticipates makes of any set");
  }
  lesson.has_items = true;
  lesson.items = {Matrix(0, 2), {}};
  lesson.loss = lesson.loss_before;
  lesson.effort = problem.effort.of({});
  lesson.impedance = lesson.loss + lesson.effort;
  lesson.settle(0, options.gap.value_or(0), stop.reason());
}

ItemSet item_set(const LabelledSet& set) {
  ItemSet items{Matrix(static_cast<Index>(set.size()), 2), std::vector<Index>(set.size(), 1)};
  for (std::size_t i = 0; i < set.size(); ++i) {
    items.rows.row(static_cast<Index>(i)) << static_cast<double>(set[i].first + 1), set[i].second ? 1 : 0;
  }
  return items;
}

}  // namespace

double judged(const ConceptsProblem& problem, const Vector& belief) {
  const auto target = static_cast<Index>(problem.target);
  if (std::isnan(belief[target]) || !(belief[target] > 0)) return infinity;
  double others = 0, wrong = 0;
  for (Index c = 0; c < belief.size(); ++c) {
    if (c == target || belief[c] == 0) continue;
    others += belief[c];
    wrong += belief[c] * disagreement(problem.concepts, static_cast<std::size_t>(c), problem.target);
  }
  return problem.loss == ConceptsLoss::zero_one ? wrong : std::log1p(others / belief[target]);
}

Vector naive_prior(const ConceptsProblem& problem) {
  Vector prior = Vector::Zero(static_cast<Index>(problem.concepts.size()));
  for (const std::size_t c : consistent(problem.concepts, problem.seen)) {
    prior[static_cast<Index>(c)] = problem.concepts.weight(c);
  }
  return prior / prior.sum();
}

Vector anticipating_belief(const ConceptsProblem& problem, const ItemSet& items) {
  const DataSets data = data_sets(problem);
  LabelledSet set;
  for (Index row = 0; row < items.rows.rows(); ++row) {
    for (Index copy = 0; copy < items.copies[row]; ++copy) {
      set.emplace_back(static_cast<std::size_t>(items.rows(row, 0)) - 1, items.rows(row, 1) == 1);
    }
  }
  std::sort(set.begin(), set.end());
  const auto it = data.columns.find(set);
  if (it == data.columns.end()) {
    return Vector::Constant(static_cast<Index>(problem.concepts.size()), std::numeric_limits<double>::quiet_NaN());
  }
  return solvers::anticipate(data.likelihood, naive_prior(problem)).learner.col(it->second);
}

void teach_anticipating(const ConceptsProblem& problem, const Options& options, Lesson& lesson) {
  // What the learner makes of a set is not known before all is settled, so that has a little more time than the rest.
  constexpr double to_settle = 0.05;
  const Stop stop = stop_for(problem.limits, options).later(to_settle);
  const DataSets data = data_sets(problem, stop);
  const Vector prior = naive_prior(problem);
  const solvers::Anticipation settled =
      data.complete ? solvers::anticipate(data.likelihood, prior, stop) : solvers::Anticipation{};
  if (stop) return teach_nothing(problem, options, stop, lesson);
  Matrix naive = prior.asDiagonal() * data.likelihood;
  for (Index j = 0; j < naive.cols(); ++j) naive.col(j) /= std::max(naive.col(j).sum(), 1e-300);
  const Best best = best_of(problem, data, settled.learner, lesson.loss_before);
  const Best plain = best_of(problem, data, naive, lesson.loss_before);
  lesson.has_items = true;
  lesson.items = item_set(best.set);
  lesson.n = lesson.items.size();
  lesson.loss = best.loss;
  lesson.impedance = best.impedance;
  lesson.effort = best.impedance - best.loss;
  lesson.naive = NaiveOptimum{static_cast<Index>(plain.set.size()), item_set(plain.set), plain.loss, plain.impedance};
  lesson.settle(best.impedance, options.gap.value_or(0), StopReason::none);
}

}  // namespace didact::concepts
