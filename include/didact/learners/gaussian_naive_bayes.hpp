#pragma once
// A learner of labelled rows: which classes there are, and how each feature is spread within each class.   [GNB]

#include <didact/core/listed.hpp>
#include <didact/core/problem.hpp>
#include <didact/learners/gaussian.hpp>

#include <tuple>
#include <vector>

namespace didact {

/// A row of features with its class, counted from 0.
struct LabelledRow {
  Index label = 0;
  std::vector<double> x;
  bool operator==(const LabelledRow&) const = default;
};

/// What such a learner sees of a set. Means and scatters, not sums of squares: those lose their digits far from 0.
struct ClassMoments {
  struct Feature {
    double mean = 0;
    double scatter = 0;  ///< Σ (x - mean)²
  };
  std::vector<double> classes;                 ///< rows of each class
  std::vector<std::vector<Feature>> features;  ///< of each class, each feature of its rows

  double squares() const;  ///< Σ ‖x‖² of all rows
};

/// A Dirichlet belief over the K classes, and a normal-inverse-gamma one over each of the D features of each class.
struct GaussianNaiveBayes {
  static constexpr std::string_view name = "gaussian-naive-bayes";
  static constexpr std::string_view summary =
      "a classifier of rows, with a Dirichlet belief over the classes and a "
      "normal-inverse-gamma one over each feature of each";
  static constexpr std::string_view item = "a row: its label, a class 1 to K, and x, a list of D numbers";

  std::vector<double> classes{2, 1};
  std::vector<std::vector<Gaussian>> features{{{1, 1, 2, 2}, {0, 1, 2, 2}}, {{0, 1, 2, 2}, {1, 1, 2, 2}}};

  struct Target {
    std::vector<double> classes{0.5, 0.5};
    std::vector<std::vector<Gaussian::Target>> features{{{0, 1}, {2, 1}}, {{3, 1}, {0, 2}}};
    static constexpr auto fields() {
      return std::tuple{field("classes", &Target::classes, Domain::simplex, "K", "the probability of each class"),
                        field("features", &Target::features, Domain::real, "KxD",
                              "of each class, mean and variance of each feature")};
    }
  };
  static constexpr auto prior_fields() {
    return std::tuple{
        field("classes", &GaussianNaiveBayes::classes, Domain::pseudo_count, "K", "pseudo-count of each class"),
        field("features", &GaussianNaiveBayes::features, Domain::real, "KxD",
              "of each class, a normal-inverse-gamma belief for each feature")};
  }

  Index dimension() const { return features.empty() ? 0 : static_cast<Index>(features[0].size()); }
  ClassMoments count(const Listed<LabelledRow>& rows) const;
  GaussianNaiveBayes after(const ClassMoments& moments) const;
  Standing standing(const Target& target) const;
  /// -log of the normalised density at the target: the Dirichlet's, and that of each feature of each class.   [GNB.1]
  double loss(const Target& target, const ClassMoments& moments) const;
  /// The same from the posterior of the posterior, some rows after the other.
  double loss_stepwise(const Target& target, const Listed<LabelledRow>& rows) const;
  /// What the belief takes the target to be, on average.
  Target expected() const;
};

/// The classes and features that make rows with these moments most likely; features of classes without rows are NaN.
GaussianNaiveBayes::Target most_likely(const ClassMoments& moments);

/// Efforts: per_item (a row), fixed, of_size, magnitude (of x).
struct GaussianNaiveBayesProblem : Terms {
  using Item = LabelledRow;

  GaussianNaiveBayes learner;
  GaussianNaiveBayes::Target target;
  std::vector<Interval> range;  ///< of x: none; one for every feature; or one for each

  Interval range_of(std::size_t feature) const;
};

ListedLesson<LabelledRow> teach(const GaussianNaiveBayesProblem& problem, const Options& options = {});
Evaluation evaluate(const GaussianNaiveBayesProblem& problem, const Listed<LabelledRow>& rows);

}  // namespace didact
