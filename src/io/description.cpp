#include "io/description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::io {

std::string domain_text(const Parameter& parameter) {
  const std::string each = parameter.shape.empty() ? "" : "each ";
  switch (parameter.domain) {
    case Domain::real:
      return "";
    case Domain::positive:
      return each + "> 0";
    case Domain::pseudo_count:
      return each + "> 0";
    case Domain::nonnegative:
      return each + ">= 0";
    case Domain::probability:
      return each + "in [0, 1]";
    case Domain::positive_probability:
      return each + "in (0, 1]";
    case Domain::simplex:
      return fmt::format("each in [0, 1], {}together 1", parameter.shape.size() > 1 ? "each row " : "");
    case Domain::positive_definite:
      return "symmetric positive definite";
  }
  return "";
}

Parameter free_parameter(std::string_view name, std::string_view meaning, Json example, std::string_view what,
                         Json schema) {
  return {name, "", meaning, Domain::real, std::move(example), false, std::move(schema), what};
}

std::string shape_text(const Parameter& parameter) {
  if (!parameter.what.empty()) return std::string(parameter.what);
  if (parameter.shape.empty()) return "number";
  if (parameter.shape.size() == 1) return fmt::format("list of {}", parameter.shape);
  return fmt::format("{} matrix", parameter.shape);
}

bool Description::takes_effort(std::string_view term) const {
  return std::find(efforts.begin(), efforts.end(), term) != efforts.end();
}

bool Description::takes_rule(std::string_view rule) const {
  return std::find(item_rules.begin(), item_rules.end(), rule) != item_rules.end();
}

std::vector<std::string_view> names_of(const std::vector<Parameter>& parameters) {
  std::vector<std::string_view> names;
  for (const Parameter& p : parameters) names.push_back(p.name);
  return names;
}

ItemDomain assumed_domain(const Description& model, const Sizes& sizes) {
  ItemDomain domain = model.domain;
  if (model.labels()) {
    const auto K = sizes.of('K');
    domain.range[0].high = K ? static_cast<double>(*K) : infinity;
  } else if (const auto D = sizes.of('D'); model.vector && D) {
    domain.range.assign(static_cast<std::size_t>(*D), domain.range[0]);
  }
  return domain;
}

Json example_items_json(const Matrix& rows, bool vector) {
  Json list = Json::array();
  for (Index i = 0; i < rows.rows(); ++i) {
    const Vector rounded = rows.row(i).transpose().unaryExpr([](double x) { return std::round(x * 100) / 100; });
    list.push_back(vector ? to_json(rounded) : number(rounded[0]));
  }
  return list;
}

bool Description::needs_pool(std::string_view path) const {
  return std::any_of(exclusions.begin(), exclusions.end(), [&](const Exclusion& exclusion) {
    return exclusion.path == path && exclusion.loss.empty() && exclusion.without_pool;
  });
}

std::vector<Exclusion> exclusions_of(const solvers::FamilyTraits& family, const Description& model) {
  std::vector<Exclusion> found;
  const bool units = solvers::carries_units(family, model.domain);
  for (const std::string_view loss : model.losses) {
    const auto refused = [&](bool is_point, std::size_t learners, Judge judge, const Effort& effort) {
      return !solvers::loss_mistake(family, {loss_named(loss), is_point, learners, judge, false, effort}).field.empty();
    };
    if (refused(false, 1, Judge::expected, {})) found.push_back({.path = "target.belief", .loss = loss});
    const bool mean = refused(true, 2, Judge::expected, {}), worst = refused(true, 2, Judge::worst, {});
    if (mean && worst) found.push_back({.path = "learner.one_of", .loss = loss});
    if (mean != worst) found.push_back({.path = "learner.judge", .value = mean ? "expected" : "worst", .loss = loss});
    if (!worst && model.takes_effort("magnitude") && refused(true, 2, Judge::worst, magnitude(1))) {
      found.push_back({.path = "effort.magnitude", .loss = loss, .beside = "learner.one_of"});
    }
    if (model.takes_effort("closeness") && refused(true, 1, Judge::expected, closeness(1))) {
      found.push_back({.path = "effort.closeness", .loss = loss});
    }
    if (units && model.takes_effort("per_unit") && refused(true, 1, Judge::expected, per_unit(1))) {
      found.push_back({.path = "effort.per_unit", .loss = loss, .without_pool = true});
    }
  }
  if (model.takes_effort("per_unit") && !units) {
    found.push_back({.path = "effort.per_unit", .without_pool = true});
  }
  return found;
}

std::string_view to_string(Drawing drawing) {
  switch (drawing) {
    case Drawing::plain:
      return "plain";
    case Drawing::categories:
      return "categories";
    case Drawing::line:
      return "line";
    case Drawing::vectors:
      return "vectors";
    case Drawing::regression:
      return "regression";
    case Drawing::separator:
      return "separator";
    case Drawing::naive_bayes:
      return "naive-bayes";
    case Drawing::gaussian_naive_bayes:
      return "gaussian-naive-bayes";
    case Drawing::markov_chain:
      return "markov-chain";
    case Drawing::threshold:
      return "threshold";
    case Drawing::hypotheses:
      return "hypotheses";
    case Drawing::concepts:
      return "concepts";
  }
  return "plain";
}

}  // namespace didact::io
