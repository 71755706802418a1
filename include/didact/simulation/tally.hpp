#pragma once
// What is kept of the impedances of random sets: little, and the same in whatever order and parts they are counted.

#include <didact/core/types.hpp>
#include <didact/simulation/exact_sum.hpp>

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
  std::uint64_t count() const { return finite_ + infinite_; }
  std::uint64_t infinite() const { return infinite_; }
  std::uint64_t below_rival() const { return below_rival_; }
  double mean() const;
  double deviation() const;  ///< with count-1 below
  double min() const { return min_; }
  double max() const { return infinite_ > 0 ? infinity : max_; }
  double largest() const { return max_; }  ///< of those that are finite
  const std::vector<std::uint64_t>& histogram() const { return histogram_; }

  struct Quantile {
    double value = 0;
    double error = 0;  ///< at most
  };
  Quantile quantile(double share) const;

  /// All that add() changes, for those who keep a tally in a file.
  struct State {
    std::uint64_t finite = 0, infinite = 0, below_rival = 0;
    double min = infinity, max = -infinity;
    ExactSum sum, squares;
    std::vector<std::uint64_t> histogram;
    std::vector<std::pair<int, std::uint64_t>> cells;  ///< those that are not empty
  };
  State state() const;
  void add(const State& state);

 private:
  template <class Times>
  void add_each(std::span<const double> values, Times times);

  TallyFrame frame_;
  std::uint64_t finite_ = 0;
  std::uint64_t infinite_ = 0;
  std::uint64_t below_rival_ = 0;
  double min_ = infinity;
  double max_ = -infinity;
  ExactSum sum_;      ///< of distances from the center
  ExactSum squares_;  ///< of their squares
  std::vector<std::uint64_t> histogram_;
  CellCounts grid_;

  /// The cells from the least value's to the greatest's: the others are empty.
  std::pair<int, int> used_cells() const;
};

}  // namespace didact
