// Damaged problems: whatever is done to a good one, the end is a lesson or a list of errors.

#include "problems.hpp"
#include "report/report.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace didact::io::fuzz_test {
namespace {

/// Every value in a document, so that any of them can be hit.
void collect(Json& value, std::vector<Json*>& all) {
  all.push_back(&value);
  if (value.is_structured()) {
    for (Json& entry : value) collect(entry, all);
  }
}

Json strange_value() {
  static const std::vector<std::string> values = {"null",
                                                  "true",
                                                  "0",
                                                  "-1",
                                                  "1",
                                                  "2",
                                                  "3.5",
                                                  "1e308",
                                                  "-1e308",
                                                  "1e-308",
                                                  "5e-324",
                                                  "1e18",
                                                  "\"\"",
                                                  "\"x\"",
                                                  "\"n^2\"",
                                                  "\"worst\"",
                                                  "[]",
                                                  "{}",
                                                  "[1]",
                                                  "[0, 1]",
                                                  "[[1]]",
                                                  "[1, 2, 3]",
                                                  "[0.5, 0.5]",
                                                  "[\"a\", \"b\", \"c\"]",
                                                  "[[0, 1], [2, 3]]",
                                                  "{\"per_item\": 0}",
                                                  "{\"range\": [0, 1]}",
                                                  "{\"alpha\": 2, \"beta\": 2}",
                                                  "[{\"weight\": 1, \"prior\": {}}]"};
  return parsed(*rc::gen::elementOf(values));
}

std::string some_key() {
  static const std::vector<std::string> keys = {
      "learner", "target",   "effort", "items",     "size",         "names",    "limits",   "prior",
      "one_of",  "has_seen", "belief", "data",      "range",        "integers", "distinct", "of_size",
      "fixed",   "per_item", "judge",  "max_items", "per_category", "magnitude"};
  return *rc::gen::elementOf(keys);
}

void damage(Json& document) {
  std::vector<Json*> all;
  collect(document, all);
  Json& victim = *all[static_cast<std::size_t>(*rc::gen::inRange<int>(0, static_cast<int>(all.size())))];
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      victim = strange_value();
      break;
    case 1:
      if (victim.is_object()) victim[some_key()] = strange_value();
      break;
    case 2:
      if (victim.is_array()) victim.push_back(strange_value());
      break;
    default:
      if (victim.is_structured() && !victim.empty()) victim.erase(victim.begin());
  }
}

/// A lesson or errors; anything else escapes and fails the test.
void answer(Json json) {
  if (json.is_object() && json.contains("limits") && !json["limits"].is_object()) json.erase("limits");
  if (json.is_object()) {  // no search of hours
    json["limits"]["seconds"] = 0.05;
    json["limits"]["max_items"] = 2000;
  }
  try {
    const io::Answer answer = read_problem(json, {{}, Context::Files::none})->teach({});
    RC_ASSERT(!report::to_text(answer).empty());
    RC_ASSERT(report::to_json(answer).contains("status"));
  } catch (const InvalidProblem& invalid) {
    RC_ASSERT(!invalid.errors().empty());
  }
}

RC_GTEST_PROP(Fuzz, DamagedProblemsEndInALessonOrErrors, ()) {
  const auto& all = models();
  const auto& model = all[static_cast<std::size_t>(*rc::gen::inRange<int>(0, static_cast<int>(all.size())))];
  Json json = problem_example(model->description());
  const int times = *rc::gen::inRange(1, 4);
  for (int i = 0; i < times; ++i) damage(json);
  RC_LOG(json.dump());
  answer(json);
}

RC_GTEST_PROP(Fuzz, DamagedTextIsReadOrRefused, (std::string noise)) {
  std::string text = problem_template(models()[2]->description());
  const auto at = static_cast<std::size_t>(*rc::gen::inRange<int>(0, static_cast<int>(text.size())));
  text.replace(at, static_cast<std::size_t>(*rc::gen::inRange(0, 20)), noise);
  Errors errors;
  const Json json = parse_json(text, errors);
  if (errors.empty()) mistakes(json);
}

}  // namespace
}  // namespace didact::io::fuzz_test
