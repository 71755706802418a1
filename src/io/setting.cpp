#include "io/setting.hpp"

#include "io/items.hpp"
#include "io/pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace didact::io {
namespace {

std::optional<Interval> read_interval(const Node& node) {
  const auto ends = read_numbers(node, Domain::real);
  if (!ends) return {};
  if (ends->size() != 2) {
    node.expected("[low, high]");
    return {};
  }
  if ((*ends)[0] <= (*ends)[1]) return Interval{(*ends)[0], (*ends)[1]};
  node.error(fmt::format("leaves no item: {} is above {}", shown((*ends)[0]), shown((*ends)[1])));
  return {};
}

std::vector<Interval> read_range(const Node& node, const Description& model, Sizes& sizes) {
  std::vector<Interval> range;
  if (!node.json().is_array() || node.json().empty()) {
    node.expected("[low, high] or a list of such, one for each coordinate");
    return {};
  }
  if (!node.json()[0].is_array()) {
    if (const auto interval = read_interval(node)) range.push_back(*interval);
    return range;
  }
  const std::size_t count = node.json().size();
  if (model.vector) {
    if (!sizes.agree('D', static_cast<Index>(count), node)) return {};
  } else if (count > 1) {
    node.error(fmt::format("must be one interval: the items of a {} learner are numbers", model.name));
    return {};
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (const auto interval = read_interval(node[i])) range.push_back(*interval);
  }
  return range.size() == count ? range : std::vector<Interval>{};
}

/// Complains if the rules leave no item at all.
void check_range(const Node& node, const ItemRules& rules, const ItemDomain& domain) {
  const ItemDomain left = narrowed(domain, rules);
  for (Index i = 0; i < domain.dimension(); ++i) {
    if (left.range[i].low <= left.range[i].high) continue;
    const Interval asked = rules.range.size() == 1 ? rules.range[0] : rules.range[i];
    ItemDomain rule = domain;
    rule.integers |= rules.integers;
    return node.error(
        fmt::format("leaves no item: none in [{}, {}] is {}", asked.low, asked.high, io::described(rule, i)));
  }
}

/// Complains about rules that mean nothing for the model.
void refuse_foreign_rules(const Node& node, const Description& model) {
  for (const std::string_view key : {"range", "integers", "distinct"}) {
    if (!node.has(key) || model.takes_rule(key)) continue;
    if (model.labels()) {
      node[key].error(fmt::format("the items of a {} learner are names, not numbers", model.name));
    } else {
      node[key].error(fmt::format("means nothing for a {} learner", model.name));
    }
  }
  for (const std::string_view key : pool_keys()) {
    if (!node.has(key)) continue;
    if (!model.takes_rule("pool")) return node[key].error(fmt::format("pools are not supported for {}", model.name));
    if (!node.has("pool")) return node[key].error("belongs to a pool, and there is none");
    if (node.has("range")) return node["range"].error("a pool has its own items: range means nothing beside it");
  }
}

/// The range of x, and where it is written {"x": …, "y": …} that of y beside it.
std::optional<Node> range_of_x(const Node& range, const Description& model, std::optional<Interval>& y_range) {
  if (!model.labelled || !range.json().is_object()) return range;
  range.is_object_of({"x", "y"});
  if (const auto y = range.find("y")) y_range = read_interval(*y);
  return range.find("x");
}

ItemRules read_rules(const Node& node, const Description& model, const ItemDomain& domain, Sizes& sizes,
                     std::optional<Interval>& y_range) {
  std::vector<std::string_view> keys = {"range", "integers", "distinct"};
  keys.insert(keys.end(), pool_keys().begin(), pool_keys().end());
  ItemRules rules;
  if (!node.is_object_of(keys)) return rules;
  refuse_foreign_rules(node, model);
  if (const auto flag = node.find("integers")) rules.integers = flag->boolean().value_or(false);
  if (const auto flag = node.find("distinct")) rules.distinct = flag->boolean().value_or(false);
  const auto written = node.find("range");
  if (!written || !model.takes_rule("range")) return rules;
  const auto range = range_of_x(*written, model, y_range);
  if (!range) return rules;
  rules.range = read_range(*range, model, sizes);
  const bool fits = rules.range.size() == 1 || static_cast<Index>(rules.range.size()) == domain.dimension();
  if (fits) check_range(*range, rules, domain);
  return rules;
}

void read_size(const Node& node, Setting& setting) {
  if (!node.json().is_array()) {
    if (!node.json().is_number()) return node.expected("a number of items n or [min, max]");
    if (const auto n = node.whole(0)) setting.min_size = *n, setting.max_size = *n;
    return;
  }
  if (node.json().size() != 2) return node.expected("a number of items n or [min, max]");
  const auto least = node[std::size_t{0}].whole(0), most = node[std::size_t{1}].whole(0);
  if (!least || !most) return;
  if (*least > *most) return node.error(fmt::format("leaves no size: {} is above {}", *least, *most));
  setting.min_size = *least;
  setting.max_size = *most;
}

Limits read_limits(const Node& node) {
  Limits limits;
  if (!node.is_object_of({"max_items", "seconds"})) return limits;
  if (const auto most = node.find("max_items")) limits.max_items = most->whole(0);
  if (const auto seconds = node.find("seconds")) limits.seconds = read_number(*seconds, Domain::nonnegative);
  return limits;
}

double count_items(const ItemDomain& domain) {
  double count = 1;
  for (const auto& [low, high] : domain.range) {
    if (low != high) count *= domain.integers ? high - low + 1 : infinity;
  }
  return count;
}

/// The smallest size asked for must be possible; `different` if no item may be there twice.
void check_size(const Node& problem, const ItemDomain& domain, const Setting& setting, bool different) {
  if (!problem.has("size")) return;
  const Node size = problem["size"];
  const Limits& limits = setting.limits;
  if (limits.max_items && setting.min_size > *limits.max_items) {
    size.error(fmt::format("at least {} items, but limits.max_items is {}", setting.min_size, *limits.max_items));
  }
  if (!different) return;
  const double available = count_items(narrowed(domain, setting.items));
  if (available >= 0 && static_cast<double>(setting.min_size) > available) {
    size.error(fmt::format("at least {} items, but only {} distinct ones exist", setting.min_size, available));
  }
}

Index most_items(const Node& problem, const Setting& setting) {
  const Index limit = setting.limits.max_items.value_or(default_most_items);
  const bool of_size = problem.has("effort") && problem["effort"].has("of_size");
  if (of_size && !setting.limits.max_items && setting.min_size > limit) {
    problem["size"].error(
        fmt::format("with effort.of_size only sizes up to {} are looked at unless limits.max_items is given", limit));
  }
  return std::min(limit, setting.max_size.value_or(limit));
}

}  // namespace

