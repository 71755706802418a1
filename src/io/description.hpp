#pragma once
// What a model says about itself, as data: the one source of the schema, the templates and every listing.

#include "io/json.hpp"
#include "io/values.hpp"
#include <didact/core/learner.hpp>
#include <didact/learners/internal/curves.hpp>
#include <didact/solvers/internal/conjugate.hpp>

#include <functional>
#include <limits>
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

/// How a model's lessons are drawn.
enum class Drawing {
  plain,  ///< items and parameters in words
  categories,
  line,     ///< items that are numbers, by the learner's own curves
  vectors,  ///< items that are vectors
  regression,
  separator,
  naive_bayes,
  gaussian_naive_bayes,
  markov_chain,
  threshold,
  hypotheses,
  concepts,
};
std::string_view to_string(Drawing drawing);

/// What a model takes, but not beside everything else that it takes.
struct Exclusion {
  std::string_view path;         ///< a key of a problem
  std::string_view value = {};   ///< with this value of it alone; empty: with any
  std::string_view loss = {};    ///< beside this loss alone; empty: beside any
  std::string_view beside = {};  ///< where this key is there too; empty: always
  bool without_pool = false;     ///< over a pool it is taken all the same
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
  std::vector<Exclusion> exclusions;
  /// Whether it takes the key at this path over a pool alone.
  bool needs_pool(std::string_view path) const;
  bool labels() const { return domain.labels; }

  // What `names` names, where items are no categories themselves: "classes", and the letter of their number.
  std::string_view named;
  char named_size = 'K';
  bool fits_data = false;  ///< takes target.data, where it is not conjugate
  bool black_box = false;  ///< judges sets by somebody else's program, which may judge anew
  bool has_parts = false;  ///< made of other models: a list of learners, of targets, and of answers

  Drawing drawing = Drawing::plain;
  // Where it is a line: how a learner's items are distributed for a target, and what a belief says of a parameter. Both
  // read objects as problems and answers have them; nothing where a number is missing or infinite.
  std::function<std::optional<Curve>(const Json& learner, const Json& target)> item_curve;
  std::function<std::optional<Curve>(const Json& belief, std::string_view parameter)> belief_curve;
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

/// The plain numbers of an object; NaN for what is missing or infinite.
template <class Owner, class... Fields>
void load_numbers(const std::tuple<Fields...>& fields, const Json& json, Owner& owner) {
  auto load = [&](const auto& field) {
    auto& member = owner.*field.member;
    if constexpr (std::is_same_v<decltype(member), double&>) {
      const std::string name(field.name);
      const bool given = json.is_object() && json.contains(name) && json[name].is_number();
      member = given ? json[name].template get<double>() : std::numeric_limits<double>::quiet_NaN();
    }
  };
  std::apply([&](const auto&... field) { (load(field), ...); }, fields);
}

template <OffersCurves L>
void describe_curves(Description& model) {
  model.drawing = Drawing::line;
  model.item_curve = [](const Json& learner, const Json& target) {
    L known;
    typename L::Target point;
    load_numbers(L::known_fields(), learner, known);
    load_numbers(L::Target::fields(), target, point);
    return known.item_curve(point);
  };
  model.belief_curve = [](const Json& belief, std::string_view parameter) {
    L learner;
    load_numbers(L::prior_fields(), belief, learner);
    return learner.belief_curve(parameter);
  };
}

/// What the solvers refuse beside the losses of a family, found by asking them; and per_unit, where it takes a pool.
std::vector<Exclusion> exclusions_of(const solvers::FamilyTraits& family, const Description& model);

template <Learner L>
Description describe() {
  const L learner;
  const typename L::Target target;
  Description model{L::name, L::summary, L::item};
  model.known = parameters(L::known_fields(), learner);
  model.prior = parameters(L::prior_fields(), learner);
  model.target = parameters(L::Target::fields(), target);
  model.domain = learner.domain();
  model.losses.clear();
  for (const auto& [loss_name, loss] : named_losses) {
    if (solvers::traits_of<L>().by(loss).offered) model.losses.push_back(loss_name);
  }
  if (model.labels()) {
    model.efforts = {"per_category"};
  } else if constexpr (OffersItemOf<L>) {  // the sum of the statistics says nothing of squares or of whole items
    model.efforts = {"per_unit"};
    model.item_rules = {"range"};
  } else {
    model.efforts = {"magnitude", "per_unit", "closeness"};
    model.item_rules = {"range", "integers"};
  }
  model.item_rules.push_back("distinct");
  model.item_rules.push_back("pool");
  model.exclusions = exclusions_of(solvers::traits_of<L>(), model);
  for (const Parameter& p : model.prior) model.vector |= p.shape.starts_with('D');
  const Interval both{0, 1};
  if (model.labels() || (model.domain.integers && model.domain.range[0] == both)) model.drawing = Drawing::categories;
  if (model.vector) model.drawing = Drawing::vectors;
  if constexpr (OffersCurves<L>) describe_curves<L>(model);
  Random random(4);
  Matrix rows(4, model.domain.dimension());
  for (Index i = 0; i < rows.rows(); ++i) rows.row(i) = learner.sample(target, random).transpose();
  model.example_items = example_items_json(rows, model.vector);
  return model;
}

}  // namespace didact::io
