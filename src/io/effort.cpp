#include "io/expression.hpp"
#include "io/setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace didact::io {
namespace {

void read_cost(const Node& effort, std::string_view key, double& cost) {
  if (const auto node = effort.find(key)) cost = read_number(*node, Domain::nonnegative).value_or(0);
}

void refuse_foreign_terms(const Node& effort, const Description& model) {
  for (const std::string_view term : {"per_category", "magnitude", "closeness", "per_word", "per_transition"}) {
    const auto node = effort.find(term);
    if (!node || model.takes_effort(term)) continue;
    if (term == "magnitude" && model.labels()) {
      node->error(fmt::format("the items of a {} learner are names, not numbers: they have no magnitude", model.name));
    } else if (term == "closeness" && model.labels()) {
      node->error(fmt::format("the items of a {} learner are names, not numbers: they have no distance", model.name));
    } else if (term == "per_category" && model.named.empty()) {
      node->error(fmt::format("a {} learner has no categories; per_item is the cost of an item", model.name));
    } else {
      node->error(fmt::format("is no effort of a {} learner", model.name));
    }
  }
}

void read_of_size(const Node& node, Index most_items, Effort& effort) {
  const auto text = node.string();
  if (!text) return;
  // A few seconds at worst: a nanosecond or three a character.
  constexpr Index most_read = 1'000'000'000;
  const Index most_tried = most_read / std::max<Index>(10, static_cast<Index>(text->size()));
  if (most_items > most_tried) {
    return node.error(fmt::format("every size is looked at: with {} limits.max_items must be at most {}, got {}",
                                  text->size() == 1 ? "1 character" : fmt::format("{} characters", text->size()),
                                  most_tried, most_items));
  }
  Expression expression = parse_expression(*text);
  if (!expression.value) return node.error(fmt::format("{} in {}", expression.error, shown(node.json())));
  if (const std::string why = bad_value(expression.value, most_items); !why.empty()) return node.error(why);
  effort.of_size = std::move(expression.value);
}

}  // namespace

Effort read_effort(const Node& node, const Description& model, Sizes& sizes, Index most_items) {
  Effort effort;
  if (!node.json().is_object()) {
    node.expected(R"(an object such as {"per_item": 0.3})");
    return effort;
  }
  static constexpr std::array<std::string_view, 8> terms = {"per_item", "per_category", "magnitude", "of_size",
                                                            "fixed",    "closeness",    "per_word",  "per_transition"};
  node.is_object_of(terms);
  refuse_foreign_terms(node, model);
  read_cost(node, "per_item", effort.per_item);
  read_cost(node, "fixed", effort.fixed);
  if (const auto costs = node.find("per_category"); costs && model.takes_effort("per_category")) {
    read_value(*costs, {Domain::nonnegative, "K"}, sizes, effort.per_category);
  }
  if (model.takes_effort("magnitude")) read_cost(node, "magnitude", effort.magnitude);
  if (model.takes_effort("closeness")) read_cost(node, "closeness", effort.closeness);
  if (const auto of_size = node.find("of_size")) read_of_size(*of_size, most_items, effort);
  return effort;
}

}  // namespace didact::io
