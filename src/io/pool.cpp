#include "io/pool.hpp"

#include "io/items.hpp"
#include "io/nearest.hpp"
#include "io/pool_source.hpp"
#include "io/read_cache.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace didact::io {
namespace {

class PoolReader {
 public:
  PoolReader(const Node& items, const PoolShape& shape, const Context& context)
      : items_(items), shape_(shape), context_(context), errors_(items.errors()), before_(errors_.count()) {}

  std::optional<Pool> read(std::string_view key) {
    const auto node = items_.need(key);
    if (node) source_ = open_source(*node, shape_, context_);
    if (!source_) return {};
    const auto y = read_column("y"), names = read_column("names"), cost = read_column("cost");
    const bool found = items_.has("y") || (find("y") && !items_.has("columns"));
    pool_.labelled = shape_.labelled || (shape_.may_be_labelled && found);
    if (shape_.labelled && !items_.has("y") && !find("y")) {
      items_.error(R"("y": the column of the labels is missing)");
    }
    if (!pool_.labelled && y) items_["y"].error("the items of this model have no labels");
    if (errors_.count() > before_) return {};
    const std::optional<std::size_t> label = y ? y : pool_.labelled ? find("y") : std::nullopt;
    const auto conditions = read_conditions();
    std::vector<std::optional<std::size_t>> taken{label, names, cost};
    for (const auto& condition : conditions) taken.emplace_back(condition.column);
    std::vector<std::size_t> columns = read_columns(taken);
    if (errors_.count() > before_) return {};
    if (shape_.dimension && static_cast<Index>(columns.size()) != *shape_.dimension) {
      items_.error(fmt::format("the {}'s items must have {} numbers, but it has {} columns for them ({})", key,
                               *shape_.dimension, columns.size(), column_list(columns)));
      return {};
    }
    if (label) columns.push_back(*label);
    for (const std::size_t c : columns) {
      if (!source_->header().empty()) pool_.columns.push_back(source_->header()[c]);
    }
    PoolSource::Rows rows = source_->read({std::move(columns), names, cost, conditions});
    pool_.rows = std::move(rows.items);
    pool_.names = std::move(rows.names);
    pool_.costs = std::move(rows.costs);
    left_out_ = std::move(rows.left_out);
    read_wishes();
    return errors_.count() > before_ ? std::nullopt : std::optional(std::move(pool_));
  }

 private:
  std::optional<std::size_t> find(std::string_view name) const {
    const auto& header = source_->header();
    const auto it = std::find(header.begin(), header.end(), name);
    return it == header.end() ? std::nullopt : std::optional<std::size_t>(it - header.begin());
  }

  /// A column by its name, or by its number from 1.
  std::optional<std::size_t> column(const Node& node) const {
    if (node.json().is_string()) {
      const std::string name = node.json().get<std::string>();
      if (const auto found = find(name)) return found;
      const auto& header = source_->header();
      std::vector<std::string_view> known(header.begin(), header.end());
      node.error(header.empty()
                     ? fmt::format("there is no header, so columns go by their number, not {}", shown(node.json()))
                     : fmt::format("there is no column {}{}", shown(node.json()), suggestion(name, known)));
      return {};
    }
    const auto number = node.whole(1);
    if (!number) return {};
    if (*number <= static_cast<std::int64_t>(source_->columns())) return static_cast<std::size_t>(*number - 1);
    node.error(fmt::format("there are only {} columns, got {}", source_->columns(), *number));
    return {};
  }

  std::optional<std::size_t> read_column(std::string_view key) const {
    const auto node = items_.find(key);
    return node ? column(*node) : std::nullopt;
  }

  /// The item's columns: those named, or all that have no other use.
  std::vector<std::size_t> read_columns(const std::vector<std::optional<std::size_t>>& taken) const {
    std::vector<std::size_t> columns;
    if (const auto node = items_.find("columns")) {
      if (!node->is_list()) return {};
      for (std::size_t i = 0; i < node->json().size(); ++i) {
        if (const auto c = column((*node)[i])) columns.push_back(*c);
      }
      if (columns.empty() && node->json().empty()) node->error("must not be empty");
      return columns;
    }
    for (std::size_t c = 0; c < source_->columns(); ++c) {
      if (std::find(taken.begin(), taken.end(), std::optional(c)) == taken.end()) columns.push_back(c);
    }
    if (columns.empty()) items_.error("the pool has no column for the items");
    return columns;
  }

  std::string column_list(const std::vector<std::size_t>& columns) const {
    constexpr std::size_t most = 6;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(columns.size(), most); ++i) names.push_back(source_->column_name(columns[i]));
    return fmt::format("{}{}", fmt::join(names, ", "), columns.size() > most ? ", …" : "");
  }

  std::vector<PoolSource::Condition> read_conditions() const {
    std::vector<PoolSource::Condition> conditions;
    const auto where = items_.find("where");
    if (!where) return conditions;
    if (!where->json().is_object()) {
      where->expected("an object: a column, and what it must say");
      return conditions;
    }
    for (const auto& [name, value] : where->json().items()) {
      const Node node = (*where)[name];
      const auto found = find(name);
      if (!found) node.error("there is no such column");
      if (!value.is_string() && !value.is_number()) node.expected("a text or a number");
      if (found) conditions.push_back({*found, cell_text(value)});
    }
    return conditions;
  }

