#pragma once
// The models that didact knows.

#include "io/model.hpp"

#include <memory>
#include <string_view>
#include <vector>

namespace didact::io {

const std::vector<std::unique_ptr<const Model>>& models();
std::vector<const Description*> descriptions();  ///< of all of them

/// The model of this name; an unknown one is an error at `path` that names the nearest.
const Model* find_model(std::string_view name, const std::string& path, Errors& errors);

/// The model of a problem, from its learner.model, be it one that came along; null and errors if it has none.
const Model* model_of(const Json& problem, Errors& errors, const Context& context = {});

/// The problem that JSON describes, or the text of a file. Throws InvalidProblem.
std::shared_ptr<const Problem> read_problem(Json json, const Context& context = {});
std::shared_ptr<const Problem> parse_problem(const std::string& text, const Context& context = {});

}  // namespace didact::io
