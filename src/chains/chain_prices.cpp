#include "chain_prices.hpp"

#include <algorithm>

namespace didact::chains {

PriceSearch::PriceSearch(const ChainRows& model, const Box& box, std::vector<double> prices)
    : model_(model),
      box_(box),
      prices_(std::move(prices)),
      best_prices_(prices_),
      rows_(model.rows()),
      missing_(model.states(), 0.0),
      mean_totals_(model.rows(), -1.0) {}

/// The least sum of all rows at these prices: whatever the prices, no counts that can be walked have less.
double PriceSearch::solve_rows() {
  std::vector<double> paid(prices_.size());
  for (std::size_t j = 0; j < paid.size(); ++j) paid[j] = -prices_[j];
  std::fill(missing_.begin(), missing_.end(), 0.0);
  double value = 0;
  for (std::size_t row = 0; row < model_.rows(); ++row) {
    model_.best(row, box_, paid, row == 0 ? 0 : prices_[row - 1], rows_[row]);
    value += rows_[row].value;
    if (value == infinity) return infinity;
    for (std::size_t j = 0; j < paid.size(); ++j) missing_[j] -= static_cast<double>(rows_[row].counts[j]);
    const auto total = static_cast<double>(rows_[row].total);
    constexpr double memory = 0.8;
    mean_totals_[row] = mean_totals_[row] < 0 ? total : memory * mean_totals_[row] + (1 - memory) * total;
    if (row > 0) missing_[row - 1] += total;
    work_ += static_cast<double>(box_.high[row] * static_cast<Index>(paid.size()) + 1);
  }
  return value;
}

Rows PriceSearch::counts() const {
  Rows rows;
  for (const ChainRows::Best& row : rows_) rows.push_back(row.counts);
  return rows;
}

/// Polyak's step towards the value that is known. False where none leads up.
bool PriceSearch::step(double known, double value, double scale) {
  double squares = 0;
  for (std::size_t j = 0; j < missing_.size(); ++j) {
    if (prices_[j] > 0 || missing_[j] > 0) squares += missing_[j] * missing_[j];
  }
  if (squares == 0) return false;
  const double length = scale * std::max(known - value, 1e-9) / squares;
  for (std::size_t j = 0; j < prices_.size(); ++j) prices_[j] = std::max(0.0, prices_[j] + length * missing_[j]);
  return true;
}

void PriceSearch::run(int rounds, double most_work, const double& known, double enough,
                      const std::function<void(const Rows&)>& meet, const Stop& stop) {
  double scale = 1;
  int in_vain = 0;
  for (int round = 0; round < rounds && scale > 1e-3; ++round) {
    if (round > 0 && (stop || work_ > most_work)) return;  // the first is what all that follows begins with
    const double value = solve_rows();
    if (value > bound_) {
      bound_ = value;
      best_prices_ = prices_;
      if (value < infinity) best_rows_ = counts();
      in_vain = 0;
    } else if (++in_vain == 4) {
      scale *= 0.5;
      in_vain = 0;
      prices_ = best_prices_;
      continue;
    }
    if (value == infinity) return;
    if (std::all_of(missing_.begin(), missing_.end(), [](double missing) { return missing <= 0; })) {
      meet(counts());
    }
    if (bound_ >= known - enough || !step(known, value, scale)) return;
  }
}

}  // namespace didact::chains
