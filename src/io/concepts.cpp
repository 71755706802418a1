#include "io/concepts.hpp"

#include "io/csv.hpp"
#include "io/nearest.hpp"

#include <fmt/format.h>

#include <unordered_map>

namespace didact::io {
namespace {

/// Row after row, so that of a large file only the labels stay.
class Reader {
 public:
  Reader(std::string_view text, const std::string& path, Errors& errors) : text_(text), path_(path), errors_(errors) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
  }

  ConceptClass concepts() {
    read_header();
    const bool has_items = errors_.empty();
    while (has_items && !text_.empty()) read_row();
    if (errors_.empty() && names_.empty()) add(1, "needs concepts: one a row below the header, its name first");
    if (!errors_.empty()) return {};
    ConceptClass made(std::move(names_), std::move(items_));
    for (std::size_t c = 0; c < made.size(); ++c) {
      concepts::for_each_bit(labels_[c], [&](std::size_t i) { made.set_label(c, i, true); });
    }
    if (const auto equal = made.equal_concepts()) {
      add(lines_[equal->second],
          fmt::format("concept \"{}\" equals \"{}\" of line {}: no set of items tells them apart",
                      made.name(equal->second), made.name(equal->first), lines_[equal->first]));
    }
    return made;
  }

 private:
  void add(std::size_t line, const std::string& message) {
    errors_.add(path_, fmt::format("line {}: {}", line, message));
  }

  /// The next row's text; a quote may hold the end of a line.
  std::string_view next_line() {
    std::size_t end = 0;
    bool quoted = false;
    for (; end < text_.size() && (quoted || text_[end] != '\n'); ++end) {
      quoted = quoted != (text_[end] == '"');
      lines_passed_ += text_[end] == '\n';
    }
    const std::string_view line = text_.substr(0, end);
    text_.remove_prefix(std::min(end + 1, text_.size()));
    line_ = ++lines_passed_;
    return line;
  }

  std::vector<std::string> cells_of(std::string_view line) {
    const std::vector<CsvRow> rows = parse_csv(line, path_, errors_);
    return rows.empty() ? std::vector<std::string>{} : rows[0].cells;
  }

  void read_header() {
    items_ = cells_of(next_line());
    if (items_.size() < 2) return add(1, "needs a header: a cell for the concepts' names, then the items' names");
    items_.erase(items_.begin());
    std::unordered_map<std::string, std::size_t> columns;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (items_[i].empty()) add(1, fmt::format("column {}: needs the name of an item", i + 2));
      const auto [before, is_new] = columns.emplace(items_[i], i + 2);
      if (!is_new) add(1, fmt::format("column {}: item \"{}\" is in column {} too", i + 2, items_[i], before->second));
    }
  }

  void read_row() {
    const std::string_view line = next_line();
    if (line.find_first_not_of(" \t\r") == line.npos) {
      if (text_.find_first_not_of(" \t\r\n") != text_.npos) add(line_, "an empty row");
      return;
    }
    std::vector<concepts::Word> labels(concepts::words_for(items_.size()), 0);
    std::string name;
    if (!read_plain(line, name, labels)) read_cells(cells_of(line), name, labels);
    const auto [before, is_new] = line_of_.emplace(name, line_);
    if (name.empty()) add(line_, "needs the concept's name in its first cell");
    if (!is_new) add(line_, fmt::format("concept \"{}\" is on line {} too", name, before->second));
    names_.push_back(std::move(name));
    labels_.push_back(std::move(labels));
    lines_.push_back(line_);
  }

  /// Most rows: a name without quotes, then single digits. False: read it cell by cell.
  bool read_plain(std::string_view line, std::string& name, std::vector<concepts::Word>& labels) const {
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t comma = line.find(',');
    if (comma == line.npos || line.size() - comma != 2 * items_.size()) return false;
    const std::string_view first = line.substr(0, comma);
    if (first.empty() || first.find_first_of("\" \t") != first.npos) return false;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const char separator = line[comma + 2 * i], digit = line[comma + 2 * i + 1];
      if (separator != ',' || (digit != '0' && digit != '1')) return false;
      if (digit == '1') concepts::set_bit(labels, i);
    }
    name = first;
    return true;
  }

  void read_cells(const std::vector<std::string>& cells, std::string& name, std::vector<concepts::Word>& labels) {
    if (cells.empty()) return;
    name = cells[0];
    if (cells.size() != items_.size() + 1) {
      return add(line_, fmt::format("has {} labels, but the header names {} items", cells.size() - 1, items_.size()));
    }
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const auto label = to_number(cells[i + 1]);
      if (!label || (*label != 0 && *label != 1)) {
        add(line_, fmt::format("column {} (item \"{}\"): must be 0 or 1, got \"{}\"", i + 2, items_[i], cells[i + 1]));
      } else if (*label == 1) {
        concepts::set_bit(labels, i);
      }
    }
  }

  std::string_view text_;
  const std::string& path_;
  Errors& errors_;
  std::size_t line_ = 0, lines_passed_ = 0;
  std::vector<std::string> items_, names_;
  std::vector<std::vector<concepts::Word>> labels_;
  std::vector<std::size_t> lines_;
  std::unordered_map<std::string, std::size_t> line_of_;
};

}  // namespace

ConceptClass parse_concepts(std::string_view text, const std::string& path, Errors& errors) {
  return Reader(text, path, errors).concepts();
}

ConceptClass read_concepts(const Node& node) {
  if (!node.json().is_object() || node.json().empty()) {
    node.expected(R"(an object such as {"c1": [0, 1], "c2": [1, 1]})");
    return {};
  }
  std::vector<std::string> names, items;
  for (const auto& [name, labels] : node.json().items()) names.push_back(name);
  const Json& first = node.json().front();
  for (std::size_t i = 0; i < (first.is_array() ? first.size() : 0); ++i) items.push_back(std::to_string(i + 1));
  ConceptClass concepts(names, items);
  bool good = true;
  for (std::size_t c = 0; c < names.size(); ++c) {
    const Node labels = node[names[c]];
    if (!labels.is_list()) return concepts;
    if (labels.json().size() != items.size() || items.empty()) {
      labels.error(
          fmt::format("must have as many labels as the first concept, {}, got {}", items.size(), labels.json().size()));
      good = false;
      continue;
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
      const Json& label = labels.json()[i];
      if (label == 0 || label == 1) {
        concepts.set_label(c, i, label == 1);
      } else {
        labels[i].expected("0 or 1");
        good = false;
      }
    }
  }
  if (good) {
    if (const auto equal = concepts.equal_concepts()) {
      node.error(fmt::format("{} and {} have the same labels: no items tell them apart", names[equal->first],
                             names[equal->second]));
    }
  }
  return concepts;
}

std::size_t find_concept(const ConceptClass& concepts, std::string_view name, const std::string& path, Errors& errors) {
  if (const auto found = concepts.find(name)) return *found;
  std::vector<std::string_view> known;
  for (std::size_t c = 0; c < std::min<std::size_t>(concepts.size(), 1000); ++c) known.push_back(concepts.name(c));
  errors.add(path, fmt::format("no concept is named \"{}\"{}", name, suggestion(name, known)));
  return 0;
}

}  // namespace didact::io
