#include "cover_parts.hpp"

#include <cmath>

namespace didact::concepts {
namespace {

/// Rounds without a better bound after which steps are halved.
constexpr int patience = 4;
constexpr double smallest_step = 0.02;

}  // namespace

Relaxation::Relaxation(const CoverProblem& problem) : problem_(problem), position_(problem.elements, 0) {}

void Relaxation::gather(std::span<const Word> uncovered, std::span<const std::uint32_t> items,
                        std::span<const double> u) {
  elements_.clear();
  u_.clear();
  for_each_bit(uncovered, [&](std::size_t e) {
    position_[e] = static_cast<std::uint32_t>(elements_.size());
    elements_.push_back(static_cast<std::uint32_t>(e));
    u_.push_back(u[e]);
  });
  starts_.assign(1, 0);
  entries_.clear();
  costs_.clear();
  for (const std::uint32_t item : items) {
    const std::span<const Word> column = problem_.column(item);
    for (std::size_t w = 0; w < column.size(); ++w) {
      for (Word rest = column[w] & uncovered[w]; rest != 0; rest &= rest - 1) {
        entries_.push_back(position_[w * 64 + static_cast<std::size_t>(std::countr_zero(rest))]);
      }
    }
    starts_.push_back(static_cast<std::uint32_t>(entries_.size()));
    costs_.push_back(problem_.cost(item));
  }
  reduced_.resize(items.size());
  slope_.resize(elements_.size());
  work_ = static_cast<std::int64_t>(2 * entries_.size());
}

/// The bound at u_, with its slope there.
double Relaxation::evaluate() {
  double value = 0;
  for (std::size_t e = 0; e < u_.size(); ++e) {
    value += u_[e];
    slope_[e] = 1;
  }
  for (std::size_t k = 0; k < reduced_.size(); ++k) {
    double reduced = costs_[k];
    for (std::uint32_t at = starts_[k]; at < starts_[k + 1]; ++at) reduced -= u_[entries_[at]];
    reduced_[k] = reduced;
    if (reduced >= 0) continue;
    value += reduced;
    for (std::uint32_t at = starts_[k]; at < starts_[k + 1]; ++at) slope_[entries_[at]] -= 1;
  }
  slope_squared_ = 0;
  for (std::size_t e = 0; e < u_.size(); ++e) {
    if (u_[e] <= 0 && slope_[e] < 0) slope_[e] = 0;  // u is not to fall below 0
    slope_squared_ += slope_[e] * slope_[e];
  }
  work_ += static_cast<std::int64_t>(entries_.size() + u_.size());
  return value;
}

void Relaxation::step(double length) {
  for (std::size_t e = 0; e < u_.size(); ++e) u_[e] = std::max(0.0, u_[e] + length * slope_[e]);
}

double Relaxation::raise(std::span<const Word> uncovered, std::span<const std::uint32_t> items, double goal, int rounds,
                         std::vector<double>& u) {
  gather(uncovered, items, u);
  double best = -1, factor = 1;
  int stale = 0;
  for (int round = 0; round < rounds; ++round) {
    const double value = evaluate();
    if (value > best + 1e-4 * std::max(1.0, std::abs(best))) {
      stale = 0;
    } else if (++stale >= patience) {
      stale = 0;
      factor /= 2;
    }
    if (value > best) {
      best = value;
      best_u_ = u_;
      best_reduced_ = reduced_;
    }
    if (best > goal + whole_tolerance || slope_squared_ <= 0 || factor < smallest_step) break;
    const double ahead = std::max(goal + 0.2 - value, 0.05 * std::max(1.0, goal));
    step(factor * ahead / slope_squared_);
  }
  for (std::size_t at = 0; at < elements_.size(); ++at) u[elements_[at]] = best_u_[at];
  return best;
}

}  // namespace didact::concepts
