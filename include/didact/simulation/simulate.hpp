#pragma once
// How good are random teaching sets? Any number of them, on any number of threads, and always the same bits.

#include <didact/simulation/population.hpp>
#include <didact/simulation/tally.hpp>

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>
#include <vector>

namespace didact {

struct SimulationOptions {
  Index sets = 100'000;
  SetSizes sizes;
  std::uint64_t seed = 1;
  std::optional<double> rival;  ///< an impedance: how many sets beat it?
};

/// A simulation cut into blocks, each of which comes out the same whoever draws it, and whenever.
class Simulation {
 public:
  static constexpr Index sets_in_block = 4096;

  /// The population must outlive this. Draws the first block, unless it is stopped: nothing is to be drawn then.
  Simulation(const Population& population, SimulationOptions options, const Stop& stop = {});

  const SimulationOptions& options() const { return options_; }
  Index blocks() const { return (options_.sets + sets_in_block - 1) / sets_in_block; }
  const TallyFrame& frame() const { return frame_; }
  Tally empty() const { return Tally(frame_); }
  double seconds_a_block() const { return seconds_a_block_; }  ///< as long as the first took
  /// Whether it was stopped in the first block already, and the sets of it that were drawn.
  bool stopped() const { return std::ssize(first_) < sets_of(0); }
  std::span<const double> first() const { return first_; }

  /// Draws blocks; one a thread.
  class Worker {
   public:
    explicit Worker(const Simulation& simulation);
    /// False if it was stopped before the end: `into` is then as it was.
    bool draw(Index block, Tally& into, const Stop& stop = {});

   private:
    /// All of the block's, or fewer if it was stopped.
    std::span<const double> values(Index block, const Stop& stop);
    friend class Simulation;

    const Simulation& simulation_;
    std::unique_ptr<SetSampler> sampler_;
    std::vector<double> values_;
    std::vector<std::uint64_t> counts_;
  };

 private:
  Index sets_of(Index block) const { return std::min(sets_in_block, options_.sets - block * sets_in_block); }

  const Population& population_;
  SimulationOptions options_;
  std::vector<double> first_;  ///< the impedances of block 0
  TallyFrame frame_;
  double seconds_a_block_ = 0;
};

/// All of it on so many threads (0: as many as there are cores). Sets drawn before `interrupt` is set are counted.
Tally simulate(const Simulation& simulation, unsigned threads = 0, const std::atomic<bool>* interrupt = nullptr);

/// What there is to say about sets that were drawn, or about all there are.
struct SimulationSummary {
  bool exact = false;
  double sets = 0;  ///< drawn; exact: different ones
  double mean = infinity;
  double deviation = infinity;
  double standard_error = 0;  ///< of the mean
  double min = infinity;
  double max = infinity;
  double infinite = 0;  ///< the share of sets that teach nothing but infinity
  struct QuantileAt {
    double share = 0;
    double value = 0;
    double error = 0;  ///< at most
  };
  std::vector<QuantileAt> quantiles;
  std::vector<double> edges;
  std::vector<double> counts;  ///< exact: probabilities
  std::optional<double> beat;  ///< the share of sets better than the rival
};
SimulationSummary summary(const Tally& tally, bool has_rival);
SimulationSummary summary(const EnumeratedSets& sets, std::optional<double> rival);

}  // namespace didact
