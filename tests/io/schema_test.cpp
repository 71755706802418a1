// The schema accepts what the reader accepts, and refuses typical mistakes.

#include "io/schema.hpp"

#include "paths.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wshadow"
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#pragma GCC diagnostic pop

#include "problems.hpp"

namespace didact::io::schema_test {
namespace {

class Schema : public testing::Test {
 protected:
  Schema() {
    std::vector<const Description*> all;
    for (const auto& model : models()) all.push_back(&model->description());
    document_ = nlohmann::json(problem_schema(all));
    const valijson::adapters::NlohmannJsonAdapter adapter(document_);
    valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(adapter, schema_);
  }

  bool accepts(const Json& json) {
    const nlohmann::json plain = json;
    const valijson::adapters::NlohmannJsonAdapter adapter(plain);
    return valijson::Validator().validate(schema_, adapter, nullptr);
  }

 private:
  nlohmann::json document_;
  valijson::Schema schema_;
};

TEST_F(Schema, AcceptsEveryModelsExample) {
  for (const auto& model : models()) {
    EXPECT_TRUE(accepts(problem_example(model->description()))) << model->description().name;
    EXPECT_TRUE(accepts(parsed(problem_template(model->description())))) << model->description().name;
  }
}

TEST_F(Schema, AcceptsTheRepositorysExamples) {
  for (const auto& entry : std::filesystem::directory_iterator(paths::source("examples"))) {
    if (entry.path().extension() != ".json") continue;
    Errors errors;
    EXPECT_TRUE(accepts(parsed(read_text(entry.path(), "", errors)))) << entry.path();
  }
}

TEST_F(Schema, AcceptsEveryOptionalKey) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"categorical", R"({"names": ["a", "b", "c"], "items": {"distinct": true}, "size": [1, 3], "loss": "kl",
                          "limits": {"max_items": 10, "seconds": 0.5}, "learner": {"has_seen": ["a", 2]},
                          "effort": {"per_category": [1, 2, 3], "of_size": "n", "fixed": 1}, "$schema": "x"})"},
      {"categorical", R"({"target": {"pi": null, "data": "items.csv"}, "size": 3})"},
      {"gaussian", R"({"items": {"range": [0, 1], "integers": true}, "effort": {"magnitude": 1}})"},
      {"gaussian", R"({"learner": {"has_seen": [1, [2]]}})"},
      {"multivariate-gaussian-mean", R"({"items": {"range": [[0, 1], [2, 3]]}, "learner": {"has_seen": [[1, 2]]}})"},
      {"bernoulli",
       R"({"learner": {"prior": null, "judge": "worst", "one_of": [{"prior": {"alpha": 1, "beta": 1}}]}})"},
      {"bernoulli", R"({"target": {"p": null, "belief": [{"weight": 1, "target": {"p": 0.5}}]}})"},
      {"bernoulli", R"({"target": {"p": null, "belief": {"alpha": 1, "beta": 2}}})"},
      {"gaussian-naive-bayes",
       R"({"items": {"range": [[0, 1], [2, 3]]}, "names": ["a", "b"], "effort": {"magnitude": 1},
                                   "learner": {"has_seen": [{"label": "a", "x": [1, 2]}]}})"},
      {"product", R"({"size": {"parts": [3, null]}, "items": {"parts": [{"integers": true}, null]},
                      "effort": {"per_item": null, "parts": [null, {"of_size": "n"}]}})"},
      {"product", R"({"size": 3, "items": {"range": [0, 5]}, "effort": {"magnitude": 1}})"},
      {"program",
       R"({"learner": {"timeout": 1.5, "workers": 3, "has_seen": [3, [1, 2], {"x": [1], "y": 2}]}, "target": [1],
                      "effort": {"closeness": 1, "magnitude": 1}, "items": {"pool": null, "range": [[0, 1], [2, 3]]}})"},
      {"program",
       R"({"items": {"pool": "rows.csv", "columns": ["a", 2], "y": "y", "names": 1, "cost": "c", "repeat": true,
                                "must_include": ["first", 2], "must_exclude": [3]}})"},
  };
  for (const auto& [name, patch] : cases) {
    EXPECT_TRUE(accepts(problem(name, patch))) << patch;
  }
}

TEST_F(Schema, RefusesTypicalMistakes) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"categorical", R"({"learner": {"model": "categorial"}})"},
      {"categorical", R"({"learner": {"prior": {"beta": [6, 3, -1]}}})"},
      {"categorical", R"({"learner": {"prior": {"beta": [6, 3, "1"]}}})"},
      {"categorical", R"({"learner": {"prior": {"beta": []}}})"},
      {"categorical", R"({"learner": {"prior": {"betas": [1]}}})"},
      {"categorical", R"({"learner": {"prior": null}})"},
      {"categorical", R"({"learner": {"one_of": [{"weight": 1, "prior": {"beta": [1, 1, 1]}}]}})"},
      {"categorical", R"({"learner": null})"},
      {"categorical", R"({"target": null})"},
      {"categorical", R"({"target": {"pi": null}})"},
      {"categorical", R"({"target": {"pi": [-0.1, 0.5, 0.6]}})"},
      {"categorical", R"({"target": {"data": [1]}})"},
      {"categorical", R"({"target": {"p": 0.5}})"},
      {"categorical", R"({"effort": {"per_itme": 1}})"},
      {"categorical", R"({"effort": {"per_item": -1}})"},
      {"categorical", R"({"effort": {"magnitude": 1}})"},
      {"categorical", R"({"effort": 0.3})"},
      {"categorical", R"({"items": {"range": [0, 1]}})"},
      {"categorical", R"({"size": -1})"},
      {"categorical", R"({"size": [1]})"},
      {"categorical", R"({"loss": "risk"})"},
      {"categorical", R"({"limits": {"max_items": 1.5}})"},
      {"categorical", R"({"efort": {}})"},
      {"gaussian", R"({"effort": {"per_category": [1]}})"},
      {"gaussian", R"({"names": ["a"]})"},
      {"gaussian", R"({"items": {"range": [0]}})"},
      {"gaussian-mean", R"({"learner": {"variance": null}})"},
      {"geometric", R"({"target": {"p": 0}})"},
      {"multivariate-gaussian", R"({"target": {"covariance": [1, 2, 3]}})"},
      {"gaussian-naive-bayes", R"({"learner": {"prior": {"features": [[{"mean": 1}]]}}})"},
      {"gaussian-naive-bayes", R"({"target": {"features": [[{"mean": 1, "variance": 0}]]}})"},
      {"product", R"({"learner": {"parts": [{"model": "poison"}]}})"},
      {"product", R"({"learner": {"parts": null}})"},
      {"product", R"({"effort": {"parts": [null, null]}})"},
      {"product", R"({"names": ["a"]})"},
      {"gaussian", R"({"size": {"parts": [1]}})"},
      {"program", R"({"items": null})"},
      {"program", R"({"target": null})"},
      {"program", R"({"loss": "kl"})"},
      {"program", R"({"learner": {"command": "python3"}})"},
      {"program", R"({"learner": {"command": []}})"},
      {"program", R"({"learner": {"workers": 0}})"},
      {"program", R"({"learner": {"timeout": -1}})"},
  };
  for (const auto& [name, patch] : cases) {
    EXPECT_FALSE(accepts(problem(name, patch))) << patch;
    EXPECT_FALSE(mistakes(problem(name, patch)).empty()) << patch;
  }
}

}  // namespace
}  // namespace didact::io::schema_test
