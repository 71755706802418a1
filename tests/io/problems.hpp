#pragma once
// Problems to test with: each model's own example, changed by a merge patch (RFC 7396: null removes a key).

#include "folder.hpp"
#include "io/registry.hpp"
#include "io/template.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace didact::io {

inline Json parsed(const std::string& text) {
  Errors errors;
  Json json = parse_json(text, errors);
  for (const Error& error : errors.list()) ADD_FAILURE() << error.text() << " in " << text;
  return json;
}

inline const Model& model(const std::string& name) {
  Errors errors;
  const Model* const found = find_model(name, "model", errors);
  if (!found) throw InvalidProblem(errors.list());
  return *found;
}

inline Json problem(const std::string& model_name, const std::string& patch = "{}") {
  Json json = problem_example(model(model_name).description());
  json.merge_patch(parsed(patch));
  return json;
}

/// What is wrong with a problem, one text a mistake.
inline std::vector<std::string> mistakes(const Json& json, const Context& context = {}) {
  Errors errors;
  if (const Model* const found = model_of(json, errors)) found->read(json, context, errors);
  std::vector<std::string> texts;
  for (const Error& error : errors.list()) texts.push_back(error.text());
  return texts;
}

}  // namespace didact::io
