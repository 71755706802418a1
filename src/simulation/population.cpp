#include <didact/simulation/population.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <map>

namespace didact {
namespace {

std::string shortest(double value) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

/// All sizes first, then the sets of each size together.
class MixedSampler final : public SetSampler {
 public:
  MixedSampler(const Population& population, const SetSizes& sizes) : population_(population), sizes_(sizes) {}

  void fill(Draws& draws, std::span<double> impedances) override { fill_until({}, draws, impedances); }
  /// All or none: the sets of one size are no fair sample of all of them.
  std::size_t fill_until(const Stop& stop, Draws& draws, std::span<double> impedances) override {
    for (auto& [size, group] : groups_) group.places.clear();
    for (std::size_t i = 0; i < impedances.size(); ++i) groups_[size(draws)].places.push_back(i);
    for (auto& [size, group] : groups_) {
      if (group.places.empty()) continue;
      if (stop) return 0;
      if (!group.sampler) group.sampler = population_.sampler(size);
      values_.resize(group.places.size());
      if (group.sampler->fill_until(stop, draws, values_) < values_.size()) return 0;
      for (std::size_t i = 0; i < values_.size(); ++i) impedances[group.places[i]] = values_[i];
    }
    return impedances.size();
  }

 private:
  struct Group {
    std::unique_ptr<SetSampler> sampler;
    std::vector<std::size_t> places;
  };

  Index size(Draws& draws) const {
    if (sizes_.kind == SetSizes::Kind::uniform) {
      return sizes_.low + static_cast<Index>(draws.below(static_cast<std::uint64_t>(sizes_.high - sizes_.low + 1)));
    }
    const auto drawn = static_cast<Index>(draws.poisson(sizes_.rate));
    const auto largest = population_.largest();
    return largest ? std::min(drawn, *largest) : drawn;
  }

  const Population& population_;
  SetSizes sizes_;
  std::map<Index, Group> groups_;
  std::vector<double> values_;
};

}  // namespace

std::size_t SetSampler::fill_until(const Stop& stop, Draws& draws, std::span<double> impedances) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds short_turn{5};
  std::size_t turn = together(), done = 0;
  while (done < impedances.size() && !stop) {
    const auto start = Clock::now();
    const std::size_t now = std::min(turn, impedances.size() - done);
    fill(draws, impedances.subspan(done, now));
    done += now;
    if (Clock::now() - start < short_turn) turn *= 2;
  }
  return done;
}

std::optional<EnumeratedSets> Population::enumerated(Index, Index) const {
  return {};
}

std::string SetSizes::text() const {
  switch (kind) {
    case Kind::uniform:
      return std::to_string(low) + ':' + std::to_string(high);
    case Kind::poisson:
      return "poisson:" + shortest(rate);
    default:
      return std::to_string(low);
  }
}

std::unique_ptr<SetSampler> sampler(const Population& population, const SetSizes& sizes) {
  if (sizes.kind == SetSizes::Kind::fixed) return population.sampler(sizes.low);
  return std::make_unique<MixedSampler>(population, sizes);
}

}  // namespace didact
