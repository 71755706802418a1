#include <didact/simulation/population.hpp>

#include <algorithm>
#include <charconv>
#include <map>

namespace didact {
namespace {

std::string shortest(double value) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

/// The size first, then a set of that size.
class MixedSampler final : public SetSampler {
 public:
  MixedSampler(const Population& population, const SetSizes& sizes) : population_(population), sizes_(sizes) {}

  void fill(Draws& draws, std::span<double> impedances) override {
    for (std::size_t i = 0; i < impedances.size(); ++i) {
      std::unique_ptr<SetSampler>& sampler = samplers_[size(draws)];
      if (!sampler) sampler = population_.sampler(size_);
      sampler->fill(draws, impedances.subspan(i, 1));
    }
  }

 private:
  Index size(Draws& draws) {
    if (sizes_.kind == SetSizes::uniform) {
      size_ = sizes_.low + static_cast<Index>(draws.below(static_cast<std::uint64_t>(sizes_.high - sizes_.low + 1)));
    } else {
      size_ = static_cast<Index>(draws.poisson(sizes_.rate));
      if (const auto largest = population_.largest()) size_ = std::min(size_, *largest);
    }
    return size_;
  }

  const Population& population_;
  SetSizes sizes_;
  Index size_ = 0;
  std::map<Index, std::unique_ptr<SetSampler>> samplers_;
};

}  // namespace

std::optional<EnumeratedSets> Population::enumerated(Index, Index) const {
  return {};
}

std::string SetSizes::text() const {
  switch (kind) {
    case uniform:
      return std::to_string(low) + ':' + std::to_string(high);
    case poisson:
      return "poisson:" + shortest(rate);
    default:
      return std::to_string(low);
  }
}

std::unique_ptr<SetSampler> sampler(const Population& population, const SetSizes& sizes) {
  if (sizes.kind == SetSizes::fixed) return population.sampler(sizes.low);
  return std::make_unique<MixedSampler>(population, sizes);
}

}  // namespace didact
