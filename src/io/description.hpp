#pragma once
// What a model says about itself, as data: the one source of the schema, the templates and every listing.

#include "io/json.hpp"
#include "io/values.hpp"
#include <didact/core/learner.hpp>
#include <didact/solvers/squared_view.hpp>

#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace didact::io {

struct Parameter {
  std::string_view name;
  std::string_view shape;
  std::string_view meaning;
  Domain domain;
  Json example;
  bool optional = false;             ///< may be left out
  Json schema = nullptr;             ///< where it is no number or list of numbers
  std::string_view what = {};        ///< and what it is then called
  std::string_view instead_of = {};  ///< given in place of that one
};

struct Description {
  std::string_view name;
  std::string_view summary;
  std::string_view item;
  std::vector<Parameter> known;
  std::vector<Parameter> prior;
  std::vector<Parameter> target;
  ItemDomain domain;    ///< of the example
  Json example_items;   ///< as the example's target would draw them
  bool vector = false;  ///< items (their x, where they have labels) are lists of numbers

  // What sets a model apart from the conjugate ones.
  bool conjugate = true;                          ///< takes target.belief, target.data
  bool takes_class = true;                        ///< and one_of
  bool labelled = false;                          ///< items are {x, y}
  bool may_have_labels = false;                   ///< items are categories in some of its problems
  std::vector<std::string_view> losses = {"kl"};  ///< the first is the default
  std::string_view target_instead;                ///< an optional part of `target` that may stand for those it needs
  std::vector<std::string_view> item_rules;       ///< of range, integers, distinct, pool: those with a meaning
  std::vector<std::string_view> efforts;          ///< beyond per_item, of_size and fixed
  Json example_effort = Json{{"per_item", 0.3}};  ///< one with which the example has a best lesson
  std::optional<Parameter> whole_target;          ///< a target that is one value, not an object of parameters
  Json item_schema = nullptr;                     ///< of one item, where nothing above describes it
  Json example_rules = nullptr;                   ///< `items`, where the example has some
  bool needs_items = false;                       ///< `items` must be given
  bool takes_effort(std::string_view term) const;
  bool takes_rule(std::string_view rule) const;
  bool labels() const { return domain.labels; }

  // What `names` names, where items are no categories themselves: "classes", and the letter of their number.
  std::string_view named;
  char named_size = 'K';
  bool fits_data = false;  ///< takes target.data, where it is not conjugate
  bool has_parts = false;  ///< made of other models: a list of learners, of targets, and of answers
};

/// Text, or whatever this schema says.
Parameter free_parameter(std::string_view name, std::string_view meaning, Json example, std::string_view what = "text",
                         Json schema = {{"type", "string"}});

/// "> 0", "in [0, 1]", "each in [0, 1], together 1", …
std::string domain_text(const Parameter& parameter);
/// "number", "list of K", "D x D matrix"
std::string shape_text(const Parameter& parameter);

std::vector<std::string_view> names_of(const std::vector<Parameter>& parameters);

/// The model's domain for these sizes, where a learner could not be read to say it itself.
ItemDomain assumed_domain(const Description& model, const Sizes& sizes);

Json example_items_json(const Matrix& rows, bool vector);

template <class Owner, class... Fields>
std::vector<Parameter> parameters(const std::tuple<Fields...>& fields, const Owner& owner) {
  std::vector<Parameter> list;
  std::apply(
      [&](const auto&... f) {
        (list.push_back({f.name, f.shape, f.meaning, f.domain, to_json(owner.*f.member)}), ...);
      },
      fields);
  return list;
}

template <Learner L>
Description describe() {
  const L learner;
  const typename L::Target target;
  Description model{L::name, L::summary, L::item};
  model.known = parameters(L::known_fields(), learner);
  model.prior = parameters(L::prior_fields(), learner);
  model.target = parameters(L::Target::fields(), target);
  model.domain = learner.domain();
  if constexpr (solvers::OffersSquaredLoss<L>) model.losses = {"kl", "squared"};
  model.efforts = {model.labels() ? "per_category" : "magnitude"};
  if (!model.labels()) model.efforts.push_back("closeness");
  if (!model.labels()) model.item_rules = {"range", "integers"};
  model.item_rules.push_back("distinct");
  model.item_rules.push_back("pool");
  for (const Parameter& p : model.prior) model.vector |= p.shape.starts_with('D');
  Random random(4);
  Matrix rows(4, model.domain.dimension());
  for (Index i = 0; i < rows.rows(); ++i) rows.row(i) = learner.sample(target, random).transpose();
  model.example_items = example_items_json(rows, model.vector);
  return model;
}

}  // namespace didact::io
