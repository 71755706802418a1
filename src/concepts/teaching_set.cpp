#include <didact/concepts/teaching_set.hpp>

namespace didact::concepts {
namespace {

/// Writes the bits of `from` that `mask` has, closed up, into `to`, which is 0.
void compress(const Word* from, std::span<const Word> mask, Word flip, std::span<Word> to) {
  std::size_t at = 0;
  for (std::size_t w = 0; w < mask.size(); ++w) {
    const Word bits = from[w] ^ flip;
    if (mask[w] == ~Word{0}) {
      to[at / 64] |= bits << (at % 64);
      if (at % 64 != 0) to[at / 64 + 1] |= bits >> (64 - at % 64);
      at += 64;
      continue;
    }
    for (Word rest = mask[w]; rest != 0; rest &= rest - 1, ++at) {
      to[at / 64] |= ((bits >> std::countr_zero(rest)) & 1) << (at % 64);
    }
  }
}

}  // namespace

CoverProblem separating_items(const ConceptClass& concepts, std::size_t target, std::span<const Word> among,
                              std::span<const double> item_costs) {
  std::vector<Word> others(among.begin(), among.end());
  clear_bit(others, target);
  std::size_t count = 0;
  for (const Word word : others) count += static_cast<std::size_t>(std::popcount(word));
  CoverProblem problem(count, concepts.items());
  problem.costs.assign(item_costs.begin(), item_costs.end());
  for (std::size_t i = 0; i < concepts.items(); ++i) {
    const Word flip = concepts.label(target, i) ? ~Word{0} : 0;
    compress(concepts.column(i).data(), others, flip, problem.column(i));
  }
  return problem;
}

Cover minimum_teaching_set_among(const ConceptClass& concepts, std::size_t target, std::span<const Word> among,
                                 const CoverLimits& limits, std::span<const double> item_costs) {
  return minimum_cover(separating_items(concepts, target, among, item_costs), limits);
}

Cover minimum_teaching_set(const ConceptClass& concepts, std::size_t target, const CoverLimits& limits,
                           std::span<const double> item_costs) {
  return minimum_teaching_set_among(concepts, target, all_bits(concepts.size()), limits, item_costs);
}

}  // namespace didact::concepts
