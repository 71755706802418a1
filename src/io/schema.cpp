#include "io/schema.hpp"

#include "io/effort_terms.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace didact::io {
namespace {

Json described(Json schema, std::string_view text) {
  schema["description"] = text;
  return schema;
}

Json type(std::string_view name) {
  return {{"type", name}};
}
Json reference(std::string_view name) {
  return {{"$ref", fmt::format("#/definitions/{}", name)}};
}
Json list_of(Json entry) {
  return {{"type", "array"}, {"items", std::move(entry)}};
}
Json nonempty_list_of(Json entry) {
  return {{"type", "array"}, {"minItems", 1}, {"items", std::move(entry)}};
}
Json any_of(std::vector<Json> choices) {
  return {{"anyOf", std::move(choices)}};
}
Json whole(int least) {
  return {{"type", "integer"}, {"minimum", least}};
}
Json nothing(std::string_view why) {
  return described({{"not", Json::object()}}, why);
}

/// An object of these members and no others.
Json object_of(Json properties, std::vector<std::string> required = {}) {
  Json schema = {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
  if (!required.empty()) schema["required"] = required;
  return schema;
}

Json entry_of(Domain domain) {
  switch (domain) {
    case Domain::positive:
      return {{"type", "number"}, {"exclusiveMinimum", 0}};
    case Domain::pseudo_count:
      return {{"type", "number"}, {"exclusiveMinimum", 0}, {"maximum", largest_size}};
    case Domain::nonnegative:
      return {{"type", "number"}, {"minimum", 0}};
    case Domain::probability:
    case Domain::simplex:
      return {{"type", "number"}, {"minimum", 0}, {"maximum", 1}};
    case Domain::positive_probability:
      return {{"type", "number"}, {"exclusiveMinimum", 0}, {"maximum", 1}};
    case Domain::real:
    case Domain::positive_definite:
      return type("number");
  }
  return type("number");
}

Json parameter_schema(const Parameter& parameter) {
  Json schema = parameter.schema.is_null() ? entry_of(parameter.domain) : parameter.schema;
  for (const char c : parameter.shape) {
    if (c != 'x') schema = nonempty_list_of(std::move(schema));
  }
  const std::string domain = domain_text(parameter);
  schema = described(std::move(schema), fmt::format("{}{}{}", parameter.meaning, domain.empty() ? "" : "; ", domain));
  schema["examples"] = Json::array({parameter.example});
  return schema;
}

Json parameters_schema(const std::vector<Parameter>& parameters) {
  Json properties = Json::object();
  std::vector<std::string> required;
  for (const Parameter& p : parameters) {
    properties[std::string(p.name)] = parameter_schema(p);
    if (!p.optional) required.emplace_back(p.name);
  }
  return object_of(std::move(properties), std::move(required));
}

Json where_schema() {
  Json where = type("object");
  where["additionalProperties"] = any_of({type("string"), type("number")});
  return described(std::move(where), "only rows in which these columns say this");
}

/// Some columns of some rows of a CSV.
Json part_schema() {
  const Json column = any_of({type("string"), whole(1)});
  return described(
      object_of(
          {{"file", type("string")}, {"columns", nonempty_list_of(column)}, {"y", column}, {"where", where_schema()}},
          {"file"}),
      "some columns of a CSV file");
}

Json items_schema(const Description& model) {
  Json item = any_of({type("number"), {{"type", "array"}, {"minItems", 1}, {"maxItems", 1}}});
  if (model.labels()) item = any_of({whole(1), type("string")});
  if (model.vector) item = nonempty_list_of(type("number"));
  if (model.labelled) {
    const Json coordinate = any_of({type("number"), type("string")});
    const Json x = model.vector ? any_of({coordinate, list_of(coordinate)}) : coordinate;
    item = any_of({object_of({{"x", x}, {"y", type("number")}}, {"x", "y"}), list_of(coordinate)});
  }
  if (!model.item_schema.is_null()) item = model.item_schema;
  return any_of({described(type("string"), "a CSV file, one item a row"), list_of(std::move(item)), part_schema()});
}

Json learner_schema(const Description& model) {
  const Json prior = parameters_schema(model.prior);
  Json properties = {{"model", {{"const", model.name}}}};
  std::vector<std::string> required = {"model"};
  for (const Parameter& p : model.known) {
    properties[std::string(p.name)] = parameter_schema(p);
    const bool replaced = std::any_of(model.prior.begin(), model.prior.end(),
                                      [&](const Parameter& other) { return other.instead_of == p.name; });
    if (!p.optional && p.instead_of.empty() && !replaced) required.emplace_back(p.name);
  }
  if (!model.prior.empty()) properties["prior"] = described(prior, "what the learner believes now");
  if (!model.conjugate) {
    if (!model.prior.empty()) required.emplace_back("prior");
    if (!model.has_parts) {
      properties["has_seen"] = described(items_schema(model), "examples that it learned from before");
    }
    Json alternatives = Json::array();
    for (const Parameter& p : model.known) {
      if (p.instead_of.empty()) continue;
      std::erase(required, p.instead_of);
      alternatives = {{{"required", {p.instead_of}}}, {{"required", {p.name}}}};
    }
    Json schema = described(object_of(std::move(properties), std::move(required)), model.summary);
    if (!alternatives.empty()) schema["oneOf"] = alternatives;
    return schema;
  }
  properties["has_seen"] = described(items_schema(model), "examples that it learned from before");
  if (!model.takes_class) {
    required.emplace_back("prior");
    return described(object_of(std::move(properties), std::move(required)), model.summary);
  }
  properties["one_of"] =
      described(nonempty_list_of(object_of({{"weight", entry_of(Domain::probability)}, {"prior", prior}}, {"prior"})),
                "instead of prior: several learners, one of whom is taught");
  properties["judge"] = {{"enum", {"expected", "worst"}},
                         {"description", "judge one_of by the weighted mean of the losses, or by the worst"}};
  Json schema = object_of(std::move(properties), std::move(required));
  schema["oneOf"] = {{{"required", {"prior"}}}, {{"required", {"one_of"}}}};
  schema["description"] = model.summary;
  return schema;
}

Json target_schema(const Description& model) {
  if (model.whole_target) return parameter_schema(*model.whole_target);
  Json point = parameters_schema(model.target);
  if (!model.target_instead.empty()) {
    point["anyOf"] = {{{"required", point["required"]}}, {{"required", {model.target_instead}}}};
    point.erase("required");
  }
  Json properties = point["properties"];
  const Json data = described(items_schema(model), "instead of a point: items whose best fit is the target");
  if (!model.conjugate) {
    if (!model.fits_data) return point;
    properties["data"] = data;
    Json schema = object_of(std::move(properties));
    schema["oneOf"] = {{{"required", point["required"]}}, {{"required", {"data"}}}};
    return schema;
  }
  const Json weighted = object_of({{"weight", entry_of(Domain::probability)}, {"target", point}}, {"weight", "target"});
  properties["belief"] = described(any_of({nonempty_list_of(weighted), parameters_schema(model.prior)}),
                                   "instead of a point: the teacher's own belief, as weighted targets or as a prior");
  properties["data"] = data;
  Json schema = object_of(std::move(properties));
  schema["oneOf"] = {{{"required", point["required"]}}, {{"required", {"belief"}}}, {{"required", {"data"}}}};
  return schema;
}

/// One value for all parts of a product, or one for each, of which null is none.
Json for_each_part(Json schema) {
  return any_of({schema, object_of({{"parts", nonempty_list_of(any_of({type("null"), schema}))}}, {"parts"})});
}

Json effort_schema(const Description& model) {
  const Json cost = entry_of(Domain::nonnegative);
  Json properties = Json::object();
  for (const EffortTerm& term : effort_terms()) {
    if (!term.everywhere && !model.has_parts && !model.takes_effort(term.name)) continue;
    const Json value = term.number ? cost : term.example.is_string() ? type("string") : nonempty_list_of(cost);
    properties[std::string(term.name)] = described(value, std::string(term.meaning));
  }
  return described(object_of(std::move(properties)), "what a lesson costs; the terms add up; none: teaching is free");
}

void add_pool(Json& properties) {
  const Json row = any_of({type("number"), list_of(any_of({type("number"), type("string")})), type("object")});
  const Json column = any_of({type("string"), whole(1)});
  properties["pool"] = described(any_of({type("string"), nonempty_list_of(row)}), "a CSV file, or rows: only these");
  properties["columns"] = described(nonempty_list_of(column), "the columns of an item; all that have no other use");
  properties["y"] = described(column, "the column of the labels");
  properties["names"] = described(column, "the column of what to call a row");
  properties["cost"] = described(column, "the column of what each use costs");
  properties["repeat"] = described(type("boolean"), "whether a row may be used more than once");
  properties["where"] = where_schema();
  properties["must_include"] = described(list_of(column), "rows that every set has, by number or name");
  properties["must_exclude"] = described(list_of(column), "rows that no set has, by number or name");
}

Json item_rules_schema(const Description& model) {
  Json properties = Json::object();
  if (model.takes_rule("distinct")) properties["distinct"] = described(type("boolean"), "no item twice");
  if (model.takes_rule("integers")) properties["integers"] = described(type("boolean"), "whole numbers only");
  if (model.takes_rule("pool")) add_pool(properties);
  if (model.takes_rule("range")) {
    Json interval = list_of(type("number"));
    interval["minItems"] = interval["maxItems"] = 2;
    const Json box = any_of({interval, nonempty_list_of(interval)});
    properties["range"] = described(model.labelled ? any_of({box, object_of({{"x", box}, {"y", interval}})}) : box,
                                    "[low, high] for every coordinate, or one such for each");
  }
  return described(object_of(std::move(properties)), "which items the teacher may use");
}

Json common_properties() {
  Json sizes = list_of(whole(0));
  sizes["minItems"] = sizes["maxItems"] = 2;
  return {
      {"$schema", type("string")},
      {"learner", described({{"type", "object"}, {"required", {"model"}}}, "who is taught, and what it believes now")},
      {"target", described(Json::object(), "what it should believe")},
      {"effort", type("object")},
      {"items", type("object")},
      {"size", described(for_each_part(any_of({whole(0), sizes})), "only sets of n items, or of min to max")},
      {"loss", described(type("string"), "how the learner's state is judged")},
      {"names", described(nonempty_list_of(type("string")), "names of the categories")},
      {"limits", object_of({{"max_items", whole(0)}, {"seconds", entry_of(Domain::nonnegative)}})}};
}

/// Which models share their efforts and the rules of their items.
std::string kind_of(const Description& model) {
  if (!model.conjugate || model.labelled) return std::string(model.name);
  if (model.labels()) return "categories";
  return model.takes_rule("integers") ? "numbers" : "real-numbers";
}

Json only_for(const Description& model) {
  Json then = {{"learner", reference(fmt::format("{}-learner", model.name))},
               {"target", reference(fmt::format("{}-target", model.name))},
               {"effort", reference("effort-of-" + kind_of(model))},
               {"items", reference("items-of-" + kind_of(model))},
               {"size", {{"not", type("object")}}},
               {"loss", {{"enum", model.losses}}}};
  if (model.has_parts) {
    for (const char* key : {"effort", "items"}) then[key] = for_each_part(then[key]);
    then.erase("size");
    then["loss"] = nothing("each part has its model's own");
  }
  if (!model.labels() && !model.may_have_labels && model.named.empty())
    then["names"] = nothing("this model has no categories to name");
  const Json named = {{"properties", {{"model", {{"const", model.name}}}}}, {"required", {"model"}}};
  then = {{"properties", then}};
  if (model.needs_items) then["required"] = {"items"};
  return {{"if", {{"properties", {{"learner", named}}}, {"required", {"learner"}}}}, {"then", then}};
}

}  // namespace

Json problem_schema(const std::vector<const Description*>& models) {
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                 {"title", "A teaching problem for didact"},
                 {"type", "object"},
                 {"required", {"learner", "target"}},
                 {"properties", common_properties()},
                 {"additionalProperties", false}};
  Json names = Json::array(), rules = Json::array(), definitions = Json::object();
  std::vector<Json> part_learners;
  for (const Description* model : models) {
    if (!model->has_parts) part_learners.push_back(reference(fmt::format("{}-learner", model->name)));
    definitions["effort-of-" + kind_of(*model)] = effort_schema(*model);
    definitions["items-of-" + kind_of(*model)] = item_rules_schema(*model);
    names.push_back(model->name);
    rules.push_back(only_for(*model));
    definitions[fmt::format("{}-learner", model->name)] = learner_schema(*model);
    definitions[fmt::format("{}-target", model->name)] = target_schema(*model);
  }
  schema["properties"]["learner"]["properties"]["model"]["enum"] = names;
  definitions["part-learner"] = described(any_of(std::move(part_learners)), "a part of a product");
  schema["allOf"] = rules;
  schema["definitions"] = definitions;
  return schema;
}

}  // namespace didact::io
