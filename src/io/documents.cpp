#include "io/documents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

namespace didact::io {
namespace {

constexpr double most_counted = 4503599627370496.0;  // 2^52: what a double still counts

std::optional<Index> whole_count(double value) {
  const bool good = value == std::floor(value) && value >= 0 && value <= most_counted;
  return good ? std::optional(static_cast<Index>(value)) : std::nullopt;
}

/// Words in the order of the vocabulary, each once, those that are there.
std::vector<Document::Word> in_order(const std::map<Index, Index>& counts) {
  std::vector<Document::Word> words;
  for (const auto& [word, count] : counts) {
    if (count > 0) words.push_back({word, count});
  }
  return words;
}

}  // namespace

bool DocumentSpelling::is_header(const CsvRow& row) const {
  return row.cells.size() > 1 && !row.cells[1].empty() && row.cells[1].find(':') == std::string::npos;
}

std::optional<Document> DocumentSpelling::read(const Node& node) const {
  if (!node.json().is_object()) {
    node.expected(R"(a document such as {"label": 1, "counts": [2, 0, 1]})");
    return {};
  }
  node.is_object_of({"label", "counts"});
  const auto label_node = node.need("label"), counts = node.need("counts");
  if (!label_node || !counts) return {};
  const auto label = classes_.find(label_node->json());
  if (!label) label_node->expected(classes_.expectation());
  Document document{label.value_or(0), {}};
  const bool good = counts->json().is_object() ? read_object(*counts, document) : read_list(*counts, document);
  return label && good ? std::optional(std::move(document)) : std::nullopt;
}

bool DocumentSpelling::read_list(const Node& counts, Document& document) const {
  if (!counts.json().is_array()) {
    counts.expected(R"(a list with a count for each word, or an object such as {"word": 2})");
    return false;
  }
  const auto size = static_cast<Index>(counts.json().size());
  if (size != words_.count()) {
    counts.error(fmt::format("must have {} counts, one for each word, got {}", words_.count(), size));
    return false;
  }
  bool good = true;
  for (std::size_t v = 0; v < counts.json().size(); ++v) {
    const Json& entry = counts.json()[v];
    const auto count = entry.is_number() ? whole_count(entry.get<double>()) : std::nullopt;
    if (!count) counts[v].expected("a whole number >= 0");
    if (count && *count > 0) document.words.push_back({static_cast<Index>(v), *count});
    good &= count.has_value();
  }
  return good;
}

bool DocumentSpelling::read_object(const Node& counts, Document& document) const {
  std::map<Index, Index> found;
  bool good = true;
  for (const auto& [name, value] : counts.json().items()) {
    const auto word = words_.find(name);
    const auto count = value.is_number() ? whole_count(value.template get<double>()) : std::nullopt;
    if (!word) counts.errors().add(counts.path_of(name), "is no word: must be " + words_.expectation());
    if (!count) Node(value, counts.path_of(name), counts.errors()).expected("a whole number >= 0");
    good &= word && count;
    if (word && count) found[*word] += *count;
  }
  document.words = in_order(found);
  return good;
}

std::optional<Document::Word> DocumentSpelling::read_pair(const std::string& pair, const Complain& complain) const {
  const std::size_t colon = pair.rfind(':');  // a word may have one of its own
  const auto number = colon == pair.npos ? std::nullopt : to_number(pair.substr(colon + 1));
  const auto count = number ? whole_count(*number) : std::nullopt;
  if (!count) {
    complain(fmt::format("must be pairs such as word:2, separated by spaces, got {}", shown(Json(pair))), 1);
    return {};
  }
  const std::string name = pair.substr(0, colon);
  const auto word = words_.find(name);
  if (!word) {
    complain(fmt::format("{} is no word: must be {}", shown(Json(name)), words_.expectation()), 1);
    return {};
  }
  return Document::Word{*word, *count};
}

std::optional<Document> DocumentSpelling::read(const CsvRow& row, const Complain& complain) const {
  if (row.cells.size() != 2) {
    complain(fmt::format("must have 2 cells, a label and the words, got {}", row.cells.size()), {});
    return {};
  }
  const auto label = classes_.find(row.cells[0]);
  if (!label) complain(fmt::format("must be {}, got {}", classes_.expectation(), shown(Json(row.cells[0]))), 0);
  std::map<Index, Index> found;
  bool good = label.has_value();
  std::istringstream pairs(row.cells[1]);
  for (std::string pair; pairs >> pair;) {
    const auto word = read_pair(pair, complain);
    good &= word.has_value();
    if (word) found[word->word] += word->count;
  }
  return good ? std::optional(Document{*label, in_order(found)}) : std::nullopt;
}

io::WrittenItems::Item DocumentSpelling::written(const Document& document) const {
  std::string pairs;
  for (const auto& [word, count] : document.words) {
    pairs += fmt::format("{}{}:{}", pairs.empty() ? "" : " ", words_.text(word), count);
  }
  Json counts;
  if (words_.count() <= most_listed_words) {
    counts = std::vector<Index>(static_cast<std::size_t>(words_.count()), 0);
    for (const auto& [word, count] : document.words) counts[static_cast<std::size_t>(word)] = count;
  } else {
    Json::object_t object;  // filled as the vector it is: by key every word would be looked for among all before it
    for (const auto& [word, count] : document.words) object.push_back({words_.text(word), count});
    counts = std::move(object);
  }
  return {{{"label", classes_.json(document.label)}, {"counts", std::move(counts)}},
          {classes_.text(document.label), std::move(pairs)}};
}

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(std::move(line));
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

/// Complains about the first word that is of no use.
bool good_words(const std::vector<std::string>& words, const Node& node, bool file) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool blank = words[i].empty() || words[i].find_first_of(" \t\r\n") != std::string::npos;
    const bool twice = !seen.insert(words[i]).second;
    if (!blank && !twice) continue;
    const std::string why = blank ? fmt::format("must be a word without spaces, got {}", shown(Json(words[i])))
                                  : fmt::format("{} is there twice", shown(Json(words[i])));
    if (file) {
      node.error(fmt::format("line {}: {}", i + 1, why));
    } else {
      node[i].error(why);
    }
    return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> read_vocabulary(const Node& node, Index count, const Context& context) {
  std::vector<std::string> words;
  const bool file = node.json().is_string();
  const std::size_t before = node.errors().count();
  if (file) {
    const auto place = context.file(node.json().get<std::string>(), node.path(), node.errors());
    if (place) words = lines_of(context.text(*place, node.path(), node.errors()));
  } else if (node.json().is_array()) {
    for (std::size_t i = 0; i < node.json().size(); ++i) words.push_back(node[i].string().value_or(""));
  } else {
    node.expected("a list of words or the name of a file with one word a line");
  }
  if (node.errors().count() > before || !good_words(words, node, file)) return {};
  if (static_cast<Index>(words.size()) != count) {
    node.error(fmt::format("must have {} words, as learner.prior.words has, got {}", count, words.size()));
    return {};
  }
  return words;
}

}  // namespace didact::io
