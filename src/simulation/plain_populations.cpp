#include "function_population.hpp"
#include "simulation/allowed_item.hpp"
#include "simulation/kernels.hpp"
#include <didact/simulation/populations.hpp>

#include <cmath>
#include <numeric>

namespace didact {
namespace {

using simulation::of_any_size;
using simulation::population_of;
using simulation::set_of;

/// How probable each column of the table is, drawn from the target. Of labelled items: an item, all alike, and then its
/// label, so in proportion to the label's probability.
Vector column_chances(const HypothesesProblem& problem) {
  const Vector row = problem.table.row(static_cast<Index>(problem.target));
  return row.sum() > 0 ? Vector(row / row.sum()) : row;
}

Vector sample(const HypothesesProblem& problem, Random& random) {
  if (problem.table.size() > 0) {
    const Vector row = column_chances(problem);
    return Vector::Constant(1,
                            static_cast<double>(random.one_of({row.data(), static_cast<std::size_t>(row.size())}) + 1));
  }
  return problem.densities[problem.target].sample(random);
}

/// The items that a concepts learner may be shown, and what a set of them is worth: an item says nothing new a second
/// time, but it costs as much.
class ConceptSets {
 public:
  explicit ConceptSets(const ConceptsProblem& problem) : problem_(of_any_size(problem)) {
    if (problem.pool) {
      const Pool& pool = *problem.pool;
      const std::vector<char> excluded = pool.marked(pool.must_exclude);
      for (Index row = 0; row < pool.size(); ++row) {
        if (excluded[static_cast<std::size_t>(row)]) continue;
        items_.push_back(static_cast<std::size_t>(pool.rows(row, 0)) - 1);
        costs_.push_back(pool.cost(row));
      }
    } else {
      items_.resize(problem.concepts.items());
      std::iota(items_.begin(), items_.end(), std::size_t{0});
      costs_.assign(items_.size(), 0);
    }
    problem_->pool.reset();
  }

  std::size_t size() const { return items_.size(); }
  double impedance(const std::vector<Index>& counts) const {
    ItemSet set{Matrix(static_cast<Index>(counts.size()), 2), {}};
    std::vector<std::size_t> shown;
    double rows = 0;
    Index row = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] == 0) continue;
      const bool label = problem_->concepts.label(problem_->target, items_[i]);
      set.rows.row(row++) << static_cast<double>(items_[i] + 1), label ? 1 : 0;
      set.copies.push_back(1);
      shown.insert(shown.end(), static_cast<std::size_t>(counts[i]), items_[i]);
      rows += static_cast<double>(counts[i]) * costs_[i];
    }
    set.rows.conservativeResize(row, 2);
    return evaluate(*problem_, set).loss + problem_->effort.of(shown) + rows;
  }

 private:
  std::shared_ptr<ConceptsProblem> problem_;
  std::vector<std::size_t> items_;
  std::vector<double> costs_;  ///< of a pool's rows
};

}  // namespace

std::unique_ptr<Population> population(const HypothesesProblem& given) {
  const auto problem = of_any_size(given);
  if (given.pool) {
    auto pool = std::make_shared<const Pool>(*given.pool);
    problem->pool.reset();
    return simulation::population_of_rows(
        pool, [problem](const ItemSet& items) { return evaluate(*problem, items).impedance; });
  }
  const ItemDomain allowed = given.domain();
  simulation::PopulationFunctions functions{"items drawn from the target", [problem, allowed](Index n, Draws& draws) {
                                              Random random(draws.bits());
                                              Matrix rows(n, allowed.dimension());
                                              for (Index i = 0; i < n; ++i) {
                                                rows.row(i) = simulation::allowed_item(
                                                    allowed, rows.topRows(i), [&] { return sample(*problem, random); });
                                              }
                                              return evaluate(*problem, set_of(std::move(rows))).impedance;
                                            }};
  if (given.table.size() > 0 && !given.items.distinct && given.items.range.empty()) {
    functions.all = [problem](Index n, Index most) {
      const Vector row = column_chances(*problem);
      return simulation::enumerated_counts({row.begin(), row.end()}, n, most, [&](const std::vector<Index>& counts) {
        ItemSet set{Matrix(static_cast<Index>(counts.size()), 1), {}};
        Index last = 0;
        for (std::size_t k = 0; k < counts.size(); ++k) {
          if (counts[k] == 0) continue;
          set.rows(last++, 0) = static_cast<double>(k + 1);
          set.copies.push_back(counts[k]);
        }
        set.rows.conservativeResize(last, 1);
        return evaluate(*problem, set).impedance;
      });
    };
  }
  return population_of(std::move(functions));
}

