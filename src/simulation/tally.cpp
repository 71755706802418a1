#include <didact/simulation/tally.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <new>
#include <stdexcept>

namespace didact {
namespace {

/// The first bits of a number ≥ 0: its exponent, and what its grid cell needs of its fraction.
constexpr int dropped_bits = 52 - QuantileGrid::cells_in_octave_bits;
constexpr auto lowest_bits = static_cast<std::int64_t>(1023 + QuantileGrid::lowest_exponent)
                             << QuantileGrid::cells_in_octave_bits;

}  // namespace

int QuantileGrid::cell_of(double distance) {
  const auto bits = static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(std::abs(distance)) >> dropped_bits);
  const auto step = std::clamp<std::int64_t>(bits - lowest_bits, 0, cells_on_a_side - 1);
  return static_cast<int>(distance < 0 ? cells_on_a_side - 1 - step : cells_on_a_side + step);
}

QuantileGrid::Cell QuantileGrid::cell(int index) {
  const bool negative = index < cells_on_a_side;
  const int step = negative ? cells_on_a_side - 1 - index : index - cells_on_a_side;
  const auto end = [](int at) {
    return at == 0 ? 0 : std::bit_cast<double>(static_cast<std::uint64_t>(at + lowest_bits) << dropped_bits);
  };
  return negative ? Cell{-end(step + 1), -end(step)} : Cell{end(step), end(step + 1)};
}

CellCounts::CellCounts()
    : counts_(static_cast<std::uint64_t*>(std::calloc(QuantileGrid::cells, sizeof(std::uint64_t)))) {
  if (!counts_) throw std::bad_alloc();
}

CellCounts::CellCounts(const CellCounts& other) : CellCounts() {
  for (int cell = 0; cell < QuantileGrid::cells; ++cell) {
    if (other[cell] > 0) counts_[static_cast<std::size_t>(cell)] = other[cell];
  }
}

Tally::Tally(TallyFrame frame)
    : frame_(std::move(frame)), histogram_(std::max<std::size_t>(frame_.edges.size(), 2) - 1) {}

std::pair<int, int> Tally::used_cells() const {
  if (finite_ == 0) return {0, -1};
  return {QuantileGrid::cell_of(min_ - frame_.center), QuantileGrid::cell_of(max_ - frame_.center)};
}

void Tally::clear() {
  const auto [first, last] = used_cells();
  for (int cell = first; cell <= last; ++cell) grid_[cell] = 0;
  finite_ = infinite_ = below_rival_ = 0;
  min_ = infinity;
  max_ = -infinity;
  sum_ = squares_ = {};
  std::fill(histogram_.begin(), histogram_.end(), 0);
}

template <class Times>
void Tally::add_each(std::span<const double> values, Times times) {
  const double first = frame_.edges.empty() ? 0 : frame_.edges.front();
  const double width = frame_.edges.size() < 2 ? 1 : (frame_.edges.back() - first);
  const double bins = static_cast<double>(histogram_.size());
  const double scale = width > 0 ? bins / width : 0;
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values[i];
    const std::uint64_t count = times(i);
    if (count == 0) continue;
    below_rival_ += value < frame_.rival ? count : 0;
    if (!(value < infinity)) {
      infinite_ += count;
      continue;
    }
    finite_ += count;
    min_ = std::min(min_, value);
    max_ = std::max(max_, value);
    const double distance = value - frame_.center, weight = static_cast<double>(count);
    sum += weight * distance;
    squares += weight * distance * distance;
    histogram_[static_cast<std::size_t>(std::clamp((value - first) * scale, 0.0, bins - 1))] += count;
    grid_[QuantileGrid::cell_of(distance)] += count;
  }
  sum_.add(sum);
  squares_.add(squares);
}

void Tally::add(std::span<const double> values) {
  add_each(values, [](std::size_t) { return std::uint64_t{1}; });
}

void Tally::add(std::span<const double> values, std::span<const std::uint64_t> counts) {
  add_each(values, [&](std::size_t i) { return counts[i]; });
}

void Tally::add(const Tally& other) {
  finite_ += other.finite_;
  infinite_ += other.infinite_;
  below_rival_ += other.below_rival_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
  sum_.add(other.sum_);
  squares_.add(other.squares_);
  for (std::size_t i = 0; i < histogram_.size(); ++i) histogram_[i] += other.histogram_[i];
  const auto [first, last] = other.used_cells();
  for (int cell = first; cell <= last; ++cell) grid_[cell] += other.grid_[cell];
}

Tally::State Tally::state() const {
  State state{finite_, infinite_, below_rival_, min_, max_, sum_, squares_, histogram_, {}};
  const auto [first, last] = used_cells();
  for (int i = first; i <= last; ++i) {
    if (grid_[i] > 0) state.cells.emplace_back(i, grid_[i]);
  }
  return state;
}

void Tally::add(const State& state) {
  finite_ += state.finite;
  infinite_ += state.infinite;
  below_rival_ += state.below_rival;
  min_ = std::min(min_, state.min);
  max_ = std::max(max_, state.max);
  sum_.add(state.sum);
  squares_.add(state.squares);
  for (std::size_t i = 0; i < histogram_.size(); ++i) histogram_[i] += state.histogram.at(i);
  for (const auto& [cell, count] : state.cells) {
    if (cell < 0 || cell >= QuantileGrid::cells) throw std::out_of_range("no cell of the grid");
    grid_[cell] += count;
  }
}

double Tally::mean() const {
  if (infinite_ > 0) return infinity;
  return frame_.center + sum_.value() / static_cast<double>(finite_);
}

double Tally::deviation() const {
  if (infinite_ > 0) return infinity;
  const double n = static_cast<double>(finite_), sum = sum_.value();
  return std::sqrt(std::max(0.0, squares_.value() - sum * sum / n) / (n - 1));
}

Tally::Quantile Tally::quantile(double share) const {
  const double rank = share * static_cast<double>(count());
  double passed = 0;
  const auto [first, last] = used_cells();
  for (int i = first; i <= last; ++i) {
    passed += static_cast<double>(grid_[i]);
    if (grid_[i] == 0 || passed < rank) continue;
    const auto [low, high] = QuantileGrid::cell(i);
    const double a = std::clamp(frame_.center + low, min_, max_), b = std::clamp(frame_.center + high, min_, max_);
    return {(a + b) / 2, (b - a) / 2};
  }
  return {infinite_ > 0 ? infinity : max_, 0};
}

}  // namespace didact
