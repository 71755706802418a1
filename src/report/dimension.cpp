#include "report/dimension.hpp"

#include "io/csv.hpp"
#include "report/layout.hpp"
#include "report/version.hpp"

#include <fmt/format.h>

namespace didact::report {
namespace {

using io::Json;

constexpr std::size_t most_rows = 40;
constexpr std::size_t most_names = 12;

Json item_names(const ConceptClass& concepts, const std::vector<std::size_t>& items) {
  Json list = Json::array();
  for (const std::size_t item : items) list.push_back(concepts.item_name(item));
  return list;
}

Json bounds_json(const concepts::Bounds& bounds) {
  return {{"lower", io::number(bounds.lower)}, {"upper", io::number(bounds.upper)}};
}

Json plan_json(const ConceptClass& concepts, const concepts::RecursiveDimension& recursive) {
  Json plan = Json::array();
  for (const concepts::PlanLayer& layer : recursive.plan) {
    Json json = bounds_json(layer.dimension);
    for (std::size_t k = 0; k < layer.concepts.size(); ++k) {
      json["concepts"].push_back(
          {{"name", concepts.name(layer.concepts[k])}, {"items", item_names(concepts, layer.items[k])}});
    }
    plan.push_back(std::move(json));
  }
  return plan;
}

std::string_view reason_of(StopReason stopped) {
  return to_string(stopped == StopReason::interrupted ? Reason::interrupted : Reason::time);
}

/// "3", or "3 to 5" where that is all that is known.
std::string shown(const concepts::Bounds& bounds) {
  if (bounds.lower == bounds.upper) return brief(bounds.upper);
  return fmt::format("{} to {}", brief(bounds.lower), brief(bounds.upper));
}

std::string labelled_items(const ConceptClass& concepts, std::size_t target, const std::vector<std::size_t>& items) {
  std::string text;
  for (std::size_t k = 0; k < items.size() && k < most_names; ++k) {
    text +=
        fmt::format("{}{}={}", k == 0 ? "" : "  ", concepts.item_name(items[k]), int{concepts.label(target, items[k])});
  }
  if (items.size() > most_names) text += fmt::format("  … {} in all", items.size());
  return items.empty() ? "nothing" : text;
}

std::string names_of(const ConceptClass& concepts, const std::vector<std::size_t>& list) {
  std::string text;
  for (std::size_t k = 0; k < list.size() && k < most_names; ++k) {
    text += fmt::format("{}{}", k == 0 ? "" : ", ", concepts.name(list[k]));
  }
  if (list.size() > most_names) text += fmt::format(", … {} in all", list.size());
  return text;
}

std::string sets_block(const ConceptClass& concepts, const concepts::ClassDimension& dimension) {
  Table table("lrl");
  table.add({"concept", "items", "teaching set"});
  for (std::size_t c = 0; c < std::min(dimension.concepts.size(), most_rows); ++c) {
    const concepts::Cover& set = dimension.concepts[c];
    table.add({concepts.name(c), shown(concepts::Bounds{set.lower, set.cost}), labelled_items(concepts, c, set.items)});
  }
  std::string text = table.text();
  if (concepts.size() > most_rows) {
    text += fmt::format("  … {} concepts in all; --format json or csv writes them\n", concepts.size());
  }
  if (const std::size_t reached = dimension.concepts.size(); reached < concepts.size()) {
    text += fmt::format("  {} of {} concepts were reached\n", reached, concepts.size());
  }
  return text;
}

std::string plan_block(const ConceptClass& concepts, const concepts::RecursiveDimension& recursive) {
  Table table("rrl");
  table.add({"step", "items", "concepts"});
  for (std::size_t k = 0; k < std::min(recursive.plan.size(), most_rows); ++k) {
    const concepts::PlanLayer& layer = recursive.plan[k];
    table.add({std::to_string(k + 1), shown(layer.dimension), names_of(concepts, layer.concepts)});
  }
  std::string text = "  The teaching plan: each step's concepts are told from all that come later.\n\n" + table.text();
  if (recursive.plan.size() > most_rows) text += fmt::format("  … {} steps in all\n", recursive.plan.size());
  return text;
}

std::string proof(StopReason stopped, Paint paint) {
  if (stopped == StopReason::none)
    return fmt::format("  {}: no smaller sets do, and each was checked label by label\n", paint.good("proven"));
  const std::string why = stopped == StopReason::interrupted ? "interrupted" : "stopped when the time was up";
  return fmt::format("  {} ({}): the numbers lie between the bounds shown\n", paint.warning("not all proven"), why);
}

}  // namespace

Json to_json(const ConceptClass& concepts, std::size_t target, const concepts::Cover& set) {
  return {{"name", concepts.name(target)},
          {"lower", io::number(set.lower)},
          {"upper", io::number(set.cost)},
          {"items", item_names(concepts, set.items)}};
}

Json to_json(const ConceptClass& concepts, const concepts::ClassDimension& dimension) {
  Json json;
  json["concepts"] = Json::array();
  for (std::size_t c = 0; c < dimension.concepts.size(); ++c) {
    json["concepts"].push_back(to_json(concepts, c, dimension.concepts[c]));
  }
  json["dimension"] = bounds_json(dimension.dimension);
  json["average"] = bounds_json(dimension.average);
  if (dimension.recursive) {
    json["recursive"] = bounds_json(dimension.recursive->dimension);
    json["recursive"]["plan"] = plan_json(concepts, *dimension.recursive);
  }
  if (dimension.stopped != StopReason::none) json["reason"] = reason_of(dimension.stopped);
  return with_version(std::move(json));
}

std::string to_text(const ConceptClass& concepts, std::size_t target, const concepts::Cover& set, Paint paint) {
  const std::string head = set.lower == set.cost
                               ? fmt::format("\"{}\" is taught by {}.", concepts.name(target),
                                             counted(static_cast<Index>(set.items.size()), "item"))
                               : fmt::format("\"{}\" is taught by {}; at least {} are needed.", concepts.name(target),
                                             counted(static_cast<Index>(set.items.size()), "item"), brief(set.lower));
  std::string text = paint.bold(head) + "\n\n";
  text += wrapped(labelled_items(concepts, target, set.items), "  ");
  return text + '\n' + proof(set.stopped, paint);
}

std::string to_text(const ConceptClass& concepts, const concepts::ClassDimension& dimension, Paint paint) {
  const std::string head = fmt::format(
      "{} over {}: teaching dimension {}, on average {}{}.", counted(static_cast<Index>(concepts.size()), "concept"),
      counted(static_cast<Index>(concepts.items()), "item"), shown(dimension.dimension), shown(dimension.average),
      dimension.recursive ? ", recursive " + shown(dimension.recursive->dimension) : "");
  std::string text = paint.bold(head) + "\n\n" + sets_block(concepts, dimension) + '\n';
  if (dimension.recursive && !dimension.recursive->plan.empty())
    text += plan_block(concepts, *dimension.recursive) + '\n';
  return text + proof(dimension.stopped, paint);
}

std::string dimension_csv_header() {
  return "concept,lower,upper,items\n";
}

std::string dimension_csv_row(const ConceptClass& concepts, std::size_t target, const concepts::Cover& set) {
  std::string items;
  for (const std::size_t item : set.items) items += (items.empty() ? "" : " ") + concepts.item_name(item);
  return fmt::format("{},{},{},{}\n", io::csv_cell(concepts.name(target)), set.lower, set.cost, io::csv_cell(items));
}

}  // namespace didact::report
