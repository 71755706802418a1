#include <didact/simulation/conjugate_population.hpp>
#include <didact/simulation/row_sets.hpp>

#include <cmath>

namespace didact::simulation {
namespace {

constexpr int most_attempts = 100'000;

bool inside(const ItemDomain& allowed, const Vector& item) {
  for (Index j = 0; j < item.size(); ++j) {
    const auto [low, high] = allowed.range[static_cast<std::size_t>(j)];
    if (item[j] < low || item[j] > high || (allowed.integers && item[j] != std::floor(item[j]))) return false;
  }
  return true;
}

class ConjugatePopulation final : public Population {
 public:
  explicit ConjugatePopulation(PopulationParts parts) : parts_(std::move(parts)) {}

  std::unique_ptr<SetSampler> sampler(Index n) const override {
    if (parts_.fast) return parts_.fast(n);
    if (parts_.pool) {
      return std::make_unique<RowSetSampler>(
          *parts_.pool, n, [this](const std::vector<Index>& rows) { return impedance_of_rows(rows); });
    }
    return std::make_unique<FunctionSampler>([this, n](Draws& draws) {
      Random random(draws.bits());
      return impedance(parts_.items(n, random), std::vector<Index>(static_cast<std::size_t>(n), 1));
    });
  }

  std::optional<EnumeratedSets> enumerated(Index n, Index most) const override {
    if (parts_.pool) {
      return enumerated_row_sets(*parts_.pool, n, most,
                                 [this](const std::vector<Index>& rows) { return impedance_of_rows(rows); });
    }
    if (parts_.pi.empty()) return {};
    return enumerated_counts(parts_.pi, n, most,
                             [this](const std::vector<Index>& counts) { return impedance_of_counts(counts); });
  }

  std::optional<Index> largest() const override { return parts_.pool ? largest_row_set(*parts_.pool) : std::nullopt; }

  std::string description() const override {
    if (!parts_.pool) return "items drawn from the target";
    return parts_.pool->repeat ? "rows drawn from the pool" : "different rows drawn from the pool";
  }

 private:
  double impedance(Matrix rows, std::vector<Index> copies) const {
    return solvers::impedance_of(*parts_.view, {parts_.view->frame.solved(std::move(rows)), std::move(copies)});
  }

  double impedance_of_rows(const std::vector<Index>& rows) const {
    Matrix items(static_cast<Index>(rows.size()), parts_.pool->rows.cols());
    double cost = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      items.row(static_cast<Index>(i)) = parts_.pool->rows.row(rows[i]);
      cost += parts_.pool->cost(rows[i]);
    }
    return cost + impedance(std::move(items), std::vector<Index>(rows.size(), 1));
  }

  double impedance_of_counts(const std::vector<Index>& counts) const {
    ItemSet items{Matrix(static_cast<Index>(counts.size()), 1), {}};
    Index row = 0;
    for (std::size_t k = 0; k < counts.size(); ++k) {
      if (counts[k] == 0) continue;
      items.rows(row++, 0) = parts_.first_category[0] + static_cast<double>(k);
      items.copies.push_back(counts[k]);
    }
    items.rows.conservativeResize(row, 1);
    return solvers::impedance_of(*parts_.view, items);
  }

  PopulationParts parts_;
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

std::unique_ptr<Population> make_population(PopulationParts parts) {
  return std::make_unique<ConjugatePopulation>(std::move(parts));
}

}  // namespace didact::simulation
