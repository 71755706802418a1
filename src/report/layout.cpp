#include "report/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace didact::report {
namespace {

constexpr Index most_rows = 24;  // of items or categories
constexpr std::size_t most_learners = 8;
constexpr std::size_t screen = 96;

std::string more(Index left, std::string_view noun) {
  return fmt::format("  … and {} more {} (--format csv has all)\n", grouped(left), noun);
}

std::string vectors(const ItemSet& items) {
  const Index shown_columns = std::min<Index>(items.rows.cols(), 8);
  const bool repeated = std::any_of(items.copies.begin(), items.copies.end(), [](Index copies) { return copies > 1; });
  Table table(std::string(static_cast<std::size_t>(shown_columns), 'r') + "ll");
  const Index rows = std::min(items.rows.rows(), most_rows);
  for (Index i = 0; i < rows; ++i) {
    std::vector<Cell> cells;
    for (Index j = 0; j < shown_columns; ++j) cells.push_back({brief(items.rows(i, j))});
    if (shown_columns < items.rows.cols()) cells.push_back({fmt::format("… {} in all", items.rows.cols())});
    if (repeated) cells.push_back({fmt::format("× {}", grouped(items.copies[i]))});
    table.add(std::move(cells));
  }
  return table.text() + (rows < items.rows.rows() ? more(items.rows.rows() - rows, "items") : "");
}

std::string numbers(const ItemSet& items) {
  constexpr Index most = 120;
  std::string text;
  const Index rows = std::min(items.rows.rows(), most);
  for (Index i = 0; i < rows; ++i) {
    const std::string copies = items.copies[i] > 1 ? fmt::format("{}×", grouped(items.copies[i])) : "";
    text += (i == 0 ? "" : "  ") + copies + brief(items.rows(i, 0));
  }
  return wrapped(text, "  ") + (rows < items.rows.rows() ? more(items.rows.rows() - rows, "different items") : "");
}

/// Categories by how often they are taught, the first of equals first.
std::vector<Index> by_count(const std::vector<Index>& counts) {
  std::vector<Index> order(counts.size());
  for (std::size_t k = 0; k < counts.size(); ++k) order[k] = static_cast<Index>(k);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return counts[a] > counts[b]; });
  return order;
}

std::string bar(Index count, Index largest) {
  constexpr Index longest = 24;
  const double length = largest <= longest ? static_cast<double>(count)
                                           : static_cast<double>(count) * longest / static_cast<double>(largest);
  std::string text;
  for (Index i = 0; i < static_cast<Index>(std::ceil(length)); ++i) text += "█";
  return text;
}

/// The one list over the categories that an expectation has.
const Json& per_category(const Json& expects) {
  return expects.begin().value();
}

void add_rows(Table& table, std::string_view group, const Json& before, const Json& after, const Json& target) {
  const Json& keys = after.is_object() ? after : before;
  bool first = true;
  for (const auto& [key, value] : keys.items()) {
    double scale = 0;
    for (const Json* object : {&before, &after, &target}) {
      if (object->is_object()) scale = std::max(scale, largest(object->at(key)));
    }
    constexpr double rounding = 1e-13;  // what is smaller beside the rest is the arithmetic's, not the learner's
    auto cell = [&](const Json& object) {
      return object.is_object() ? brief(object.at(key), rounding * scale) : Cell{};
    };
    table.add({Cell{first ? std::string(group) : ""}, Cell{key}, cell(before), cell(after), cell(target)});
    first = false;
  }
}

std::string one_belief(const Class& learners, const Belief& before, const Belief& after) {
  Table table("llrrr");
  const bool has_before = before.parameters.is_object(), has_after = after.parameters.is_object();
  table.add(
      {"", "", has_before ? "before" : "", has_after ? "after" : "", learners.target.is_object() ? "target" : ""});
  const Json& expects = has_after ? after.expects : before.expects;
  if (expects.is_object() && !learners.items.domain.labels) {
    add_rows(table, "expects", before.expects, after.expects, learners.target);
  }
  add_rows(table, "belief", before.parameters, after.parameters, {});
  return table.text();
}

}  // namespace

std::string wrapped(const std::string& text, std::string_view margin) {
  std::istringstream words(text);
  std::string out, line;
  const bool numbers = text.find("  ") != text.npos;
  for (std::string word; words >> word;) {
    const std::string space = line.empty() ? "" : numbers ? "  " : " ";
    if (!line.empty() && margin.size() + display_width(line) + space.size() + display_width(word) > screen) {
      out += std::string(margin) + line + '\n';
      line = word;
    } else {
      line += space + word;
    }
  }
  return line.empty() ? out : out + std::string(margin) + line + '\n';
}

std::string items_block(const ItemSet& items, const io::ItemKind& kind) {
  if (items.rows.rows() == 0) return "";
  if (kind.vector) return vectors(items);
  return numbers(items);
}

std::string categories_block(const Answer& answer) {
  const std::vector<Index>& counts = *answer.lesson.counts;
  const auto& names = answer.learners.items.names;
  const auto K = static_cast<Index>(counts.size());
  std::vector<const Json*> columns;
  if (!answer.learners.several)
    columns = {&per_category(answer.before[0].expects), &per_category(answer.after[0].expects)};
  if (answer.learners.target.is_object()) columns.push_back(&per_category(answer.learners.target));
  std::vector<Index> order = by_count(counts);
  const Index most_taught = counts[order[0]];
  order.resize(static_cast<std::size_t>(std::min(most_rows, K)));
  if (K <= most_rows) std::sort(order.begin(), order.end());

  Table table("lrlrrr");
  if (answer.learners.several) {
    table.add({"category", "teach", "", answer.learners.target.is_object() ? "target" : ""});
  } else {
    table.add({"category", "teach", "", "before", "after", answer.learners.target.is_object() ? "target" : ""});
  }
  for (const Index k : order) {
    std::vector<Cell> cells = {{names.empty() ? fmt::format("{}", k + 1) : names[k]},
                               {counts[k] == 0 ? "–" : grouped(counts[k])},
                               {bar(counts[k], most_taught)}};
    for (const Json* column : columns) cells.push_back(brief((*column)[k]));
    table.add(std::move(cells));
  }
  return table.text() + (K > most_rows ? more(K - most_rows, "categories") : "");
}

std::string beliefs_block(const Class& learners, const std::vector<Belief>& before, const std::vector<Belief>& after,
                          const std::vector<double>& losses) {
  const std::size_t count = std::max(before.size(), after.size());
  std::string text;
  for (std::size_t j = 0; j < std::min(count, most_learners); ++j) {
    if (learners.several) {
      const std::string weight =
          learners.judge == Judge::worst ? "" : fmt::format(" (weight {})", brief(learners.weights[j]));
      const std::string loss = j < losses.size() ? fmt::format(": loss {}", brief(losses[j])) : "";
      text += fmt::format("{}  learner {}{}{}\n", j == 0 ? "" : "\n", j + 1, weight, loss);
    }
    text += one_belief(learners, j < before.size() ? before[j] : Belief{}, j < after.size() ? after[j] : Belief{});
  }
  if (count > most_learners)
    text += fmt::format("  … and {} more learners (--format json has all)\n", count - most_learners);
  return text;
}

}  // namespace didact::report
