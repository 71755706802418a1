#include "alias.hpp"
#include "simulation/kernels.hpp"
#include <didact/core/special.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace didact::simulation {
namespace {

using simulation::AliasTable;

/// Where sets are at most so many, each has its place in a table.
constexpr Index most_tabled = 4096;
constexpr std::size_t most_categories_tabled = 64;
/// More items a category than this are drawn together.
constexpr Index many_items_a_category = 32;

/// What c items of a category add to the impedance.   [SIM.1]
double part(const CountsKernel& kernel, std::size_t k, double c) {
  const double lambda = kernel.beta[k] + c;
  const double loss = log_gamma(lambda) - (lambda == 1 ? 0 : (lambda - 1) * std::log(kernel.pi[k]));
  return loss + (kernel.cost.empty() ? 0 : c * kernel.cost[k]);
}

/// The part that all sets of n items have.
double common_part(const CountsKernel& kernel, Index n, double constant) {
  const double total = std::accumulate(kernel.beta.begin(), kernel.beta.end(), 0.0);
  return constant - log_gamma(total + static_cast<double>(n));
}

class TableSampler final : public SetSampler {
 public:
  TableSampler(std::vector<double> values, std::span<const double> weights)
      : values_(std::move(values)), table_(weights) {}

  void fill(Draws& draws, std::span<double> impedances) override {
    for (double& value : impedances) value = values_[table_.draw(draws)];
  }
  std::span<const double> table() const override { return values_; }
  /// In turn into several counts: one that is added to again at once is waited for.
  void count(Draws& draws, Index sets, std::span<std::uint64_t> counts) override {
    constexpr std::size_t turns = 4, chunk = 256;
    std::array<std::uint32_t, chunk> drawn;
    several_.assign(turns * counts.size(), 0);
    while (sets > 0) {
      const auto now = static_cast<std::size_t>(std::min<Index>(sets, chunk));
      for (std::size_t i = 0; i < now; ++i) drawn[i] = table_.draw(draws);
      for (std::size_t i = 0; i < now; ++i) ++several_[i % turns * counts.size() + drawn[i]];
      sets -= static_cast<Index>(now);
    }
    for (std::size_t i = 0; i < several_.size(); ++i) counts[i % counts.size()] += several_[i];
  }

 private:
  std::vector<double> values_;
  AliasTable table_;
  std::vector<std::uint32_t> several_;
};

/// Item after item: each adds log(β_k + c_k) - log π_k and its cost, c_k those of its category so far.
class ItemwiseSampler final : public SetSampler {
 public:
  ItemwiseSampler(const CountsKernel& kernel, Index n, double constant)
      : categories_(kernel.pi.size()), table_(kernel.pi), drawn_(static_cast<std::size_t>(n)) {
    start_ = common_part(kernel, n, constant);
    for (std::size_t k = 0; k < categories_.size(); ++k) {
      start_ += part(kernel, k, 0);
      categories_[k] = {kernel.beta[k], (kernel.cost.empty() ? 0 : kernel.cost[k]) - std::log(kernel.pi[k]), 0};
    }
  }

  void fill(Draws& draws, std::span<double> impedances) override {
    for (double& value : impedances) {
      double product = 1;  // of the β_k + c_k: one logarithm serves many
      value = start_;
      for (std::uint32_t& k : drawn_) {
        k = table_.draw(draws);
        Category& category = categories_[k];
        product *= category.lambda + category.count++;
        value += category.step;
        if (product > 1e200 || product < 1e-200) {
          value += std::log(product);
          product = 1;
        }
      }
      value += std::log(product);
      for (const std::uint32_t k : drawn_) categories_[k].count = 0;
    }
  }

