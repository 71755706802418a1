#include "io/gaussian_naive_bayes_model.hpp"

#include "io/labelled_rows.hpp"
#include "io/listed_model.hpp"

#include <fmt/format.h>

#include <cmath>

namespace didact::io {
namespace {

Json schema_of(const std::vector<Parameter>& members) {
  Json properties = Json::object();
  for (const Parameter& member : members) {
    Json& schema = properties[std::string(member.name)] = {{"type", "number"}, {"description", member.meaning}};
    if (member.domain == Domain::positive || member.domain == Domain::pseudo_count) schema["exclusiveMinimum"] = 0;
    if (member.domain == Domain::pseudo_count) schema["maximum"] = largest_size;
  }
  return {
      {"type", "object"}, {"properties", properties}, {"required", names_of(members)}, {"additionalProperties", false}};
}

Description described_gaussian_naive_bayes() {
  Description model = describe_listed<GaussianNaiveBayes>();
  model.prior[1].schema = schema_of(parameters(Gaussian::prior_fields(), Gaussian{}));
  model.prior[1].what = "K x D of {mean, kappa, shape, scale}";
  model.target[1].schema = schema_of(parameters(Gaussian::Target::fields(), Gaussian::Target{}));
  model.target[1].what = "K x D of {mean, variance}";
  model.named = "classes";
  model.vector = true;
  model.domain.range = {{}, {}};
  model.item_rules = {"range"};
  model.efforts = {"magnitude"};
  model.drawing = Drawing::gaussian_naive_bayes;
  model.example_items = Json::array({{{"label", 1}, {"x", {0.5, 2}}}, {{"label", 2}, {"x", {3, -0.5}}}});
  const Json number = {{"type", "number"}};
  const Json label = {{"anyOf", {{{"type", "integer"}, {"minimum", 1}}, {{"type", "string"}}}}};
  model.item_schema = {
      {"type", "object"},
      {"properties", {{"label", label}, {"x", {{"anyOf", {number, {{"type", "array"}, {"items", number}}}}}}}},
      {"required", {"label", "x"}},
      {"additionalProperties", false}};
  return model;
}

class GaussianNaiveBayesModel final : public ListedModel<GaussianNaiveBayesProblem, RowSpelling> {
 public:
  GaussianNaiveBayesModel() : ListedModel(described_gaussian_naive_bayes()) {}

 private:
  RowSpelling read_spelling(const Node&, std::vector<std::string> names, const GaussianNaiveBayes& read,
                            const Context&) const override {
    return {Symbols(std::move(names), static_cast<Index>(read.classes.size()), "a class"), read.dimension()};
  }

  void read_own_effort(const Node&, GaussianNaiveBayesProblem&) const override {}

  Json counts_json(const ClassMoments& moments) const override { return {{"classes", to_json(moments.classes)}}; }

  bool shows_expectation(const GaussianNaiveBayes& learner) const override {
    constexpr Index few = 4;
    return learner.dimension() <= few;
  }

  std::string misfit(const GaussianNaiveBayes::Target& fitted, const RowSpelling& spelling) const override {
    for (std::size_t k = 0; k < fitted.features.size(); ++k) {
      const std::string name = spelling.classes().text(static_cast<Index>(k));
      for (std::size_t d = 0; d < fitted.features[k].size(); ++d) {
        const Gaussian::Target& feature = fitted.features[k][d];
        if (std::isnan(feature.mean)) return fmt::format("gives no rows of class {}", name);
        if (!(feature.variance > 0)) {
          return fmt::format("gives feature {} of class {} no variance: its rows must differ there", d + 1, name);
        }
      }
    }
    return {};
  }
};

}  // namespace

std::unique_ptr<const Model> gaussian_naive_bayes_model() {
  return std::make_unique<GaussianNaiveBayesModel>();
}

}  // namespace didact::io
