#include "io/naive_bayes_model.hpp"

#include "io/documents.hpp"
#include "io/listed_model.hpp"

#include <fmt/format.h>

#include <cmath>

namespace didact::io {
namespace {

/// Word counts of more numbers than this are left to the documents.
constexpr Index most_counts_written = 10'000;

Description described_naive_bayes() {
  Description model = describe_listed<NaiveBayes>();
  const Json text = {{"type", "string"}};
  model.known = {free_parameter("vocabulary", "the words, or a file with one word a line", {"ball", "vote", "law"},
                                "list of V words, or text", {{"anyOf", {text, {{"type", "array"}, {"items", text}}}}})};
  model.known[0].optional = true;
  model.named = "classes";
  model.named_size = 'K';
  model.efforts = {"per_word"};
  model.drawing = Drawing::naive_bayes;
  model.example_effort = {{"per_item", 0.3}, {"per_word", 0.05}};
  model.example_items = Json::array({{{"label", 1}, {"counts", {2, 1, 0}}}, {{"label", 2}, {"counts", {0, 0, 3}}}});
  const Json whole = {{"type", "integer"}, {"minimum", 0}};
  const Json counts = {
      {"anyOf", {{{"type", "array"}, {"items", whole}}, {{"type", "object"}, {"additionalProperties", whole}}}}};
  const Json label = {{"anyOf", {{{"type", "integer"}, {"minimum", 1}}, text}}};
  model.item_schema = {{"type", "object"},
                       {"properties", {{"label", label}, {"counts", counts}}},
                       {"required", {"label", "counts"}},
                       {"additionalProperties", false}};
  return model;
}

class NaiveBayesModel final : public ListedModel<NaiveBayesProblem, DocumentSpelling> {
 public:
  NaiveBayesModel() : ListedModel(described_naive_bayes()) {}

 private:
  DocumentSpelling read_spelling(const Node& learner, std::vector<std::string> names, const NaiveBayes& read,
                                 const Context& context) const override {
    std::vector<std::string> words;
    if (const auto node = learner.find("vocabulary")) words = read_vocabulary(*node, read.vocabulary(), context);
    return {Symbols(std::move(names), static_cast<Index>(read.classes.size()), "a class"),
            Symbols(std::move(words), read.vocabulary(), "a word")};
  }

  void read_own_effort(const Node& effort, NaiveBayesProblem& problem) const override {
    if (const auto cost = effort.find("per_word")) {
      problem.per_word = read_number(*cost, Domain::nonnegative).value_or(0);
    }
  }

  Json counts_json(const DocumentCounts& counts) const override {
    Json json = {{"classes", to_json(counts.classes)}};
    const auto numbers = static_cast<Index>(counts.words.size() * counts.words[0].size());
    if (numbers <= most_counts_written) json["words"] = to_json(counts.words);
    return json;
  }

  bool shows_expectation(const NaiveBayes& learner) const override {
    constexpr Index few = 5;
    return learner.vocabulary() <= few;
  }

  std::string misfit(const NaiveBayes::Target& fitted, const DocumentSpelling& spelling) const override {
    for (std::size_t k = 0; k < fitted.words.size(); ++k) {
      if (!std::isnan(fitted.words[k][0])) continue;
      return fmt::format("gives no words of class {}: at least one of its documents must have some",
                         spelling.classes().text(static_cast<Index>(k)));
    }
    return {};
  }
};

}  // namespace

std::unique_ptr<const Model> naive_bayes_model() {
  return std::make_unique<NaiveBayesModel>();
}

}  // namespace didact::io
