// What a model advertises it takes: every loss with every effort, every rule for its items, every form of its learner
// and target. What it does not take together its exclusions say, and nothing else is refused.

#include "io/effort_terms.hpp"
#include "io/registry.hpp"
#include "io/template.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace didact::io::advertised_test {
namespace {

using io::Json;

/// One way to change the example of a model, by the path that it is about.
struct Change {
  std::string path;
  std::string value = {};
  Json patch = nullptr;
  bool pool = false;
};

Json nested(const std::string& path, const Json& value) {
  const std::size_t dot = path.find('.');
  return {{path.substr(0, dot), {{path.substr(dot + 1), value}}}};
}

std::vector<Change> efforts(const io::Description& model, const Json& example) {
  std::vector<Change> changes{{"effort"}};
  for (const io::EffortTerm& term : io::effort_terms()) {
    if (!term.everywhere && (!model.takes_effort(term.name) || model.has_parts)) continue;  // each part has its own
    const std::string path = "effort." + std::string(term.name);
    Json price = term.example;
    if (term.name == "per_category") price = std::vector<double>(example["target"]["pi"].size(), 0.1);
    changes.push_back({path, "", nested(path, price)});
  }
  return changes;
}

std::vector<Change> rules(const io::Description& model) {
  std::vector<Change> changes{{"items"}};
  for (const std::string_view rule : model.item_rules) {
    const std::string path = "items." + std::string(rule);
    if (rule == "integers" || rule == "distinct") changes.push_back({path, "", nested(path, true)});
    if (rule == "range" && model.example_rules.is_null() && !model.vector && !model.labelled) {
      const auto [low, high] = model.domain.range[0];
      changes.push_back({path, "", nested(path, {std::max(low, 0.0), std::min(high, 9.0)})});
    }
    // The labels of concepts are the target's own: a pool has the numbers of the items alone.
    const Json rows = model.drawing == io::Drawing::concepts ? Json{1, 2, 3} : model.example_items;
    if (rule == "pool" && rows.is_array() && !model.needs_items && !model.has_parts) {
      changes.push_back({path, "", nested(path, rows), true});
    }
  }
  return changes;
}

std::vector<Change> forms(const io::Description& model, const Json& example) {
  std::vector<Change> changes{{"learner"}};
  if (model.example_items.is_array() && !model.has_parts) {
    changes.push_back({"learner.has_seen", "", nested("learner.has_seen", model.example_items)});
  }
  if (!model.conjugate) return changes;
  const Json prior = example["learner"]["prior"], target = example["target"];
  const Json two = {{{"weight", 0.5}, {"target", target}}, {{"weight", 0.5}, {"target", target}}};
  changes.push_back({"target.belief", "", {{"target", {{"belief", two}}}}});
  changes.push_back({"target.belief", "", {{"target", {{"belief", prior}}}}});
  if (!model.takes_class) return changes;
  const Json several = {{{"weight", 0.5}, {"prior", prior}}, {{"weight", 0.5}, {"prior", prior}}};
  for (const char* judge : {"expected", "worst"}) {
    changes.push_back({"learner.judge", judge, {{"learner", {{"one_of", several}, {"judge", judge}}}}});
  }
  return changes;
}

/// A merge, but for a learner of several priors, who has no prior of its own, and a belief, which is no point.
void apply(const Json& patch, Json& problem) {
  if (patch.is_null()) return;
  if (patch.contains("target")) problem["target"] = Json::object();
  if (patch.contains("items") && patch["items"].contains("pool")) problem["items"] = Json::object();
  if (patch.contains("learner") && patch["learner"].contains("one_of")) problem["learner"].erase("prior");
  problem.merge_patch(patch);
}

enum class Expected { taken, refused, either };

bool concerns(std::string_view path, const Change& change) {
  return path == change.path || (path == "learner.one_of" && change.path == "learner.judge");
}

/// What the exclusions of a model say of these changes together.
Expected expected(const io::Description& model, const std::vector<const Change*>& changes, const std::string& loss) {
  const auto any = [&](auto holds) {
    return std::any_of(changes.begin(), changes.end(), [&](const Change* change) { return holds(*change); });
  };
  const bool pool = any([](const Change& change) { return change.pool; });
  const bool range = any([](const Change& change) { return change.path == "items.range"; });
  Expected result = Expected::taken;
  for (const io::Exclusion& exclusion : model.exclusions) {
    const bool there = any([&](const Change& change) {
      return concerns(exclusion.path, change) && (exclusion.value.empty() || exclusion.value == change.value);
    });
    const bool beside =
        exclusion.beside.empty() || any([&](const Change& change) { return concerns(exclusion.beside, change); });
    if (!there || !beside || !(exclusion.loss.empty() || exclusion.loss == loss)) continue;
    if (!exclusion.without_pool || (!pool && !range)) return Expected::refused;
    if (!pool) result = Expected::either;  // a range at one side of 0 makes up for a pool
  }
  return result;
}

/// What refuses the problem; empty if it is taught, well or badly.
std::string refusal(const Json& problem) {
  try {
    Options options;
    options.seconds = 0.01;
    io::read_problem(problem)->teach(options);
    return "";
  } catch (const io::InvalidProblem& error) {
    return error.what();
  }
}

struct Tally {
  int tried = 0;
  int excluded = 0;
};

void expect_taken_or_excluded(const io::Description& model, const Json& example, const std::string& loss,
                              const std::vector<const Change*>& changes, Tally& tally) {
  Json problem = example;
  std::string what = std::string(model.name) + " with " + loss;
  for (const Change* change : changes) {
    apply(change->patch, problem);
    if (!change->patch.is_null()) what += ", " + change->path + " " + change->value;
  }
  if (model.losses.size() > 1) problem["loss"] = loss;
  problem["limits"] = {{"max_items", 30}};
  const std::string why = refusal(problem);
  const Expected verdict = expected(model, changes, loss);
  verdict == Expected::refused ? ++tally.excluded : ++tally.tried;
  if (verdict == Expected::refused) {
    EXPECT_NE(why, "") << what << " is an exclusion, and yet it is taken: " << problem.dump();
  } else if (verdict == Expected::taken) {
    EXPECT_EQ(why, "") << what << ": " << problem.dump();
  }
}

void try_everything(const io::Description& model) {
  Tally tally;
  for (const std::string_view loss : model.losses) {
    Json example = io::problem_example(model);
    if (loss == "risk") {  // is judged on items, not by a state
      example["target"] = {{std::string(model.target_instead), model.example_items}};
    }
    const std::string name(loss);
    const auto all_efforts = efforts(model, example), all_rules = rules(model), all_forms = forms(model, example);
    for (const Change& effort : all_efforts) {
      for (const Change& rule : all_rules) expect_taken_or_excluded(model, example, name, {&effort, &rule}, tally);
      for (const Change& form : all_forms) expect_taken_or_excluded(model, example, name, {&effort, &form}, tally);
    }
    for (const Change& rule : all_rules) {
      for (const Change& form : all_forms) expect_taken_or_excluded(model, example, name, {&rule, &form}, tally);
    }
  }
  EXPECT_GT(tally.tried, 5) << model.name;
}

class Advertised : public testing::TestWithParam<std::string> {};

TEST_P(Advertised, IsTakenOrExcluded) {
  for (const io::Description* model : io::descriptions()) {
    if (model->name == GetParam()) try_everything(*model);
  }
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const io::Description* model : io::descriptions()) {
    if (!model->black_box) all.emplace_back(model->name);  // needs a program of somebody's own
  }
  return all;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Models, Advertised, testing::ValuesIn(names()), test_name);

}  // namespace
}  // namespace didact::io::advertised_test
