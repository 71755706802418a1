#pragma once
// A learner of documents: which classes there are, and which words each class uses.   [NB]

#include <didact/core/listed.hpp>
#include <didact/core/problem.hpp>

#include <tuple>
#include <vector>

namespace didact {

/// A bag of words with its class, both counted from 0.
struct Document {
  struct Word {
    Index word = 0;
    Index count = 1;  ///< > 0
    bool operator==(const Word&) const = default;
  };
  Index label = 0;
  std::vector<Word> words;  ///< in the order of the vocabulary, each once

  Index length() const;
  bool operator==(const Document&) const = default;
};

/// What such a learner sees of a set.
struct DocumentCounts {
  std::vector<double> classes;             ///< documents of each class
  std::vector<std::vector<double>> words;  ///< of each class, how often each word stands in its documents

  double length() const;  ///< of all documents together
};

/// The paper's naive Bayes classifier: a Dirichlet belief over the K classes, and one over the V words of each class.
struct NaiveBayes {
  static constexpr std::string_view name = "naive-bayes";
  static constexpr std::string_view summary =
      "a classifier of documents, with a Dirichlet belief over the classes "
      "and over the words of each";
  static constexpr std::string_view item =
      "a document: its label, a class 1 to K, and how often it has each of V words";

  std::vector<double> classes{2, 1};
  std::vector<std::vector<double>> words{{1, 1, 1}, {1, 1, 1}};

  struct Target {
    std::vector<double> classes{0.5, 0.5};
    std::vector<std::vector<double>> words{{0.7, 0.2, 0.1}, {0.1, 0.2, 0.7}};
    static constexpr auto fields() {
      return std::tuple{field("classes", &Target::classes, Domain::simplex, "K", "the probability of each class"),
                        field("words", &Target::words, Domain::simplex, "KxV", "of each class, that of each word")};
    }
  };
  static constexpr auto prior_fields() {
    return std::tuple{
        field("classes", &NaiveBayes::classes, Domain::pseudo_count, "K", "pseudo-count of each class"),
        field("words", &NaiveBayes::words, Domain::pseudo_count, "KxV", "of each class, that of each word")};
  }

  Index vocabulary() const { return words.empty() ? 0 : static_cast<Index>(words[0].size()); }
  DocumentCounts count(const Listed<Document>& documents) const;
  NaiveBayes after(const DocumentCounts& counts) const;
  Standing standing(const Target& target) const;
  /// -log of the normalised density at the target: one Dirichlet's for the classes, and one for each class.   [NB.1]
  double loss(const Target& target, const DocumentCounts& counts) const;
  /// The same, one document and one word after the other.   [NB.2]
  double loss_stepwise(const Target& target, const Listed<Document>& documents) const;
  /// What the belief takes the target to be, on average.
  Target expected() const;
};

/// The classes and words that make documents with these counts most likely; rows of classes without words are NaN.
NaiveBayes::Target most_likely(const DocumentCounts& counts);

/// Efforts: per_item (a document), fixed, of_size.
struct NaiveBayesProblem : Terms {
  using Item = Document;

  NaiveBayes learner;
  NaiveBayes::Target target;
  double per_word = 0;
};

ListedLesson<Document> teach(const NaiveBayesProblem& problem, const Options& options = {});
Evaluation evaluate(const NaiveBayesProblem& problem, const Listed<Document>& documents);

}  // namespace didact
