#pragma once
// What the picture of one learner's lesson is drawn from, and the ways to draw it.

#include "plot/sheet.hpp"
#include "report/answers.hpp"

#include <optional>

namespace didact::report {

/// One learner, what it is shown, and what becomes of it.
struct Scene {
  const Class& learners;
  const Json& problem;  ///< as the file has it: names, what is known, hypotheses
  const Belief* before = nullptr;
  const Belief* after = nullptr;
  const ItemSet* items = nullptr;
  const WrittenItems* written = nullptr;

  const Json& target() const { return learners.target; }
  /// A member of the problem's learner, or null.
  const Json& known(const std::string& name) const;
  /// Of categories, classes or states: as the problem names them, else their numbers.
  std::vector<std::string> names(std::size_t count) const;
  bool has_items() const { return items && items->rows.rows() > 0; }
};

using Rows = std::vector<plot::Row>;

// One way for each kind of model, in a file for each kind.
Rows category_rows(const Scene& scene);    ///< bernoulli, categorical
Rows line_rows(const Scene& scene);        ///< items that are numbers
Rows vector_rows(const Scene& scene);      ///< items that are vectors
Rows regression_rows(const Scene& scene);  ///< linear-regression, ridge
Rows separator_rows(const Scene& scene);   ///< logistic, svm
Rows naive_bayes_rows(const Scene& scene);
Rows gaussian_naive_bayes_rows(const Scene& scene);
Rows markov_chain_rows(const Scene& scene);
Rows threshold_rows(const Scene& scene);
Rows hypotheses_rows(const Scene& scene);
Rows concepts_rows(const Scene& scene);
/// For a model that none of these knows: what it is shown, and its parameters.
Rows plain_rows(const Scene& scene);

/// What the learner is taken to expect, in the order in which legends have it: before, after, target.
struct View {
  std::string name;
  plot::Ink ink;
  const Json* state;  ///< what it expects, or is to be taught
};
std::vector<View> views(const Scene& scene);
/// The parameters of its belief, before and after.
std::vector<View> beliefs(const Scene& scene);

// Numbers out of JSON; what is missing or infinite is NaN.
double number_in(const Json& json);
double number_in(const Json& object, const std::string& key);
std::vector<double> list_in(const Json& json);
const Json& member(const Json& object, const std::string& key);  ///< or null
/// All finite, and of this size.
std::optional<Vector> vector_in(const Json& json, Index size);
std::optional<Matrix> matrix_in(const Json& json, Index size);

/// A table of the items, as they are written.
plot::Words item_table(const Scene& scene);
/// Column `column` of the items, with how often each is shown.
plot::Curves::Rug rug_of(const Scene& scene, Index column = 0);
/// Two to a row.
Rows in_pairs(std::vector<plot::Picture> pictures);

}  // namespace didact::report
