#pragma once
// The parts of a search for the cheapest cover.

#include <didact/concepts/internal/set_cover.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace didact::concepts {

/// Bounds of covers with whole costs that are this much above a whole number count as that number.
inline constexpr double whole_tolerance = 1e-6;

/// The rows of a cover problem: element after element, the items it is in.
std::vector<Word> transposed(const CoverProblem& problem);

/// What is left of a problem when everything plain has been decided.
struct Reduced {
  bool exists = true;               ///< false: some element is in no item
  std::vector<std::size_t> forced;  ///< items that some cheapest cover has
  CoverProblem core;
  std::vector<std::size_t> item_of;  ///< the core's items in the given problem
};

/// Takes items that alone cover some element, and leaves out items and elements that others dominate.
Reduced reduce(const CoverProblem& problem);

/// Takes the item with the most new elements for its price until all are covered, then drops what is not needed.
/// What has no price is taken first.
std::vector<std::size_t> greedy_cover(const CoverProblem& problem, std::span<const double> prices);

double cost_of(const CoverProblem& problem, std::span<const std::size_t> cover);

/// The Lagrangian relaxation max over u ≥ 0 of Σ_e u_e + Σ_i min(0, c_i - Σ_{e in i} u_e): as strong as the linear one.
class Relaxation {
 public:
  explicit Relaxation(const CoverProblem& problem);

  /// Raises the bound for covering `uncovered` with `items` from the multipliers u (one for each element of the
  /// problem) and leaves the best ones there. Ends when the bound exceeds `goal`, seems out of reach of it, or after
  /// `rounds`.
  double raise(std::span<const Word> uncovered, std::span<const std::uint32_t> items, double goal, int rounds,
               std::vector<double>& u);

  /// c_i - Σ_{e in i} u_e at the best multipliers, for the items given last.
  std::span<const double> reduced_costs() const { return best_reduced_; }
  /// What the last call cost, in steps like those of other counts.
  std::int64_t work() const { return work_; }

 private:
  void gather(std::span<const Word> uncovered, std::span<const std::uint32_t> items, std::span<const double> u);
  double evaluate();
  void step(double length);

  const CoverProblem& problem_;
  std::vector<std::uint32_t> position_;  ///< of an element among the uncovered ones
  std::vector<std::uint32_t> elements_;
  std::vector<std::uint32_t> starts_, entries_;  ///< item by item: its uncovered elements
  std::vector<double> u_, best_u_, costs_, reduced_, best_reduced_;
  std::vector<double> slope_;
  double slope_squared_ = 0;
  std::int64_t work_ = 0;
};

}  // namespace didact::concepts
