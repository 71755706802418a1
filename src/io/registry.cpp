#include "io/registry.hpp"

#include "io/concepts_model.hpp"
#include "io/conjugate_model.hpp"
#include "io/gaussian_naive_bayes_model.hpp"
#include "io/hypotheses_model.hpp"
#include "io/linear_model.hpp"
#include "io/markov_chain_model.hpp"
#include "io/naive_bayes_model.hpp"
#include "io/nearest.hpp"
#include "io/product_model.hpp"
#include "io/program_model.hpp"
#include "io/regression_model.hpp"
#include "io/setting.hpp"
#include "io/threshold_model.hpp"
#include <didact/didact.hpp>

#include <fmt/format.h>

namespace didact::io {
namespace {

std::vector<std::unique_ptr<const Model>> make_models() {
  std::vector<std::unique_ptr<const Model>> list;
#define DIDACT_MODEL(L) list.push_back(std::make_unique<ConjugateModel<L>>());
  DIDACT_SHIPPED_LEARNERS(DIDACT_MODEL)
#undef DIDACT_MODEL
  list.push_back(regression_model());
  list.push_back(naive_bayes_model());
  list.push_back(gaussian_naive_bayes_model());
  list.push_back(markov_chain_model());
  list.push_back(product_model());
  list.push_back(threshold_model());
  list.push_back(hypotheses_model());
  list.push_back(concepts_model());
  list.push_back(program_model());
  for (const LinearKind kind : {LinearKind::ridge, LinearKind::logistic, LinearKind::svm}) {
    list.push_back(linear_model(kind));
  }
  return list;
}

}  // namespace

const std::vector<std::unique_ptr<const Model>>& models() {
  static const auto list = make_models();
  return list;
}

std::vector<const Description*> descriptions() {
  std::vector<const Description*> list;
  for (const auto& model : models()) list.push_back(&model->description());
  return list;
}

const Model* find_model(std::string_view name, const std::string& path, Errors& errors) {
  std::vector<std::string_view> known;
  for (const auto& model : models()) {
    if (model->description().name == name) return model.get();
    known.push_back(model->description().name);
  }
  errors.add(path, fmt::format("unknown model {}{}", shown(Json(std::string(name))), suggestion(name, known)));
  return nullptr;
}

const Model* model_of(const Json& problem, Errors& errors, const Context& context) {
  const Node root(problem, "", errors);
  if (!problem.is_object()) {
    root.expected("an object, {\"learner\": …, \"target\": …}");
    return nullptr;
  }
  const auto learner = root.need("learner");
  if (learner && learner->json().is_object()) {
    const auto name = learner->need("model");
    const auto text = name ? name->string() : std::nullopt;
    const Model* const own = context.attached ? context.attached->own_model.get() : nullptr;
    if (own && text == own->description().name) return own;
    if (const Model* model = text ? find_model(*text, "learner.model", errors) : nullptr) return model;
  } else if (learner) {
    learner->expected("an object");
  }
  root.is_object_of(problem_keys());  // what can be said without knowing the model
  root.need("target");
  return nullptr;
}

std::shared_ptr<const Problem> read_problem(Json json, const Context& context) {
  Errors errors;
  std::shared_ptr<const Problem> problem;
  if (const Model* const model = model_of(json, errors, context)) {
    problem = model->read(std::move(json), context, errors);
  }
  throw_if_any(errors);
  return problem;
}

std::shared_ptr<const Problem> parse_problem(const std::string& text, const Context& context) {
  Errors errors;
  Json json = parse_json(text, errors);
  throw_if_any(errors);
  return read_problem(std::move(json), context);
}

}  // namespace didact::io
