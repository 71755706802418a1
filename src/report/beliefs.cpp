#include "report/layout.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace didact::report {
namespace {

constexpr std::size_t most_learners = 8;

/// A table of objects as a table for each of their members: {"features": [[{"mean": 1}]]} as {"features.mean": [[1]]}.
Json flattened(const Json& members) {
  if (!members.is_object()) return members;
  Json flat = Json::object();
  for (const auto& [key, value] : members.items()) {
    const bool table = value.is_array() && !value.empty() && value[0].is_array() && !value[0].empty();
    if (!table || !value[0][0].is_object()) {
      flat[key] = value;
      continue;
    }
    for (const auto& [name, ignored] : value[0][0].items()) {
      Json& part = flat[key + "." + name] = Json::array();
      for (const Json& row : value) {
        Json entries = Json::array();
        for (const Json& entry : row) entries.push_back(entry.at(name));
        part.push_back(std::move(entries));
      }
    }
  }
  return flat;
}

/// What a learner is at some time, or should be.
struct State {
  std::string title;
  Json expects;
  Json parameters;
};

void add_rows(Table& table, const std::string& group, const std::vector<State>& states, Json State::*part) {
  const Json& keys = states[0].*part;
  bool first = true;
  for (const auto& [key, ignored] : keys.items()) {
    double scale = 0;
    for (const State& state : states) {
      if ((state.*part).is_object()) scale = std::max(scale, largest((state.*part).at(key)));
    }
    constexpr double rounding = 1e-13;  // what is smaller beside the rest is the arithmetic's, not the learner's
    std::vector<Cell> row = {Cell{first ? group : ""}, Cell{key}};
    for (const State& state : states) {
      row.push_back((state.*part).is_object() ? brief((state.*part).at(key), rounding * scale) : Cell{});
    }
    table.add(std::move(row));
    first = false;
  }
}

std::string one_belief(const Class& learners, const Belief& before, const Belief& after, bool expectations) {
  std::vector<State> states;
  auto add = [&](const char* title, const Json& expects, const Json& parameters) {
    states.push_back({title, flattened(expects), flattened(parameters)});
  };
  if (before.parameters.is_object()) add("before", before.expects, before.parameters);
  if (after.parameters.is_object()) add("after", after.expects, after.parameters);
  expectations &= states[0].expects.is_object();
  if (expectations && learners.target.is_object()) add("target", learners.target, nullptr);
  Table table("ll" + std::string(states.size(), 'r'));
  std::vector<Cell> titles(2);
  for (const State& state : states) titles.push_back({state.title});
  table.add(std::move(titles));
  if (expectations) add_rows(table, "expects", states, &State::expects);
  add_rows(table, "belief", states, &State::parameters);
  return table.text();
}

}  // namespace

std::string beliefs_block(const Class& learners, const std::vector<Belief>& before, const std::vector<Belief>& after,
                          const std::vector<double>& losses, bool expectations) {
  const std::size_t count = std::max(before.size(), after.size());
  std::string text;
  for (std::size_t j = 0; j < std::min(count, most_learners); ++j) {
    if (learners.several) {
      const std::string weight =
          learners.judge == Judge::worst ? "" : fmt::format(" (weight {})", brief(learners.weights[j]));
      const std::string loss = j < losses.size() ? fmt::format(": loss {}", brief(losses[j])) : "";
      text += fmt::format("{}  learner {}{}{}\n", j == 0 ? "" : "\n", j + 1, weight, loss);
    }
    text += one_belief(learners, j < before.size() ? before[j] : Belief{}, j < after.size() ? after[j] : Belief{},
                       expectations);
  }
  if (count > most_learners)
    text += fmt::format("  … and {} more learners (--format json has all)\n", count - most_learners);
  return text;
}

}  // namespace didact::report
