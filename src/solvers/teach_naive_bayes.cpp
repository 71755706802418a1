// Words class by class, then documents: the coupling is that words need a document to stand in.   [NB]

#include "../learners/dirichlet_parts.hpp"
#include "../learners/documents.hpp"
#include "solvers/conjugate_problem.hpp"
#include "solvers/counts_problem.hpp"
#include "solvers/documents_problem.hpp"
#include "solvers/search_sizes.hpp"
#include "teach_listed.hpp"
#include <didact/core/beyond_reach.hpp>
#include <didact/learners/internal/densities.hpp>
#include <didact/learners/naive_bayes.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

namespace didact::solvers {
namespace {

/// Beyond so many in one class they are not counted one by one.
constexpr double most_words = 1e9;

/// What the words of one class can bring, once there is a document.
struct WordsOfClass {
  std::vector<double> counts;
  double untaught = 0;
  double gain = 0;          ///< of the counts, with their effort; ≤ 0
  double bound = 0;         ///< no counts gain more
  double relaxed_gain = 0;  ///< of real counts
  bool endless = false;     ///< with words (almost) for free, ever longer documents teach ever better
};

WordsOfClass best_words(const NaiveBayesProblem& problem, std::size_t k, bool can_be_taught, const Stop& stop) {
  const std::vector<double>& beta = problem.learner.words[k];
  const std::vector<Twofold> theta = exact(problem.target.words[k]);
  WordsOfClass words{std::vector<double>(beta.size(), 0.0)};
  words.untaught = dirichlet_loss(beta, words.counts, theta);
  if (!can_be_taught) return words;
  CountsProblem counts({.beta = {beta},
                        .weights = {1},
                        .offsets = {0},
                        .pi = theta,
                        .cost = std::vector<double>(beta.size(), problem.per_word),
                        .most = std::vector<double>(beta.size(), infinity),
                        .items = {}});
  counts.end_at(stop);
  const Relaxed relaxed = counts.relax(0, infinity, {});
  words.endless = relaxed.unbounded() && problem.per_word == 0;
  if (words.endless) return words;
  if (relaxed.unbounded() || relaxed.n > most_words) {
    throw BeyondReach("effort.per_word", "at this price the best documents of class " + std::to_string(k + 1) +
                                             " have more than " + std::to_string(static_cast<Index>(most_words)) +
                                             " words: too many to count; raise it");
  }
  const SizeSearch search = search_sizes(counts, {}, words.untaught, 0, stop);
  if (search.n > 0) words.counts.assign(search.best.s.begin(), search.best.s.end());
  words.gain = search.best.impedance - words.untaught;
  words.bound = search.bound - words.untaught;
  words.relaxed_gain =
      search.relaxed.complete ? std::min(search.relaxed.impedance - words.untaught, words.gain) : words.gain;
  return words;
}

class NaiveBayesTeacher {
 public:
  NaiveBayesTeacher(const NaiveBayesProblem& problem, const Sizes& sizes, const Options& options)
      : problem_(problem), sizes_(sizes), options_(options), stop_(stop_for(problem.limits, options)) {
    for (std::size_t k = 0; k < problem.learner.classes.size(); ++k) {
      const bool possible = problem.target.classes[k] > 0 && sizes.high >= 1 && problem.learner.vocabulary() > 1;
      words_.push_back(best_words(problem, k, possible, stop_));
      slack_ += words_.back().gain - words_.back().bound;
    }
  }

  void teach(ListedLesson<Document>& answer) const {
    if (std::any_of(words_.begin(), words_.end(), [](const WordsOfClass& words) { return words.endless; })) {
      answer.lesson.has_no_best(Direction::larger_items);
      return;
    }
    DocumentsProblem documents = documents_worth(&WordsOfClass::gain);
    documents.end_at(stop_);
    const SizeSearch search =
        search_sizes(documents, sizes_, answer.lesson.loss_before, options_.gap.value_or(0), stop_);
    if (search.relaxed.unbounded()) {
      refuse_uncountable(problem_.effort);
      answer.lesson.has_no_best(Direction::more_items, search.bound);
      return;
    }
    if (search.relaxed.complete && search.relaxed.impedance < infinity) answer.lesson.relaxed = relaxed(search);
    listed::fill_in(problem_, unpack(search), answer);
    answer.lesson.settle(search.bound - slack_, options_.gap.value_or(0), search.stopped);
  }

 private:
  DocumentsProblem documents_worth(double WordsOfClass::*gain) const {
    DocumentsProblem::Settings settings{problem_.learner.classes, exact(problem_.target.classes),
                                        problem_.effort.per_item};
    for (const WordsOfClass& words : words_) {
      settings.gain.push_back(words.*gain);
      settings.untaught_words += words.untaught;
    }
    return DocumentsProblem(std::move(settings));
  }

  /// Documents and words both real; with a cost of any shape of the sizes already looked at.
  RelaxedOptimum relaxed(const SizeSearch& search) const {
    const DocumentsProblem documents = documents_worth(&WordsOfClass::relaxed_gain);
    const Relaxed optimum = sizes_.convex_cost ? documents.relax(sizes_.low, sizes_.high, sizes_.cost) : search.relaxed;
    return {optimum.n, optimum.s, optimum.impedance};
  }

  Listed<Document> unpack(const SizeSearch& search) const {
    Listed<Document> documents;
    for (std::size_t k = 0; search.n > 0 && k < words_.size(); ++k) {
      const auto count = static_cast<Index>(search.best.s[static_cast<Index>(k)]);
      deal_out(static_cast<Index>(k), count, words_[k].counts, options_.style, documents);
    }
    return documents;
  }

  const NaiveBayesProblem& problem_;
  const Sizes& sizes_;
  const Options& options_;
  Stop stop_;
  std::vector<WordsOfClass> words_;
  double slack_ = 0;
};

}  // namespace
}  // namespace didact::solvers

namespace didact {

ListedLesson<Document> teach(const NaiveBayesProblem& problem, const Options& options) {
  using namespace solvers;
  return listed::teach<Document>(problem, options, [&](const Sizes& sizes, ListedLesson<Document>& answer) {
    NaiveBayesTeacher(problem, sizes, options).teach(answer);
  });
}

Evaluation evaluate(const NaiveBayesProblem& problem, const Listed<Document>& documents) {
  Evaluation result;
  result.n = documents.size();
  const DocumentCounts counts = problem.learner.count(documents);
  result.loss = problem.learner.loss(problem.target, counts);
  solvers::listed::judge(problem, problem.per_word * counts.length(), result);
  return result;
}

}  // namespace didact
