#include "plot/json.hpp"

#include <array>
#include <cmath>

namespace didact::plot {
namespace {

using io::Json;

/// Seven digits are more than a screen shows.
Json number(double value) {
  if (!std::isfinite(value)) return nullptr;
  if (value == 0) return 0;
  const double unit = std::pow(10.0, 6 - std::floor(std::log10(std::abs(value))));
  return std::isfinite(unit) && unit > 0 ? std::round(value * unit) / unit : value;
}

template <class Numbers>
Json list(const Numbers& values) {
  Json json = Json::array();
  for (const double value : values) json.push_back(number(value));
  return json;
}

template <class Matrix>
Json rows_of(const Matrix& matrix) {
  Json json = Json::array();
  for (int i = 0; i < matrix.rows(); ++i) json.push_back(list(matrix.row(i)));
  return json;
}

template <class Things, class Write>
Json each(const Things& things, Write write) {
  Json json = Json::array();
  for (const auto& thing : things) json.push_back(write(thing));
  return json;
}

std::string name(Ink ink) {
  constexpr std::array names = {"target", "before", "after", "items", "fifth", "sixth", "seventh", "eighth"};
  static_assert(names.size() == inks);
  return names[static_cast<std::size_t>(ink)];
}

Json to_json(const std::optional<Range>& range) {
  return range ? Json{number(range->low), number(range->high)} : Json();
}

Json to_json(const Axis& axis) {
  return {
      {"label", axis.label}, {"logarithmic", axis.logarithmic}, {"whole", axis.whole}, {"range", to_json(axis.range)}};
}

Json to_json(const Curves::Mark& mark) {
  return {{"at", number(mark.at)}, {"name", mark.name}, {"ink", name(mark.ink)}};
}

Json marks(const std::vector<Curves::Mark>& all) {
  return each(all, [](const Curves::Mark& mark) { return to_json(mark); });
}

Json content(const Bars& bars) {
  return {{"kind", "bars"},
          {"categories", bars.categories},
          {"under", bars.under},
          {"series", each(bars.series,
                          [](const Bars::Series& series) -> Json {
                            return {{"name", series.name}, {"ink", name(series.ink)}, {"values", list(series.values)}};
                          })},
          {"x_label", bars.x_label},
          {"y_label", bars.y_label},
          {"range", to_json(bars.range)}};
}

std::string name(Curves::Series::Form form) {
  constexpr std::array names = {"line", "points", "line and points", "stems"};
  return names[static_cast<std::size_t>(form)];
}

Json content(const Curves& curves) {
  Json json = {{"kind", "curves"},
               {"x", to_json(curves.x)},
               {"y", to_json(curves.y)},
               {"series", each(curves.series,
                               [](const Curves::Series& series) -> Json {
                                 return {{"name", series.name},
                                         {"ink", name(series.ink)},
                                         {"x", list(series.x)},
                                         {"y", list(series.y)},
                                         {"form", name(series.form)}};
                               })},
               {"vertical", marks(curves.vertical)},
               {"horizontal", marks(curves.horizontal)}};
  if (curves.rug) {
    json["rug"] = {{"name", curves.rug->name},
                   {"ink", name(curves.rug->ink)},
                   {"x", list(curves.rug->x)},
                   {"copies", list(curves.rug->copies)}};
  }
  return json;
}

Json content(const Histogram& histogram) {
  return {{"kind", "histogram"},
          {"x", to_json(histogram.x)},
          {"edges", list(histogram.edges)},
          {"counts", list(histogram.counts)},
          {"name", histogram.name},
          {"marks", marks(histogram.marks)}};
}

Json content(const Plane& plane) {
  return {{"kind", "plane"},
          {"x_label", plane.x_label},
          {"y_label", plane.y_label},
          {"items", each(plane.items,
                         [](const Plane::Items& items) -> Json {
                           return {{"name", items.name},
                                   {"ink", name(items.ink)},
                                   {"at", each(items.at, [](const auto& point) { return list(point); })},
                                   {"copies", list(items.copies)}};
                         })},
          {"gaussians", each(plane.gaussians,
                             [](const Plane::Gaussian& one) -> Json {
                               return {{"name", one.name},
                                       {"ink", name(one.ink)},
                                       {"mean", list(one.mean)},
                                       {"covariance", one.covariance ? rows_of(*one.covariance) : Json()}};
                             })},
          {"lines", each(plane.lines, [](const Plane::Line& line) -> Json {
             return {{"name", line.name},
                     {"ink", name(line.ink)},
                     {"normal", list(line.normal)},
                     {"offset", number(line.offset)}};
           })}};
}

Json content(const Space& space) {
  return {{"kind", "space"},
          {"labels", space.labels},
          {"name", space.name},
          {"items", each(space.items, [](const auto& point) { return list(point); })},
          {"copies", list(space.copies)},
          {"edges", each(drawn_edges(space),
                         [](const auto& edge) -> Json {
                           return {edge.first, edge.second};
                         })},
          {"places", each(space.places,
                          [](const Space::Place& place) -> Json {
                            return {{"name", place.name},
                                    {"ink", name(place.ink)},
                                    {"at", list(place.at)},
                                    {"covariance", place.covariance ? rows_of(*place.covariance) : Json()}};
                          })},
          {"range", to_json(space.range)}};
}

Json content(const Intervals& intervals) {
  return {{"kind", "intervals"},
          {"x", to_json(intervals.x)},
          {"rows", each(intervals.rows,
                        [](const Intervals::Row& row) -> Json {
                          return {{"name", row.name},
                                  {"ink", name(row.ink)},
                                  {"span", to_json(row.span)},
                                  {"points", list(row.points)},
                                  {"remark", row.remark}};
                        })},
          {"marks", marks(intervals.marks)}};
}

Json content(const Grid& grid) {
  return {
      {"kind", "grid"},          {"rows", grid.rows},
      {"columns", grid.columns}, {"cells", each(grid.cells, [](const std::vector<double>& row) { return list(row); })},
      {"numbers", grid.numbers}, {"chosen", grid.chosen},
      {"faded", grid.faded},     {"ink", name(grid.ink)}};
}

Json content(const Words& words) {
  return {{"kind", "words"}, {"heads", words.heads}, {"rows", words.rows}};
}

Json content(const Key& key) {
  return {{"kind", "key"}, {"entries", each(key.entries, [](const Entry& entry) -> Json {
                              return {{"name", entry.name}, {"ink", name(entry.ink)}};
                            })}};
}

Json to_json(const Picture& picture) {
  return std::visit(
      [](const auto& one) {
        Json json = content(one);
        json["title"] = one.title;
        json["notes"] = one.notes;
        for (const std::string& remark : remarks(one)) json["notes"].push_back(remark);
        return json;
      },
      picture);
}

}  // namespace

io::Json to_json(const Sheet& sheet) {
  return {{"title", sheet.title}, {"notes", sheet.notes}, {"rows", each(sheet.rows, [](const Row& row) {
                                                             return each(row, [](const Picture& picture) {
                                                               return to_json(picture);
                                                             });
                                                           })}};
}

}  // namespace didact::plot
