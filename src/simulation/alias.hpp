#pragma once
// One of several numbers by their weights, with one random number and one look at a table (Walker 1977, Vose 1991).

#include <didact/core/draws.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace didact::simulation {

class AliasTable {
 public:
  AliasTable() = default;
  explicit AliasTable(std::span<const double> weights);

  std::uint32_t draw(Draws& draws) const {
    const Wide product = static_cast<Wide>(draws.bits()) * slots_.size();
    const Slot& slot = slots_[static_cast<std::size_t>(product >> 64)];
    // Without a branch, which nobody could predict.
    const auto own = -static_cast<std::uint32_t>(static_cast<std::uint64_t>(product) < slot.threshold);
    return slot.other ^ ((slot.own ^ slot.other) & own);
  }

 private:
  __extension__ using Wide = unsigned __int128;
  struct Slot {
    std::uint64_t threshold = 0;
    std::uint32_t own = 0;
    std::uint32_t other = 0;
  };
  std::vector<Slot> slots_;
};

}  // namespace didact::simulation
