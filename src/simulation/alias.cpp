#include "alias.hpp"

#include <cmath>
#include <numeric>

namespace didact::simulation {

AliasTable::AliasTable(std::span<const double> weights) : slots_(weights.size()) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<double> share(weights.size());
  std::vector<std::uint32_t> small, large;
  for (std::uint32_t i = 0; i < weights.size(); ++i) {
    share[i] = weights[i] / total * static_cast<double>(weights.size());
    (share[i] < 1 ? small : large).push_back(i);
  }
  auto fill = [&](std::uint32_t slot, std::uint32_t other) {
    const double threshold = std::ldexp(share[slot], 64);
    slots_[slot] = {threshold < 0x1p64 ? static_cast<std::uint64_t>(threshold) : ~std::uint64_t{0}, slot, other};
  };
  while (!small.empty() && !large.empty()) {
    const std::uint32_t lesser = small.back(), greater = large.back();
    small.pop_back();
    fill(lesser, greater);
    share[greater] -= 1 - share[lesser];
    if (share[greater] < 1) {
      large.pop_back();
      small.push_back(greater);
    }
  }
  for (const std::uint32_t slot : large) slots_[slot] = {~std::uint64_t{0}, slot, slot};
  for (const std::uint32_t slot : small) slots_[slot] = {~std::uint64_t{0}, slot, slot};  // left by rounding
}

}  // namespace didact::simulation
