// Apart from the search on purpose: what it claims is looked at label by label.

#include "text.hpp"
#include <didact/concepts/teaching_set.hpp>

#include <set>

namespace didact::concepts {

std::string fault_of_teaching_set(const ConceptClass& concepts, std::size_t target, std::span<const std::size_t> items,
                                  std::span<const Word> among) {
  if (target >= concepts.size()) return "there is no such concept";
  std::set<std::size_t> seen;
  for (const std::size_t item : items) {
    if (item >= concepts.items()) return joined({"item ", std::to_string(item + 1), " is none of the class"});
    if (!seen.insert(item).second) return joined({"item \"", concepts.item_name(item), "\" comes twice"});
  }
  for (std::size_t other = 0; other < concepts.size(); ++other) {
    if (other == target || !has_bit(among, other)) continue;
    bool apart = false;
    for (const std::size_t item : items) apart = apart || concepts.label(other, item) != concepts.label(target, item);
    if (!apart) return joined({"concept \"", concepts.name(other), "\" is consistent with the items too"});
  }
  return "";
}

}  // namespace didact::concepts
