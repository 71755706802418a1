#pragma once
// What is kept of the impedances of random sets: little, and the same in whatever order and parts they are counted.

#include <didact/core/types.hpp>
#include <didact/simulation/internal/exact_sum.hpp>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace didact {

/// Where a tally looks; all tallies that are put together must look there.
struct TallyFrame {
  double center = 0;          ///< somewhere among the values
  std::vector<double> edges;  ///< of the histogram, ascending; values outside are in its first or last bin
  double rival = -infinity;   ///< values below this one are counted
};

/// The fixed grid of the quantiles: 128 cells between a distance from the center and twice that distance, from 2⁻²⁰ up
/// to 2⁶⁰, on both sides. A quantile is known to half a cell, 1/256 of its distance from the center.
class QuantileGrid {
 public:
  static constexpr int cells_in_octave_bits = 7;
  static constexpr int lowest_exponent = -20, highest_exponent = 60;
  static constexpr int cells_on_a_side = (highest_exponent - lowest_exponent) << cells_in_octave_bits;
  static constexpr int cells = 2 * cells_on_a_side;

  struct Cell {
    double low = 0;
    double high = 0;
  };

  static int cell_of(double distance);  ///< from the center, signed
  static Cell cell(int index);          ///< its ends, as distances from the center
};

/// Counts of all cells, 0 at first. Pages of memory that nobody counts in are never touched.
class CellCounts {
 public:
  CellCounts();
  CellCounts(const CellCounts& other);
  CellCounts(CellCounts&&) = default;
  CellCounts& operator=(CellCounts&&) = default;

  std::uint64_t& operator[](int cell) { return counts_[static_cast<std::size_t>(cell)]; }
  std::uint64_t operator[](int cell) const { return counts_[static_cast<std::size_t>(cell)]; }

 private:
  struct Free {
    void operator()(std::uint64_t* counts) const { std::free(counts); }
  };
  std::unique_ptr<std::uint64_t[], Free> counts_;
};

class Tally {
 public:
  explicit Tally(TallyFrame frame);

  void add(std::span<const double> values);
  /// Each value so many times.
  void add(std::span<const double> values, std::span<const std::uint64_t> counts);
  void add(const Tally& other);
  void clear();

  const TallyFrame& frame() const { return frame_; }
  std::uint64_t count() const { return sums_.finite + sums_.infinite; }
  std::uint64_t infinite() const { return sums_.infinite; }
  std::uint64_t below_rival() const { return sums_.below_rival; }
  double mean() const;
  double deviation() const;  ///< with count-1 below
  double min() const { return sums_.min; }
  double max() const { return sums_.infinite > 0 ? infinity : sums_.max; }
  double largest() const { return sums_.max; }  ///< of those that are finite
  const std::vector<std::uint64_t>& histogram() const { return sums_.histogram; }

  struct Quantile {
    double value = 0;
    double error = 0;  ///< at most
  };
  Quantile quantile(double share) const;

  /// All that add() changes, for those who keep a tally in a file.
  struct Sums {
    std::uint64_t finite = 0, infinite = 0, below_rival = 0;
    double min = infinity, max = -infinity;
    ExactSum sum, squares;  ///< of distances from the center
    std::vector<std::uint64_t> histogram;

    void add(const Sums& other);  ///< throws std::out_of_range if the histograms differ
  };
  struct State {
    Sums sums;
    std::vector<std::pair<int, std::uint64_t>> cells;  ///< those that are not empty
  };
  State state() const;
  void add(const State& state);

 private:
  template <class Times>
  void add_each(std::span<const double> values, Times times);

  TallyFrame frame_;
  Sums sums_;
  CellCounts grid_;

  /// The cells from the least value's to the greatest's: the others are empty.
  std::pair<int, int> used_cells() const;
};

}  // namespace didact
