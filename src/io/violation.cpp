#include "io/items.hpp"
#include "io/model.hpp"

#include <fmt/format.h>

#include <map>

namespace didact::io {

std::optional<Violation> find_violation(const ItemDomain& allowed, const ItemSet& set) {
  std::map<std::vector<double>, Index> seen;
  for (Index row = 0; row < set.rows.rows(); ++row) {
    const Vector x = set.rows.row(row);
    if (const std::string why = not_an_item(allowed, x); !why.empty()) {
      return Violation{fmt::format("item {} {}", row + 1, why), row + 1};
    }
    if (!allowed.distinct) continue;
    const auto [first, fresh] = seen.try_emplace({x.begin(), x.end()}, row + 1);
    if (!fresh) return Violation{fmt::format("item {} equals item {}", row + 1, first->second), row + 1};
  }
  return {};
}

}  // namespace didact::io
