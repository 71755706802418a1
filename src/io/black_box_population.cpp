#include "io/black_box_population.hpp"

#include "io/black_box_session.hpp"
#include "simulation/row_sets.hpp"

#include <mutex>

namespace didact::io {
namespace {

/// Sets are asked about one at a time, whoever draws them.
class BlackBoxPopulation final : public Population {
 public:
  BlackBoxPopulation(BlackBoxProblem problem, std::unique_ptr<BlackBoxLearner> learner, std::string place)
      : problem_(std::move(problem)), learner_(std::move(learner)) {
    problem_.min_size = 0;
    problem_.max_size.reset();
    problem_.limits = {};
    session_.emplace(problem_, *learner_, options_, std::move(place));
  }

  std::unique_ptr<SetSampler> sampler(Index n) const override {
    if (problem_.pool) {
      return std::make_unique<RowSetSampler>(*problem_.pool, n,
                                             [this](const std::vector<Index>& rows) { return worth_of_rows(rows); });
    }
    return std::make_unique<FunctionSampler>([this, n](Draws& draws) {
      Matrix rows(n, static_cast<Index>(problem_.range.size()));
      for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < rows.cols(); ++j) {
          const auto [low, high] = problem_.range[static_cast<std::size_t>(j)];
          rows(i, j) = low + (high - low) * draws.uniform();
        }
      }
      return worth(std::move(rows));
    });
  }
  std::optional<EnumeratedSets> enumerated(Index n, Index most) const override {
    if (!problem_.pool) return {};
    return enumerated_row_sets(*problem_.pool, n, most,
                               [this](const std::vector<Index>& rows) { return worth_of_rows(rows); });
  }
  std::optional<Index> largest() const override {
    return problem_.pool ? largest_row_set(*problem_.pool) : std::nullopt;
  }
  std::string description() const override {
    return problem_.pool ? "rows drawn from the pool" : "points uniform in the range";
  }

 private:
  double worth_of_rows(const std::vector<Index>& rows) const { return worth(problem_.pool->rows.chosen(rows)); }
  double worth(Matrix rows) const {
    const auto count = static_cast<std::size_t>(rows.rows());
    const std::lock_guard lock(mutex_);
    return session_->evaluate({std::move(rows), std::vector<Index>(count, 1)}).impedance;
  }

  BlackBoxProblem problem_;
  std::unique_ptr<BlackBoxLearner> learner_;
  Options options_;
  mutable std::mutex mutex_;
  mutable std::optional<BlackBoxSession> session_;
};

}  // namespace

std::unique_ptr<Population> black_box_population(BlackBoxProblem problem, std::unique_ptr<BlackBoxLearner> learner,
                                                 std::string place) {
  return std::make_unique<BlackBoxPopulation>(std::move(problem), std::move(learner), std::move(place));
}

}  // namespace didact::io
