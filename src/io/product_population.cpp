#include "io/product_population.hpp"

#include <algorithm>

namespace didact::io {
namespace {

class ProductSampler final : public SetSampler {
 public:
  explicit ProductSampler(std::vector<std::unique_ptr<SetSampler>> parts) : parts_(std::move(parts)) {}

  void fill(Draws& draws, std::span<double> impedances) override {
    for (double& value : impedances) {
      value = 0;
      for (const auto& part : parts_) {
        double one = 0;
        part->fill(draws, {&one, 1});
        value += one;
      }
    }
  }

 private:
  std::vector<std::unique_ptr<SetSampler>> parts_;
};

class ProductPopulation final : public Population {
 public:
  explicit ProductPopulation(std::vector<PartPopulation> parts) : parts_(std::move(parts)) {}

  std::unique_ptr<SetSampler> sampler(Index n) const override {
    std::vector<std::unique_ptr<SetSampler>> samplers;
    const std::vector<Index> sizes = shares(n);
    for (std::size_t i = 0; i < parts_.size(); ++i) samplers.push_back(parts_[i].population->sampler(sizes[i]));
    return std::make_unique<ProductSampler>(std::move(samplers));
  }
  std::string description() const override { return "a set of each part, each with its share of the items"; }

 private:
  /// In the proportion of the best sizes, none more than one item from it; alike if all of them are 0.
  std::vector<Index> shares(Index n) const {
    double total = 0, passed = 0;
    for (const PartPopulation& part : parts_) total += static_cast<double>(part.best_size);
    std::vector<Index> sizes;
    Index given = 0;
    for (const PartPopulation& part : parts_) {
      passed += total > 0 ? static_cast<double>(part.best_size) / total : 1 / static_cast<double>(parts_.size());
      const auto until = static_cast<Index>(passed * static_cast<double>(n) + 0.5);
      sizes.push_back(std::min(until, n) - given);
      given += sizes.back();
    }
    return sizes;
  }

  std::vector<PartPopulation> parts_;
};

}  // namespace

std::unique_ptr<Population> product_population(std::vector<PartPopulation> parts) {
  return std::make_unique<ProductPopulation>(std::move(parts));
}

}  // namespace didact::io
