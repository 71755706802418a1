#pragma once
// A learner that can only be asked, at work: the searches ask it, and what they find becomes a lesson.

#include "io/black_box_learner.hpp"
#include "io/black_box_problem.hpp"
#include <didact/core/lesson.hpp>
#include <didact/search/pool_search.hpp>
#include <didact/search/range_search.hpp>
#include <didact/solvers/teach.hpp>

namespace didact::io {

class BlackBoxSession {
 public:
  /// Lets the learner begin. Throws InvalidProblem at `place` if it is of no use.
  BlackBoxSession(const BlackBoxProblem& problem, BlackBoxLearner& learner, const Options& options, std::string place);

  /// A failure after the first answer ends the search: the lesson is then the best so far, and its reason says what
  /// went wrong.
  Lesson teach();
  /// What a set is worth, one item a row.
  Evaluation evaluate(const ItemSet& items);

 private:
  /// What ends the next question: without the first answers is no lesson.
  const Stop& stop() const { return learner_.answered() < needed_ ? last_ : stop_; }
  std::vector<double> losses_of_rows(const std::vector<search::RowSet>& sets);
  std::vector<double> losses_of_items(const std::vector<Matrix>& sets);

  search::PoolSearchProblem pool_search() const;
  search::RangeSearchProblem range_search() const;
  template <class Set>
  Lesson lesson_of(const search::Found<Set>& found, ItemSet items) const;
  void judge(const Matrix& items, Evaluation& result) const;
  void throw_if_useless() const;

  const BlackBoxProblem& problem_;
  BlackBoxLearner& learner_;
  const Options& options_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  Stop stop_;
  Stop last_;  ///< what ends even the first question
  std::string place_;
  Index needed_;  ///< so many answers are waited for a little beyond the limit, or to the end if they cannot be broken
                  ///< off
};

}  // namespace didact::io
