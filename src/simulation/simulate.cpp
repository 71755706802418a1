#include <didact/simulation/simulate.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numeric>
#include <system_error>
#include <thread>

namespace didact {
namespace {

constexpr std::array shares = {0.05, 0.25, 0.5, 0.75, 0.95};
constexpr double bins_wanted = 40;
/// The histogram's bins are laid over all but this share of the first sets; its last bin has what is beyond.
constexpr double tail = 0.005;

/// The next of 1, 2, 5 times a power of ten.
double rounded_step(double step) {
  const double power = std::pow(10, std::floor(std::log10(step)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (step <= factor * power) return factor * power;
  }
  return 10 * power;
}

/// Edges at round numbers from low to high and a little beyond.
std::vector<double> round_edges(double low, double high) {
  const double scale = std::max(std::abs(low), std::abs(high));
  if (!(high - low > 1e-12 * std::max(1.0, scale))) return {low - 0.5, low + 0.5};
  const double step = rounded_step((high - low) / bins_wanted);
  const double first = std::floor(low / step), last = std::floor(high / step) + 1;
  std::vector<double> edges;
  for (double i = first; i <= last; ++i) edges.push_back(i * step);
  return edges;
}

/// From some values: where the middle is, and where most of them are.
TallyFrame frame_for(std::vector<double> values) {
  std::erase_if(values, [](double value) { return !(value < infinity); });
  if (values.empty()) return {0, {-0.5, 0.5}};
  const auto at = [&](double share) {
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), place, values.end());
    return *place;
  };
  return {at(0.5), round_edges(at(0), at(1 - tail))};
}

}  // namespace

Simulation::Simulation(const Population& population, SimulationOptions options, const Stop& stop)
    : population_(population), options_(std::move(options)) {
  Worker pilot(*this);
  const auto start = std::chrono::steady_clock::now();
  const auto values = pilot.values(0, stop);
  seconds_a_block_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  first_.assign(values.begin(), values.end());
  frame_ = frame_for(first_);
  if (options_.rival) frame_.rival = *options_.rival;
}

Simulation::Worker::Worker(const Simulation& simulation)
    : simulation_(simulation),
      sampler_(sampler(simulation.population_, simulation.options_.sizes)),
      values_(static_cast<std::size_t>(std::min(sets_in_block, simulation.options_.sets))) {}

std::span<const double> Simulation::Worker::values(Index block, const Stop& stop) {
  if (block == 0 && !simulation_.first_.empty()) return simulation_.first_;
  Draws draws(simulation_.options_.seed, static_cast<std::uint64_t>(block));
  const std::span<double> now(values_.data(), static_cast<std::size_t>(simulation_.sets_of(block)));
  return now.first(sampler_->fill_until(stop, draws, now));
}

bool Simulation::Worker::draw(Index block, Tally& into, const Stop& stop) {
  const auto table = sampler_->table();
  if (table.empty()) {
    const auto drawn = values(block, stop);
    const bool all = std::ssize(drawn) == simulation_.sets_of(block);
    if (all) into.add(drawn);
    return all;
  }
  counts_.assign(table.size(), 0);
  Draws draws(simulation_.options_.seed, static_cast<std::uint64_t>(block));
  sampler_->count(draws, simulation_.sets_of(block), counts_);
  into.add(table, counts_);
  return true;
}

Tally simulate(const Simulation& simulation, unsigned threads, const std::atomic<bool>* interrupt) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  threads = static_cast<unsigned>(std::min<Index>(threads, simulation.blocks()));
  std::vector<Tally> tallies(std::max(1u, threads), simulation.empty());
  std::atomic<Index> next = 0;
  auto work = [&](Tally& tally) {
    Simulation::Worker worker(simulation);
    const Stop stop({}, interrupt);
    for (Index block; (block = next++) < simulation.blocks() && worker.draw(block, tally, stop) && !stop;) {
    }
  };
  std::vector<std::thread> helpers;
  try {
    for (unsigned i = 1; i < threads; ++i) helpers.emplace_back([&, i] { work(tallies[i]); });
  } catch (const std::system_error&) {  // no more threads to be had: those there are do the work
  }
  work(tallies[0]);
  for (std::thread& helper : helpers) helper.join();
  for (std::size_t i = 1; i < tallies.size(); ++i) tallies[0].add(tallies[i]);
  return std::move(tallies[0]);
}

SimulationSummary summary(const Tally& tally, bool has_rival) {
  SimulationSummary result;
  result.sets = static_cast<double>(tally.count());
  result.mean = tally.mean();
  result.deviation = tally.deviation();
  result.standard_error = result.deviation / std::sqrt(result.sets);
  result.min = tally.min();
  result.max = tally.max();
  result.infinite = static_cast<double>(tally.infinite()) / result.sets;
  for (const double share : shares) {
    const auto [value, error] = tally.quantile(share);
    result.quantiles.push_back({share, value, error});
  }
  result.edges = tally.frame().edges;
  if (tally.infinite() < tally.count()) {  // the outer bins have what is beyond them
    result.edges.front() = std::min(result.edges.front(), tally.min());
    result.edges.back() = std::max(result.edges.back(), tally.largest());
  }
  result.counts.assign(tally.histogram().begin(), tally.histogram().end());
  if (has_rival) result.beat = static_cast<double>(tally.below_rival()) / result.sets;
  return result;
}

SimulationSummary summary(const EnumeratedSets& sets, std::optional<double> rival) {
  std::vector<std::size_t> order(sets.impedances.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return sets.impedances[a] < sets.impedances[b]; });
  const double total = std::accumulate(sets.probabilities.begin(), sets.probabilities.end(), 0.0);
  SimulationSummary result;
  result.exact = true;
  result.sets = static_cast<double>(order.size());
  result.min = sets.impedances[order.front()];
  result.max = sets.impedances[order.back()];
  double mean = 0, variance = 0, passed = 0;
  for (const std::size_t i : order) mean += sets.probabilities[i] / total * sets.impedances[i];
  for (const std::size_t i : order) {
    variance += sets.probabilities[i] / total * (sets.impedances[i] - mean) * (sets.impedances[i] - mean);
    if (!(sets.impedances[i] < infinity)) result.infinite += sets.probabilities[i] / total;
  }
  result.mean = mean;
  result.deviation = mean < infinity ? std::sqrt(variance) : infinity;
  auto share = shares.begin();
  const double rounding = 1e-12;
  double highest = result.min;
  if (rival) result.beat = 0;
  for (const std::size_t i : order) {
    passed += sets.probabilities[i] / total;
    for (; share != shares.end() && passed >= *share - rounding; ++share) {
      result.quantiles.push_back({*share, sets.impedances[i], 0});
    }
    if (sets.impedances[i] < infinity) highest = sets.impedances[i];
    if (rival && sets.impedances[i] < *rival) *result.beat += sets.probabilities[i] / total;
  }
  for (; share != shares.end(); ++share) result.quantiles.push_back({*share, result.max, 0});
  result.edges = round_edges(result.min, highest);
  result.counts.assign(result.edges.size() - 1, 0);
  for (const std::size_t i : order) {
    if (!(sets.impedances[i] < infinity)) continue;
    const auto above = std::upper_bound(result.edges.begin(), result.edges.end(), sets.impedances[i]);
    const auto bin = std::clamp<std::ptrdiff_t>(above - result.edges.begin() - 1, 0,
                                                static_cast<std::ptrdiff_t>(result.counts.size()) - 1);
    result.counts[static_cast<std::size_t>(bin)] += sets.probabilities[i] / total;
  }
  return result;
}

}  // namespace didact
