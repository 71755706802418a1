#include "io/black_box_problem.hpp"

#include "io/pool.hpp"
#include "io/setting.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace didact::io {
namespace {

void read_items_of(const Node& root, const Context& context, const ItemRules& rules, BlackBoxProblem& problem) {
  const auto items = root.need("items");
  if (!items || !items->json().is_object()) return;
  if (items->has("pool")) {
    problem.pool = read_pool(*items, {.may_be_labelled = true}, context);
  } else if (!items->has("range")) {
    items->error(R"(must have a "pool" of items or a "range" to choose them from)");
  }
  problem.range = rules.range;
  const Index dimension = problem.pool ? problem.pool->dimension() : static_cast<Index>(problem.range.size());
  problem.kind.labelled = problem.pool && problem.pool->labelled;
  problem.kind.vector = dimension > 1;
  if (problem.pool) problem.kind.name_after(*problem.pool);
  problem.kind.domain.range.assign(static_cast<std::size_t>(dimension + problem.kind.labelled), {});
}

}  // namespace

void describe_black_box(Description& model) {
  model.black_box = true;
  model.domain = {.range = {{}}};
  model.needs_items = true;
  model.vector = true;
  model.conjugate = false;
  model.efforts = {"magnitude", "per_unit", "closeness"};
  model.item_rules = {"pool", "range"};
}

BlackBoxProblem black_box_problem(const Setting& setting) {
  BlackBoxProblem problem;
  problem.terms() = setting.terms();
  if (const auto most = setting.limits.max_items) problem.max_size = std::min(*most, problem.max_size.value_or(*most));
  problem.limits.max_items.reset();
  return problem;
}

BlackBoxProblem read_black_box_problem(const Node& root, const Description& model, const Context& context) {
  Sizes sizes;
  read_names(root, model, sizes);
  const Setting setting = read_setting(root, model, model.domain, sizes);
  BlackBoxProblem problem = black_box_problem(setting);
  const std::size_t before = root.errors().count();
  read_items_of(root, context, setting.items, problem);
  if (problem.pool && root.errors().count() == before) check_pool_sizes(root, *problem.pool, pool_sizes(setting));
  return problem;
}

}  // namespace didact::io