std::unique_ptr<Population> population(const ConceptsProblem& problem) {
  if (problem.anticipates) {
    throw std::invalid_argument("a learner that anticipates teaching does not expect random sets");
  }
  const auto sets = std::make_shared<const ConceptSets>(problem);
  return population_of({"items of the class, all equally likely",
                        [sets](Index n, Draws& draws) {
                          std::vector<Index> counts(sets->size());
                          for (Index i = 0; i < n; ++i) ++counts[draws.below(counts.size())];
                          return sets->impedance(counts);
                        },
                        [sets](Index n, Index most) {
                          const std::vector<double> chances(sets->size(), 1 / static_cast<double>(sets->size()));
                          return simulation::enumerated_counts(chances, n, most, [&](const std::vector<Index>& counts) {
                            return sets->impedance(counts);
                          });
                        }});
}

std::unique_ptr<Population> population(const ThresholdProblem& given) {
  const auto problem = of_any_size(given);
  return population_of({"x uniform in the range, labelled by the target", [problem](Index n, Draws& draws) {
                          const auto [low, high] = problem->range;
                          Matrix rows(n, 2);
                          for (Index i = 0; i < n; ++i) {
                            rows(i, 0) = low + (high - low) * draws.uniform();
                            rows(i, 1) = rows(i, 0) >= problem->theta ? 1 : -1;
                          }
                          return evaluate(*problem, set_of(std::move(rows))).impedance;
                        }});
}

std::unique_ptr<Population> population(const RegressionProblem& given) {
  const auto problem = of_any_size(given);
  if (given.pool) {
    problem->pool.reset();
    return simulation::population_of_rows(
        given.pool, [problem](const ItemSet& items) { return evaluate(*problem, items).impedance; });
  }
  const char* const description = given.range.empty() ? "x standard normal, y as the target has it"
                                                      : "x uniform in its range, y as the target has it";
  return population_of({description, [problem](Index n, Draws& draws) {
                          Random random(draws.bits());
                          const Index D = problem->dimension();
                          Matrix rows(n, D + 1);
                          std::visit(
                              [&](const auto& learner) {
                                const auto target = point_of(learner, problem->target);
                                for (Index i = 0; i < n; ++i) {
                                  Vector row = learner.sample(target, random);
                                  const double noise = row[D] - target.weights.dot(row.head(D));
                                  for (std::size_t j = 0; j < problem->range.size(); ++j) {
                                    const auto [low, high] = problem->range[j];
                                    row[static_cast<Index>(j)] = low + (high - low) * random.uniform();
                                  }
                                  row[D] = target.weights.dot(row.head(D)) + noise;
                                  rows.row(i) = row;
                                }
                              },
                              problem->learner);
                          if (problem->y_range) {
                            rows.col(D) = rows.col(D).cwiseMax(problem->y_range->low).cwiseMin(problem->y_range->high);
                          }
                          return evaluate(*problem, set_of(std::move(rows))).impedance;
                        }});
}

std::unique_ptr<Population> population(const LinearProblem& given) {
  if (!given.pool) {
    throw std::invalid_argument(
        "random sets of this learner need a pool to be drawn from: it has no distribution of x");
  }
  const auto problem = of_any_size(given);
  auto pool = std::make_shared<const Pool>(*given.pool);
  problem->pool.reset();
  return simulation::population_of_rows(
      pool, [problem](const ItemSet& items) { return evaluate(*problem, items).impedance; });
}

}  // namespace didact
