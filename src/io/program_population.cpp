#include "io/program_population.hpp"

#include "io/program_session.hpp"
#include <didact/simulation/row_sets.hpp>

#include <mutex>

namespace didact::io {
namespace {

/// Sets are asked about one at a time, whoever draws them.
class ProgramPopulation final : public Population {
 public:
  explicit ProgramPopulation(ProgramProblem problem) : problem_(std::move(problem)) {
    problem_.min_size = 0;
    problem_.max_size.reset();
    problem_.seconds.reset();
    session_.emplace(problem_, options_);
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
  double worth_of_rows(const std::vector<Index>& rows) const {
    Matrix items(static_cast<Index>(rows.size()), problem_.pool->rows.cols());
    for (std::size_t i = 0; i < rows.size(); ++i) items.row(static_cast<Index>(i)) = problem_.pool->rows.row(rows[i]);
    return worth(std::move(items));
  }
  double worth(Matrix rows) const {
    const auto count = static_cast<std::size_t>(rows.rows());
    const std::lock_guard lock(mutex_);
    return session_->evaluate({std::move(rows), std::vector<Index>(count, 1)}).impedance;
  }

  ProgramProblem problem_;
  Options options_;
  mutable std::mutex mutex_;
  mutable std::optional<ProgramSession> session_;
};

}  // namespace

std::unique_ptr<Population> program_population(ProgramProblem problem) {
  return std::make_unique<ProgramPopulation>(std::move(problem));
}

}  // namespace didact::io
