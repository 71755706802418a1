#pragma once
// Random sets of rows of a pool: those that must be there, and others as they come.

#include <didact/core/pool.hpp>
#include <didact/simulation/population.hpp>

#include <functional>

namespace didact {

using ImpedanceOfRows = std::function<double(const std::vector<Index>& rows)>;

/// Rows that may be drawn, beside those of must_include.
std::vector<Index> open_rows(const Pool& pool);
/// The largest set of rows without repetition; nothing where rows repeat.
std::optional<Index> largest_row_set(const Pool& pool);

class RowSetSampler final : public SetSampler {
 public:
  RowSetSampler(const Pool& pool, Index n, ImpedanceOfRows impedance);
  void fill(Draws& draws, std::span<double> impedances) override;

 private:
  bool repeat_;
  std::size_t fixed_;        ///< rows that every set has
  std::vector<Index> open_;  ///< of which the others are drawn
  std::vector<std::size_t> swapped_;
  std::vector<Index> set_;
  ImpedanceOfRows impedance_;
};

/// All sets of n rows, equally likely; with repetition each with the chance of its rows.
std::optional<EnumeratedSets> enumerated_row_sets(const Pool& pool, Index n, Index most,
                                                  const ImpedanceOfRows& impedance);

}  // namespace didact
