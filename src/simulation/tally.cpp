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

Tally::Tally(TallyFrame frame) : frame_(std::move(frame)) {
  sums_.histogram.resize(std::max<std::size_t>(frame_.edges.size(), 2) - 1);
}

std::pair<int, int> Tally::used_cells() const {
  if (sums_.finite == 0) return {0, -1};
  return {QuantileGrid::cell_of(sums_.min - frame_.center), QuantileGrid::cell_of(sums_.max - frame_.center)};
}

void Tally::clear() {
  const auto [first, last] = used_cells();
  for (int cell = first; cell <= last; ++cell) grid_[cell] = 0;
  Sums nothing;
  nothing.histogram.resize(sums_.histogram.size());
  sums_ = std::move(nothing);
}

template <class Times>
void Tally::add_each(std::span<const double> values, Times times) {
  const double first = frame_.edges.empty() ? 0 : frame_.edges.front();
  const double width = frame_.edges.size() < 2 ? 1 : (frame_.edges.back() - first);
  const double bins = static_cast<double>(sums_.histogram.size());
  const double scale = width > 0 ? bins / width : 0;
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values[i];
    const std::uint64_t count = times(i);
    if (count == 0) continue;
    sums_.below_rival += value < frame_.rival ? count : 0;
    if (!(value < infinity)) {
      sums_.infinite += count;
      continue;
    }
    sums_.finite += count;
    sums_.min = std::min(sums_.min, value);
    sums_.max = std::max(sums_.max, value);
    const double distance = value - frame_.center, weight = static_cast<double>(count);
    sum += weight * distance;
    squares += weight * distance * distance;
    sums_.histogram[static_cast<std::size_t>(std::clamp((value - first) * scale, 0.0, bins - 1))] += count;
    grid_[QuantileGrid::cell_of(distance)] += count;
  }
  sums_.sum.add(sum);
  sums_.squares.add(squares);
}

void Tally::add(std::span<const double> values) {
  add_each(values, [](std::size_t) { return std::uint64_t{1}; });
}

void Tally::add(std::span<const double> values, std::span<const std::uint64_t> counts) {
  add_each(values, [&](std::size_t i) { return counts[i]; });
}

void Tally::Sums::add(const Sums& other) {
  if (other.histogram.size() != histogram.size()) throw std::out_of_range("a histogram of other bins");
  finite += other.finite;
  infinite += other.infinite;
  below_rival += other.below_rival;
  min = std::min(min, other.min);
  max = std::max(max, other.max);
  sum.add(other.sum);
  squares.add(other.squares);
  for (std::size_t i = 0; i < histogram.size(); ++i) histogram[i] += other.histogram[i];
}

void Tally::add(const Tally& other) {
  sums_.add(other.sums_);
  const auto [first, last] = other.used_cells();
  for (int cell = first; cell <= last; ++cell) grid_[cell] += other.grid_[cell];
}

Tally::State Tally::state() const {
  State state{sums_, {}};
  const auto [first, last] = used_cells();
  for (int i = first; i <= last; ++i) {
    if (grid_[i] > 0) state.cells.emplace_back(i, grid_[i]);
  }
  return state;
}

void Tally::add(const State& state) {
  for (const auto& [cell, count] : state.cells) {
    if (cell < 0 || cell >= QuantileGrid::cells) throw std::out_of_range("no cell of the grid");
  }
  sums_.add(state.sums);
  for (const auto& [cell, count] : state.cells) grid_[cell] += count;
}

double Tally::mean() const {
  if (sums_.infinite > 0) return infinity;
  return frame_.center + sums_.sum.value() / static_cast<double>(sums_.finite);
}

double Tally::deviation() const {
  if (sums_.infinite > 0) return infinity;
  const double n = static_cast<double>(sums_.finite), sum = sums_.sum.value();
  return std::sqrt(std::max(0.0, sums_.squares.value() - sum * sum / n) / (n - 1));
}

Tally::Quantile Tally::quantile(double share) const {
  const double rank = share * static_cast<double>(count());
  double passed = 0;
  const auto [first, last] = used_cells();
  for (int i = first; i <= last; ++i) {
    passed += static_cast<double>(grid_[i]);
    if (grid_[i] == 0 || passed < rank) continue;
    const auto [low, high] = QuantileGrid::cell(i);
    const double a = std::clamp(frame_.center + low, sums_.min, sums_.max),
                 b = std::clamp(frame_.center + high, sums_.min, sums_.max);
    return {(a + b) / 2, (b - a) / 2};
  }
  return {sums_.infinite > 0 ? infinity : sums_.max, 0};
}

}  // namespace didact
