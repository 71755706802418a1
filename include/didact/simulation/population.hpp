#pragma once
// The random teaching sets of a problem: n items drawn from the target, and what the set is worth.

#include <didact/core/draws.hpp>
#include <didact/core/stop.hpp>
#include <didact/core/types.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace didact {

/// Draws sets of one size. It has room of its own: one a thread.
class SetSampler {
 public:
  virtual ~SetSampler() = default;
  /// The impedance of one set after the other.
  virtual void fill(Draws& draws, std::span<double> impedances) = 0;
  /// The same, but looks up every few milliseconds: how many were filled before it was to stop, all of them or the
  /// first.
  virtual std::size_t fill_until(const Stop& stop, Draws& draws, std::span<double> impedances);
  /// How many sets are drawn together: the numbers of one may stand between those of another.
  virtual std::size_t together() const { return 1; }
  /// Where sets have one of few impedances: these.
  virtual std::span<const double> table() const { return {}; }
  /// Then how many of so many sets have each; `counts` is as long as the table, and is added to.
  virtual void count(Draws&, Index, std::span<std::uint64_t>) {}
};

/// Every set of one size with the chance that it is drawn; different sets may stand together if they are worth the
/// same.
struct EnumeratedSets {
  std::vector<double> impedances;
  std::vector<double> probabilities;
};

class Population {
 public:
  virtual ~Population() = default;
  virtual std::unique_ptr<SetSampler> sampler(Index n) const = 0;
  /// Nothing if they cannot be enumerated, or are more than `most`.
  virtual std::optional<EnumeratedSets> enumerated(Index n, Index most) const;
  /// The largest size that there is, if any: sets of different rows of a pool.
  virtual std::optional<Index> largest() const { return {}; }
  /// How a set is drawn, in a few words.
  virtual std::string description() const = 0;
};

/// How large a random set is.
struct SetSizes {
  enum class Kind { fixed, uniform, poisson } kind = Kind::fixed;
  Index low = 0;    ///< fixed: the size
  Index high = 0;   ///< uniform: low … high
  double rate = 0;  ///< poisson

  std::string text() const;  ///< "10", "5:20", "poisson:7.5"
};

/// Sets of these sizes.
std::unique_ptr<SetSampler> sampler(const Population& population, const SetSizes& sizes);

/// The impedance of a given function of a random set: for problems without a faster way.
class FunctionSampler final : public SetSampler {
 public:
  explicit FunctionSampler(std::function<double(Draws&)> impedance) : impedance_(std::move(impedance)) {}
  void fill(Draws& draws, std::span<double> impedances) override {
    for (double& value : impedances) value = impedance_(draws);
  }

 private:
  std::function<double(Draws&)> impedance_;
};

}  // namespace didact