 private:
  struct Category {
    double lambda = 0;
    double step = 0;
    double count = 0;
  };
  std::vector<Category> categories_;
  AliasTable table_;
  std::vector<std::uint32_t> drawn_;
  double start_ = 0;
};

/// Category after category, each a binomial share of what is left.
class SplittingSampler final : public SetSampler {
 public:
  SplittingSampler(CountsKernel kernel, Index n, double constant)
      : kernel_(std::move(kernel)), n_(static_cast<double>(n)), common_(common_part(kernel_, n, constant)) {
    double left = 1;
    for (const double pi : kernel_.pi) {
      share_.push_back(left > 0 ? std::min(1.0, pi / left) : 1);
      left -= pi;
    }
    share_.back() = 1;
  }

  void fill(Draws& draws, std::span<double> impedances) override {
    for (double& value : impedances) {
      value = common_;
      double left = n_;
      for (std::size_t k = 0; k < share_.size(); ++k) {
        const double count = draws.binomial(left, share_[k]);
        left -= count;
        value += part(kernel_, k, count);
      }
    }
  }

 private:
  CountsKernel kernel_;
  double n_;
  double common_;
  std::vector<double> share_;
};

/// C(n + K - 1, K - 1), or something larger than `most`.
double ways_to_spread(Index n, std::size_t categories, double most) {
  double ways = 1;
  for (std::size_t k = 1; k < categories && ways <= most; ++k) {
    ways *= (static_cast<double>(n) + static_cast<double>(k)) / static_cast<double>(k);
  }
  return ways;
}

/// The next way to spread the same number of items, in lexicographic order from (0, …, 0, n); false after the last.
bool next_counts(std::vector<Index>& counts) {
  std::size_t last = counts.size() - 1;
  if (counts[last] == 0) {  // what stands behind the last but one that has some has gone there
    while (last > 0 && counts[last] == 0) --last;
    if (last == 0) return false;
    counts.back() = counts[last];
    counts[last] = 0;
    ++counts[last - 1];
    --counts.back();
    return true;
  }
  if (last == 0) return false;
  ++counts[last - 1];
  --counts[last];
  return true;
}

}  // namespace

std::optional<EnumeratedSets> enumerated_counts(
    const std::vector<double>& pi, Index n, Index most,
    const std::function<double(const std::vector<Index>& counts)>& impedance) {
  std::vector<std::size_t> possible;
  for (std::size_t k = 0; k < pi.size(); ++k) {
    if (pi[k] > 0) possible.push_back(k);
  }
  const auto limit = static_cast<double>(most) + 0.5;
  if (possible.empty() || ways_to_spread(n, possible.size(), limit) > limit) return {};
  const double all_orders = log_gamma(static_cast<double>(n) + 1);
  std::vector<Index> shared(possible.size()), counts(pi.size());
  shared.back() = n;
  EnumeratedSets sets;
  do {
    double log_probability = all_orders;
    for (std::size_t i = 0; i < possible.size(); ++i) {
      counts[possible[i]] = shared[i];
      const auto c = static_cast<double>(shared[i]);
      if (c > 0) log_probability += c * std::log(pi[possible[i]]) - log_gamma(c + 1);
    }
    sets.probabilities.push_back(std::exp(log_probability));
    sets.impedances.push_back(impedance(counts));
  } while (next_counts(shared));
  return sets;
}

std::unique_ptr<SetSampler> counts_sampler(const CountsKernel& kernel, Index n, double constant) {
  const auto worth = [&](const std::vector<Index>& counts) {
    double value = common_part(kernel, n, constant);
    for (std::size_t k = 0; k < counts.size(); ++k) value += part(kernel, k, static_cast<double>(counts[k]));
    return value;
  };
  if (kernel.pi.size() <= most_categories_tabled) {
    if (auto sets = enumerated_counts(kernel.pi, n, most_tabled, worth)) {
      return std::make_unique<TableSampler>(std::move(sets->impedances), sets->probabilities);
    }
  }
  if (n > many_items_a_category * static_cast<Index>(kernel.pi.size())) {
    return std::make_unique<SplittingSampler>(kernel, n, constant);
  }
  return std::make_unique<ItemwiseSampler>(kernel, n, constant);
}

}  // namespace didact::simulation
