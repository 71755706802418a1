#include "io/product_parts.hpp"

#include "io/registry.hpp"
#include "io/setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace didact::io {
namespace {

/// The list under `parts`, which an object has and nothing else.
std::optional<Node> list_of_parts(const Node& node, std::initializer_list<std::string_view> keys) {
  if (!node.is_object_of(keys)) return {};
  const auto parts = node.need("parts");
  if (!parts || !parts->is_list()) return {};
  return parts;
}

const Model* model_of_part(const Node& learner) {
  if (!learner.json().is_object()) {
    learner.expected(R"(a learner such as {"model": "poisson", "prior": {…}})");
    return nullptr;
  }
  const auto name = learner.need("model");
  const auto text = name ? name->string() : std::nullopt;
  const Model* const model = text ? find_model(*text, name->path(), learner.errors()) : nullptr;
  if (model && model->description().has_parts) {
    name->error("a product cannot be part of a product: list its parts themselves");
    return nullptr;
  }
  return model;
}

bool as_many(const Node& list, std::size_t count) {
  if (list.json().size() == count) return true;
  list.error(fmt::format("must have {}, one for each of learner.parts, got {}", count, list.json().size()));
  return false;
}

/// One value for all parts, or {"parts": […]} with one for each, of which null is none.
void share(const Node& root, std::string_view key, std::vector<Part>& parts) {
  const auto node = root.find(key);
  if (!node) return;
  if (!node->has("parts")) {
    for (Part& part : parts) part.json[std::string(key)] = node->json();
    return;
  }
  const auto list = list_of_parts(*node, {"parts"});
  if (!list || !as_many(*list, parts.size())) return;
  for (Part& part : parts) {
    const Json& value = list->json()[part.index];
    part.own.emplace_back(key);
    if (!value.is_null()) part.json[std::string(key)] = value;
  }
}

void refuse(const Node& root, std::string_view key, std::string_view why) {
  if (const auto node = root.find(key)) node->error(std::string(why));
}

/// Paths that a message mentions are the part's too.
std::string moved_text(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size()) text.replace(at, from.size(), to);
  return text;
}

}  // namespace

std::span<const std::string_view> shared_keys() {
  static constexpr std::array<std::string_view, 3> keys = {"effort", "items", "size"};
  return keys;
}

std::string Part::path(const std::string& inside) const {
  const std::string key = inside.substr(0, inside.find_first_of(".["));
  if (std::find(own.begin(), own.end(), key) == own.end()) return inside;
  return fmt::format("{}.parts[{}]{}", key, index, inside.substr(key.size()));
}

Error Part::moved(const Error& error) const {
  Error here{path(error.path), error.message};
  for (const std::string& key : own) {
    here.message = moved_text(std::move(here.message), key + ".", fmt::format("{}.parts[{}].", key, index));
  }
  return here;
}

std::vector<Part> read_parts(const Json& problem, Errors& errors) {
  const std::size_t before = errors.count();
  const Node root(problem, "", errors);
  root.is_object_of(problem_keys());
  refuse(root, "names", "is not supported for product: categories and classes of its parts go by their numbers");
  refuse(root, "loss", "is not supported for product: each part has its model's own default");
  const auto learners = list_of_parts(root["learner"], {"model", "parts"});
  const auto target = root.need("target");
  const auto targets = target ? list_of_parts(*target, {"parts"}) : std::nullopt;
  if (!learners) return {};
  if (learners->json().empty()) learners->error("must not be empty");
  std::vector<Part> parts;
  for (std::size_t i = 0; i < learners->json().size(); ++i) {
    parts.push_back(
        {model_of_part((*learners)[i]), {{"learner", learners->json()[i]}}, i, {"learner", "target"}, nullptr});
  }
  if (targets && as_many(*targets, parts.size())) {
    for (Part& part : parts) part.json["target"] = targets->json()[part.index];
  }
  for (const std::string_view key : shared_keys()) share(root, key, parts);
  if (const auto limits = root.find("limits")) {
    for (Part& part : parts) part.json["limits"] = limits->json();
  }
  if (const auto schema = root.find("$schema")) schema->string();
  if (errors.count() > before) parts.clear();
  return parts;
}

}  // namespace didact::io
