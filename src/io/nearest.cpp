#include "io/nearest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace didact::io {
namespace {

char folded(char c) {
  return c == '-' || c == ' ' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

/// Edits between two names: insertions, deletions, replacements and swaps of neighbours.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      const bool same = folded(a[i - 1]) == folded(b[j - 1]);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (same ? 0 : 1)});
      const bool swapped =
          i > 1 && j > 1 && folded(a[i - 1]) == folded(b[j - 2]) && folded(a[i - 2]) == folded(b[j - 1]);
      if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string suggestion(std::string_view written, std::span<const std::string_view> known) {
  if (known.empty()) return {};
  constexpr std::size_t longest = 40;  // nobody misspells a longer name
  std::string_view best;
  std::size_t best_distance = longest;
  for (const std::string_view name : known) {
    if (written.size() > longest) break;
    const std::size_t edits = distance(written, name);
    if (edits < best_distance) {
      best_distance = edits;
      best = name;
    }
  }
  const std::size_t allowed = std::max<std::size_t>(1, std::min(written.size(), best.size()) * 2 / 5);
  if (!best.empty() && best_distance <= allowed) return fmt::format("; did you mean \"{}\"?", best);
  return fmt::format("; known here: {}", fmt::join(known, ", "));
}

}  // namespace didact::io