PoolSizes pool_sizes(const Setting& setting) {
  std::optional<Index> most = setting.max_size;
  if (const auto limit = setting.limits.max_items) most = std::min(*limit, most.value_or(*limit));
  return {setting.min_size, most, setting.items.distinct || setting.effort.closeness > 0};
}

std::span<const std::string_view> problem_keys() {
  static constexpr std::array<std::string_view, 9> keys = {"learner", "target", "effort", "items",  "size",
                                                           "loss",    "names",  "limits", "$schema"};
  return keys;
}

std::vector<std::string> read_names(const Node& problem, const Description& model, Sizes& sizes) {
  const auto node = problem.find("names");
  if (!node) return {};
  if (!model.labels() && model.named.empty()) {
    node->error(fmt::format("a {} learner has no categories to name", model.name));
    return {};
  }
  if (!node->is_list()) return {};
  bool good = sizes.agree(model.named_size, static_cast<Index>(node->json().size()), *node);
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < node->json().size(); ++i) {
    const auto name = (*node)[i].string();
    if (name && name->empty()) (*node)[i].error("must not be empty");
    if (name && !seen.insert(*name).second) (*node)[i].error(fmt::format("{} is there twice", shown(Json(*name))));
    good &= name && !name->empty();
    names.push_back(name.value_or(""));
  }
  return good && seen.size() == names.size() ? names : std::vector<std::string>{};
}

namespace {

std::string_view read_loss(const Node& node, const Description& model) {
  for (const std::string_view loss : model.losses) {
    if (node.json() == loss) return loss;
  }
  node.error(fmt::format("must be \"{}\" for {}, got {}", fmt::join(model.losses, "\" or \""), model.name,
                         shown(node.json())));
  return model.losses[0];
}

}  // namespace

Setting read_setting(const Node& problem, const Description& model, const ItemDomain& domain, Sizes& sizes) {
  Setting setting;
  setting.loss = model.losses[0];
  if (const auto node = problem.find("items")) {
    setting.items = read_rules(*node, model, domain, sizes, setting.y_range);
  }
  if (const auto node = problem.find("size")) read_size(*node, setting);
  if (const auto node = problem.find("limits")) setting.limits = read_limits(*node);
  if (const auto node = problem.find("loss")) setting.loss = read_loss(*node, model);
  const Index most = most_items(problem, setting);
  if (const auto node = problem.find("effort")) setting.effort = read_effort(*node, model, sizes, most);
  const bool pool = problem.has("items") && problem["items"].has("pool");
  if (setting.effort.per_unit > 0 && !pool && !model.conjugate && !model.has_parts &&
      model.needs_pool("effort.per_unit")) {
    problem["effort"]["per_unit"].error(fmt::format("is taken over a pool alone by {}", model.name));
  }
  check_size(problem, domain, setting, setting.items.distinct || setting.effort.closeness > 0);
  if (const auto node = problem.find("$schema")) node->string();
  return setting;
}

}  // namespace didact::io