  void read_wishes() {
    if (const auto node = items_.find("repeat")) pool_.repeat = node->boolean().value_or(false);
    pool_.must_include = read_row_list("must_include");
    pool_.must_exclude = read_row_list("must_exclude");
    const auto is_left_out = [this](Index row) { return std::binary_search(left_out_.begin(), left_out_.end(), row); };
    for (const Index row : pool_.must_include) {
      if (is_left_out(row)) items_["must_include"].error(fmt::format("row {} is not among those of where", row + 1));
      if (std::find(pool_.must_exclude.begin(), pool_.must_exclude.end(), row) == pool_.must_exclude.end()) continue;
      items_["must_exclude"].error(fmt::format("row {} is also in must_include", row + 1));
    }
    if (left_out_.empty()) return;
    if (static_cast<Index>(left_out_.size()) == pool_.size()) items_["where"].error("leaves no row");
    std::vector<Index> all;
    std::set_union(pool_.must_exclude.begin(), pool_.must_exclude.end(), left_out_.begin(), left_out_.end(),
                   std::back_inserter(all));
    pool_.must_exclude = std::move(all);
  }

  std::vector<Index> read_row_list(std::string_view key) const {
    std::vector<Index> rows;
    const auto node = items_.find(key);
    if (!node || !node->is_list()) return rows;
    for (std::size_t i = 0; i < node->json().size(); ++i) {
      if (const auto row = read_row((*node)[i])) rows.push_back(*row);
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
  }

  std::optional<Index> read_row(const Node& node) const {
    if (node.json().is_string()) {
      const auto it = std::find(pool_.names.begin(), pool_.names.end(), node.json().get<std::string>());
      if (it != pool_.names.end()) {
        if (std::find(it + 1, pool_.names.end(), *it) == pool_.names.end()) return it - pool_.names.begin();
        node.error(fmt::format("several rows are called {}; give the number of one", shown(node.json())));
        return {};
      }
      node.error(pool_.names.empty() ? "rows have no names here: items.names says which column has them"
                                     : fmt::format("no row is called {}", shown(node.json())));
      return {};
    }
    const auto number = node.whole(1);
    if (!number) return {};
    if (*number <= pool_.size()) return *number - 1;
    node.error(fmt::format("there are only {} rows, got {}", pool_.size(), *number));
    return {};
  }

  const Node& items_;
  const PoolShape& shape_;
  const Context& context_;
  Errors& errors_;
  std::size_t before_;
  std::unique_ptr<PoolSource> source_;
  std::vector<Index> left_out_;  ///< rows that `where` does not mean
  Pool pool_;
};

}  // namespace

std::span<const std::string_view> pool_keys() {
  static constexpr std::array<std::string_view, 9> keys = {
      "pool", "columns", "y", "names", "cost", "repeat", "where", "must_include", "must_exclude"};
  return keys;
}

void check_pool_sizes(const Node& root, const Pool& pool, const PoolSizes& sizes) {
  const Node items = root["items"];
  const auto rows = pool.size() - static_cast<Index>(pool.must_exclude.size());
  if (const auto musts = static_cast<Index>(pool.must_include.size()); sizes.most && musts > *sizes.most) {
    items["must_include"].error(fmt::format("has {} rows, but a set may have at most {}", musts, *sizes.most));
  }
  if (sizes.least > rows && !(pool.repeat && rows > 0)) {
    return items["pool"].error(fmt::format("{} of its rows may be used, fewer than size asks for", rows));
  }
  if (!sizes.different) return;
  const auto groups = equal_rows(pool, pool.dimension());
  const std::vector<char> must = pool.marked(pool.must_include);
  for (const std::vector<Index>& equal : groups) {
    if (equal.size() < 2 || !must[static_cast<std::size_t>(equal[1])]) continue;
    items["must_include"].error(
        fmt::format("rows {} and {} are the same item, which no set can have twice here", equal[0] + 1, equal[1] + 1));
  }
  if (const auto different = static_cast<Index>(groups.size()); sizes.least > different) {
    root["size"].error(fmt::format("at least {} items, but only {} distinct ones exist", sizes.least, different));
  }
}

void charge_units(Pool& pool, Effort& effort) {
  const double price = std::exchange(effort.per_unit, 0);
  if (!(price > 0)) return;
  if (pool.costs.empty()) pool.costs.assign(static_cast<std::size_t>(pool.size()), 0);
  for (Index row = 0; row < pool.size(); ++row) {
    const Vector x = pool.rows.row(row).head(pool.dimension());
    pool.costs[static_cast<std::size_t>(row)] += price * x.lpNorm<1>();
  }
}

bool all_rows_inside(const Node& items, const Pool& pool, const ItemDomain& domain) {
  const std::size_t before = items.errors().count();
  for (Index row = 0; row < pool.size(); ++row) {
    const std::string why = not_an_item(domain, pool.rows.row(row));
    if (!why.empty()) items["pool"].error(fmt::format("row {} {}", row + 1, why));
  }
  return items.errors().count() == before;
}

std::optional<Pool> read_pool(const Node& items, const PoolShape& shape, const Context& context) {
  const auto read = [&] { return PoolReader(items, shape, context).read("pool"); };
  if (!context.cache) return read();
  const Json key = {"pool",         items.json(),          shape.dimension.value_or(-1),
                    shape.labelled, shape.may_be_labelled, shape.categories};
  return context.cache->value<Pool>(key, read);
}

std::optional<Pool> read_part_of_file(const Node& node, const PoolShape& shape, const Context& context) {
  if (!node.is_object_of({"file", "columns", "y", "where"})) return {};
  return PoolReader(node, shape, context).read("file");
}

}  // namespace didact::io
