// Learners of categories: how probable each is taken to be, and how often it is taught.

#include "report/scene.hpp"
#include "report/table.hpp"

#include <algorithm>
#include <cmath>

namespace didact::report {
namespace {

/// The one list that a state has, or of a probability p of the second of two.
std::vector<double> probabilities(const Json& state) {
  if (state.contains("p")) return {1 - number_in(state, "p"), number_in(state, "p")};
  return state.empty() ? std::vector<double>{} : list_in(state.begin().value());
}

}  // namespace

Rows category_rows(const Scene& scene) {
  plot::Bars bars{.title = "How probable each is", .x_label = "category", .y_label = "probability"};
  std::size_t count = 0;
  bool two = false;
  for (const View& view : views(scene)) {
    two |= view.state->contains("p");
    bars.series.push_back({view.name, view.ink, probabilities(*view.state)});
    count = std::max(count, bars.series.back().values.size());
  }
  if (two) bars.x_label = "item";
  bars.categories = two ? std::vector<std::string>{"0", "1"} : scene.names(count);
  if (!scene.has_items()) return {{bars}};
  std::vector<double> taught(count);
  const double first = two ? 0 : 1;
  for (Index i = 0; i < scene.items->rows.rows(); ++i) {
    const double k = scene.items->rows(i, 0) - first;
    if (!(k >= 0 && k < static_cast<double>(count))) continue;
    taught[static_cast<std::size_t>(k)] += static_cast<double>(scene.items->copies[static_cast<std::size_t>(i)]);
  }
  constexpr std::size_t few = 12;  // beyond, numbers below them would run together
  if (count > few) {
    plot::Bars counts{.title = "How often each is taught",
                      .categories = bars.categories,
                      .series = {{"", plot::Ink::items, std::move(taught)}},
                      .x_label = bars.x_label,
                      .y_label = "items",
                      .whole = true};
    return {{std::move(bars)}, {std::move(counts)}};
  }
  for (const double copies : taught) {
    bars.under.push_back(copies > 0 ? "×" + grouped(static_cast<Index>(copies)) : "");
  }
  bars.notes.emplace_back("Below each: how often it is taught.");
  return {{std::move(bars)}};
}

}  // namespace didact::report
