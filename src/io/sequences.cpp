#include "io/sequences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace didact::io {
namespace {

std::vector<std::string> words_of(const std::string& cell) {
  std::istringstream stream(cell);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

}  // namespace

std::vector<std::string> SequenceSpelling::titles() const {
  std::string title = "sequence";
  while (states_.find(title)) title += '_';
  return {title};
}

bool SequenceSpelling::is_header(const CsvRow& row) const {
  const std::vector<std::string> words = words_of(row.cells[0]);
  return !words.empty() && std::none_of(words.begin(), words.end(), [this](const std::string& word) {
    return states_.find(word) || to_number(word);
  });
}

std::optional<Sequence> SequenceSpelling::read(const Node& node) const {
  if (!node.json().is_array() || node.json().empty()) {
    node.expected("a list of states, at least one");
    return {};
  }
  Sequence sequence;
  for (std::size_t t = 0; t < node.json().size(); ++t) {
    const auto state = states_.find(node.json()[t]);
    if (!state) node[t].expected(states_.expectation());
    if (state) sequence.push_back(*state);
  }
  return sequence.size() == node.json().size() ? std::optional(std::move(sequence)) : std::nullopt;
}

std::optional<Sequence> SequenceSpelling::read(const CsvRow& row, const Complain& complain) const {
  if (row.cells.size() != 1) {
    complain(fmt::format("must have 1 cell, states separated by spaces, got {}", row.cells.size()), {});
    return {};
  }
  const std::vector<std::string> words = words_of(row.cells[0]);
  if (words.empty()) complain("must have at least one state", {});
  Sequence sequence;
  for (const std::string& word : words) {
    const auto state = states_.find(word);
    if (!state) complain(fmt::format("must be {}, got {}", states_.expectation(), shown(Json(word))), {});
    if (state) sequence.push_back(*state);
  }
  const bool good = !words.empty() && sequence.size() == words.size();
  return good ? std::optional(std::move(sequence)) : std::nullopt;
}

io::WrittenItems::Item SequenceSpelling::written(const Sequence& sequence) const {
  Json list = Json::array();
  std::string cell;
  for (const Index state : sequence) {
    list.push_back(states_.json(state));
    cell += (cell.empty() ? "" : " ") + states_.text(state);
  }
  return {std::move(list), {std::move(cell)}};
}

}  // namespace didact::io
