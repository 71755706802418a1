#include "io/values.hpp"

namespace didact::io {
namespace {

template <class Entry, class... Fields>
void read_rows(const Node& node, const ValueRule& rule, const std::tuple<Fields...>& fields, Sizes& sizes,
               std::vector<std::vector<Entry>>& value) {
  if (!node.is_list()) return;
  if (node.json().empty()) return node.error("must not be empty");
  sizes.agree(rule.shape.front(), static_cast<Index>(node.json().size()), node);
  const std::size_t before = node.errors().count();
  std::vector<std::string_view> names;
  std::apply([&](const auto&... f) { (names.push_back(f.name), ...); }, fields);
  std::vector<std::vector<Entry>> rows(node.json().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!node[i].is_list()) continue;
    if (node[i].json().empty()) return node[i].error("must not be empty");
    sizes.agree(rule.shape.back(), static_cast<Index>(node[i].json().size()), node[i]);
    rows[i].resize(node[i].json().size());
    for (std::size_t j = 0; j < rows[i].size(); ++j) {
      if (node[i][j].is_object_of(names)) read_fields(node[i][j], fields, rule.ends, sizes, rows[i][j]);
    }
  }
  if (node.errors().count() == before) value = std::move(rows);
}

template <class Entry, class... Fields>
Json written(const std::vector<std::vector<Entry>>& rows, const std::tuple<Fields...>& fields) {
  Json list = Json::array();
  for (const auto& row : rows) {
    Json entries = Json::array();
    for (const Entry& entry : row) entries.push_back(write_fields(fields, entry));
    list.push_back(std::move(entries));
  }
  return list;
}

}  // namespace

void read_value(const Node& node, const ValueRule& rule, Sizes& sizes, std::vector<std::vector<Gaussian>>& value) {
  read_rows(node, rule, Gaussian::prior_fields(), sizes, value);
}

void read_value(const Node& node, const ValueRule& rule, Sizes& sizes,
                std::vector<std::vector<Gaussian::Target>>& value) {
  read_rows(node, rule, Gaussian::Target::fields(), sizes, value);
}

Json to_json(const std::vector<std::vector<Gaussian>>& value) {
  return written(value, Gaussian::prior_fields());
}

Json to_json(const std::vector<std::vector<Gaussian::Target>>& value) {
  return written(value, Gaussian::Target::fields());
}

}  // namespace didact::io
