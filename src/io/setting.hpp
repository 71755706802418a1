#pragma once
// What a problem says beside its learner and its target: items, size, limits, effort, names. The same for all models.

#include "io/description.hpp"
#include "io/node.hpp"
#include "io/pool.hpp"
#include <didact/core/effort.hpp>
#include <didact/core/items.hpp>
#include <didact/core/problem.hpp>

#include <optional>
#include <string>
#include <vector>

namespace didact::io {

struct Setting : Terms {
  ItemRules items;
  std::optional<Interval> y_range;  ///< of the labels, where items have some
  std::string_view loss;            ///< one of the model's
};

/// What a pool must make possible.
PoolSizes pool_sizes(const Setting& setting);

/// The keys of a problem.
std::span<const std::string_view> problem_keys();

/// The names of the categories: none, or one each.
std::vector<std::string> read_names(const Node& problem, const Description& model, Sizes& sizes);

/// `domain` is the model's, narrowed here to see that it leaves enough items.
Setting read_setting(const Node& problem, const Description& model, const ItemDomain& domain, Sizes& sizes);

/// The terms of `effort`; of_size is checked at every n up to `most_items`.
Effort read_effort(const Node& effort, const Description& model, Sizes& sizes, Index most_items);

/// The largest n at which an effort of any shape is looked at.
inline constexpr Index default_most_items = 1'000'000;

}  // namespace didact::io
