#pragma once
// What a problem says about the sets of a learner that can only be asked.

#include "io/description.hpp"
#include "io/files.hpp"
#include "io/items.hpp"
#include "io/setting.hpp"
#include <didact/core/pool.hpp>
#include <didact/core/problem.hpp>

#include <optional>

namespace didact::io {

/// The limit of items is in max_size.
struct BlackBoxProblem : Terms {
  std::optional<Pool> pool;
  std::vector<Interval> range;  ///< one for each coordinate, if there is no pool
  ItemKind kind;
};

/// Says of a model how its sets are chosen: from a pool or a range, with which efforts.
void describe_black_box(Description& model);

/// What a setting says of it: efforts, sizes, time.
BlackBoxProblem black_box_problem(const Setting& setting);

/// Of use only if no errors were added.
BlackBoxProblem read_black_box_problem(const Node& root, const Description& model, const Context& context);

}  // namespace didact::io
