#include "plot/sheet.hpp"
#include "report/pictures.hpp"
#include "report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace didact::report {
namespace {

constexpr std::size_t most_rows = 40;

std::string shown(const concepts::Bounds& bounds) {
  if (bounds.lower == bounds.upper) return plot::value_label(bounds.upper);
  return fmt::format("{} to {}", plot::value_label(bounds.lower), plot::value_label(bounds.upper));
}

std::string names_of(const ConceptClass& concepts, const std::vector<std::size_t>& items) {
  std::string text;
  for (const std::size_t item : items) text += (text.empty() ? "" : ", ") + concepts.item_name(item);
  return items.empty() ? "nothing" : text;
}

plot::Intervals each(const ConceptClass& concepts, const concepts::ClassDimension& dimension) {
  plot::Intervals intervals{.title = "How many items each concept needs", .x = {.label = "items", .whole = true}};
  double most = 1;
  for (std::size_t c = 0; c < dimension.concepts.size(); ++c) {
    const concepts::Cover& set = dimension.concepts[c];
    intervals.rows.push_back(
        {concepts.name(c), plot::Range{set.lower, set.cost}, {}, plot::Ink::after, names_of(concepts, set.items)});
    most = std::max(most, set.cost);
  }
  intervals.x.range = plot::Range{0, most + 0.2};
  intervals.marks.push_back({dimension.average.upper, "on average " + shown(dimension.average)});
  return intervals;
}

plot::Bars counted_sizes(const concepts::ClassDimension& dimension) {
  std::map<double, double> counts;
  bool proven = true;
  for (const concepts::Cover& set : dimension.concepts) {
    ++counts[set.cost];
    proven &= set.lower == set.cost;
  }
  plot::Bars bars{.title = "How many concepts need how many items", .x_label = "items", .y_label = "concepts"};
  bars.whole = true;
  bars.series.push_back({"", plot::Ink::after, {}});
  for (const auto& [size, count] : counts) {
    bars.categories.push_back(plot::value_label(size));
    bars.series[0].values.push_back(count);
  }
  if (!proven) bars.notes.emplace_back("Not all sizes are proven: these are of the sets found.");
  return bars;
}

}  // namespace

plot::Sheet sheet(const ConceptClass& concepts, const concepts::ClassDimension& dimension) {
  plot::Sheet all{.title = fmt::format(
                      "Teaching dimension {}, on average {}{}", shown(dimension.dimension), shown(dimension.average),
                      dimension.recursive ? ", recursive " + shown(dimension.recursive->dimension) : "")};
  all.notes.push_back(fmt::format("{} over {}.", counted(static_cast<Index>(concepts.size()), "concept"),
                                  counted(static_cast<Index>(concepts.items()), "item")));
  if (dimension.concepts.size() < concepts.size()) {
    all.notes.push_back(fmt::format("{} of {} concepts were reached.", dimension.concepts.size(), concepts.size()));
  }
  if (dimension.concepts.size() <= most_rows) {
    all.rows.push_back({each(concepts, dimension)});
  } else {
    all.rows.push_back({counted_sizes(dimension)});
  }
  return all;
}

}  // namespace didact::report
