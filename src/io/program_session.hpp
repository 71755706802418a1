#pragma once
// A program at work: the searches ask it, and what they find becomes a lesson.

#include "io/program_problem.hpp"
#include <didact/core/lesson.hpp>
#include <didact/search/pool_search.hpp>
#include <didact/search/range_search.hpp>
#include <didact/solvers/teach.hpp>

namespace didact::io {

class ProgramSession {
 public:
  /// Starts the program. Throws InvalidProblem at learner.command if it is of no use.
  ProgramSession(const ProgramProblem& problem, const Options& options);

  /// A failure after the first answer ends the search: the lesson is then the best so far, and its reason says what
  /// went wrong.
  Lesson teach();
  /// What a set is worth, one item a row.
  Evaluation evaluate(const ItemSet& items);

 private:
  std::vector<double> ask(const std::vector<std::string>& sets);
  std::vector<double> losses_of_rows(const std::vector<RowSet>& sets);
  std::vector<double> losses_of_points(const std::vector<Matrix>& sets);
  std::string text_of(const Matrix& items) const;

  PoolSearchProblem pool_search() const;
  RangeSearchProblem range_search() const;
  template <class Set>
  Lesson lesson_of(const Found<Set>& found, ItemSet items) const;
  void judge(const Matrix& items, Evaluation& result) const;
  void throw_if_useless() const;

  const ProgramProblem& problem_;
  const Options& options_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  Stop stop_;
  Stop interrupt_;  ///< what ends even the first question
  programs::Workers workers_;
  Index needed_;                   ///< so many answers are waited for whatever the limit: without them is no lesson
  std::vector<std::string> rows_;  ///< the pool's, as the program sees them
};

}  // namespace didact::io
