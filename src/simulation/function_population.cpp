#include "function_population.hpp"

namespace didact::simulation {
namespace {

class FunctionPopulation final : public Population {
 public:
  explicit FunctionPopulation(PopulationFunctions functions) : functions_(std::move(functions)) {}

  std::unique_ptr<SetSampler> sampler(Index n) const override {
    return std::make_unique<FunctionSampler>([this, n](Draws& draws) { return functions_.impedance(n, draws); });
  }
  std::optional<EnumeratedSets> enumerated(Index n, Index most) const override {
    return functions_.all ? functions_.all(n, most) : std::nullopt;
  }
  std::string description() const override { return functions_.description; }

 private:
  PopulationFunctions functions_;
};

class RowPopulation final : public Population {
 public:
  RowPopulation(std::shared_ptr<const Pool> pool, std::function<double(const ItemSet&)> impedance)
      : pool_(std::move(pool)), impedance_(std::move(impedance)) {}

  std::unique_ptr<SetSampler> sampler(Index n) const override {
    return std::make_unique<RowSetSampler>(*pool_, n, [this](const std::vector<Index>& rows) { return worth(rows); });
  }
  std::optional<EnumeratedSets> enumerated(Index n, Index most) const override {
    return enumerated_row_sets(*pool_, n, most, [this](const std::vector<Index>& rows) { return worth(rows); });
  }
  std::optional<Index> largest() const override { return largest_row_set(*pool_); }
  std::string description() const override {
    return pool_->repeat ? "rows drawn from the pool" : "different rows drawn from the pool";
  }

 private:
  double worth(const std::vector<Index>& rows) const {
    Matrix items(static_cast<Index>(rows.size()), pool_->rows.cols());
    double cost = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      items.row(static_cast<Index>(i)) = pool_->rows.row(rows[i]);
      cost += pool_->cost(rows[i]);
    }
    return cost + impedance_(set_of(std::move(items)));
  }

  std::shared_ptr<const Pool> pool_;
  std::function<double(const ItemSet&)> impedance_;
};

}  // namespace

std::unique_ptr<Population> population_of(PopulationFunctions functions) {
  return std::make_unique<FunctionPopulation>(std::move(functions));
}

std::unique_ptr<Population> population_of_rows(std::shared_ptr<const Pool> pool,
                                               std::function<double(const ItemSet&)> impedance) {
  return std::make_unique<RowPopulation>(std::move(pool), std::move(impedance));
}

ItemSet set_of(Matrix rows) {
  const auto count = static_cast<std::size_t>(rows.rows());
  return {std::move(rows), std::vector<Index>(count, 1)};
}

}  // namespace didact::simulation
