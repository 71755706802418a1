#include "io/effort_terms.hpp"
#include "io/expression.hpp"
#include "io/setting.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace didact::io {
namespace {

void read_cost(const Node& effort, std::string_view key, double& cost) {
  if (const auto node = effort.find(key)) cost = read_number(*node, Domain::nonnegative).value_or(0);
}

void refuse_foreign_terms(const Node& effort, const Description& model) {
  for (const EffortTerm& term : effort_terms()) {
    const auto node = effort.find(term.name);
    if (!node || term.everywhere || model.takes_effort(term.name)) continue;
    if (model.labels() && term.price) {
      node->error(fmt::format("the items of a {} learner are names, not numbers: they have no {}", model.name,
                              term.price == &Effort::closeness ? "distance" : "magnitude"));
    } else if (term.name == "per_category" && model.named.empty()) {
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
  std::vector<std::string_view> names;
  for (const EffortTerm& term : effort_terms()) names.push_back(term.name);
  node.is_object_of(names);
  refuse_foreign_terms(node, model);
  for (const EffortTerm& term : effort_terms()) {
    if (term.price && (term.everywhere || model.takes_effort(term.name)))
      read_cost(node, term.name, effort.*term.price);
  }
  if (const auto costs = node.find("per_category"); costs && model.takes_effort("per_category")) {
    read_value(*costs, {Domain::nonnegative, "K"}, sizes, effort.per_category);
  }
  if (const auto of_size = node.find("of_size")) read_of_size(*of_size, most_items, effort);
  return effort;
}

}  // namespace didact::io
