#include "io/program_problem.hpp"

#include "io/setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

namespace didact::io {
namespace {

constexpr double default_timeout = 10;
constexpr std::int64_t most_workers = 1024;

std::vector<std::string> read_command(const Node& learner, const Context& context) {
  std::vector<std::string> words;
  const auto node = learner.need("command");
  if (!node) return words;
  if (!context.may_run_programs()) {
    node->error("programs cannot be run here");
    return words;
  }
  if (!node->json().is_array() || node->json().empty()) {
    node->expected(R"(a list of a program and its arguments, such as ["python3", "learner.py"])");
    return words;
  }
  for (std::size_t i = 0; i < node->json().size(); ++i) {
    const auto word = (*node)[i].string();
    if (word && i == 0 && word->empty()) (*node)[i].error("must not be empty");
    if (word && word->find('\0') != word->npos) (*node)[i].error("must not contain a NUL character");
    words.push_back(word.value_or(""));
  }
  return words;
}

/// What each copy of the program is told first.
std::string hello(const Json& target, const Json& seen) {
  return Json{{"didact", 1}, {"target", target}, {"has_seen", seen}}.dump(-1, ' ', false,
                                                                          Json::error_handler_t::replace);
}

Json read_seen(const Node& learner, const Context& context, const ItemKind& kind) {
  Json seen = Json::array();
  const auto node = learner.find("has_seen");
  const auto items = node ? read_items(*node, kind, context) : std::nullopt;
  for (Index i = 0; items && i < items->size(); ++i) {
    seen.push_back(item_for_program(items->set.rows.row(i), kind.labelled));
  }
  return seen;
}

}  // namespace

Description described_program() {
  Description model{"program", "a program in any language that is sent teaching sets and answers with losses",
                    "a row of the pool, or a point of the range"};
  const Json words = {{"type", "array"}, {"minItems", 1}, {"items", {{"type", "string"}}}};
  model.known = {{"command",
                  "",
                  "the program and its arguments",
                  Domain::real,
                  {"python3", "learner.py"},
                  false,
                  words,
                  "list of texts"},
                 {"timeout", "", "seconds that an answer may take; 10 if absent", Domain::positive, 10, true},
                 {"workers",
                  "",
                  "copies that run at the same time; one a core if absent",
                  Domain::real,
                  2,
                  true,
                  {{"type", "integer"}, {"minimum", 1}, {"maximum", most_workers}},
                  "number"}};
  const Json test = Json::parse(R"({"test": [{"x": [0.2], "y": -1}, {"x": [0.45], "y": -1}, {"x": [0.55], "y": 1}]})");
  model.whole_target = {"target",       "",        "anything: passed on to the program", Domain::real, test, false,
                        Json::object(), "anything"};
  const Json x = {{"anyOf", {{{"type", "number"}}, {{"type", "array"}, {"items", {{"type", "number"}}}}}}};
  const Json labelled = {{"type", "object"},
                         {"properties", {{"x", x}, {"y", {{"type", "number"}}}}},
                         {"required", {"x", "y"}},
                         {"additionalProperties", false}};
  model.item_schema = {{"anyOf", {x, labelled}}};
  model.example_rules =
      Json::parse(R"({"pool": [{"x": 0.1, "y": -1}, {"x": 0.4, "y": -1}, {"x": 0.6, "y": 1}, {"x": 0.9, "y": 1}]})");
  model.example_items = Json::array({{{"x", 0}, {"y", -1}}});
  model.losses = {"program"};  // its own, whatever that is
  model.example_effort = {{"per_item", 0.1}};
  describe_black_box(model);
  return model;
}

Json item_for_program(const Vector& row, bool labelled) {
  if (!labelled) return to_json(row);
  const Index last = row.size() - 1;
  return {{"x", to_json(Vector(row.head(last)))}, {"y", number(row[last])}};
}

ProgramProblem read_program_problem(const Json& json, const Description& model, const Context& context,
                                    Errors& errors) {
  ProgramProblem problem;
  const Node root(json, "", errors);
  root.is_object_of(problem_keys());
  const Node learner = root["learner"];
  learner.is_object_of({"model", "command", "timeout", "workers", "has_seen"});
  problem.workers.command = {read_command(learner, context), context.directory};
  problem.workers.timeout = default_timeout;
  if (const auto node = learner.find("timeout")) {
    problem.workers.timeout = read_number(*node, Domain::positive).value_or(default_timeout);
    if (problem.workers.timeout > 1e6) node->error(fmt::format("must be at most 1000000, got {}", shown(node->json())));
  }
  problem.workers.most = std::max(1u, std::thread::hardware_concurrency());
  if (const auto node = learner.find("workers")) {
    const auto count = node->whole(1);
    if (count && *count > most_workers) node->expected(fmt::format("at most {}", most_workers));
    if (count) problem.workers.most = static_cast<std::size_t>(std::min(*count, most_workers));
  }
  const std::size_t before = errors.count();
  problem.black_box = read_black_box_problem(root, model, context);
  const Json seen = errors.count() == before ? read_seen(learner, context, problem.black_box.kind) : Json();
  if (const auto target = root.need("target")) problem.workers.hello = hello(target->json(), seen);
  return problem;
}

}  // namespace didact::io
