#include "io/black_box_session.hpp"

#include "core/evaluating.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace didact::io {
namespace {

/// Seconds beyond the limit that the first answers may take.
constexpr double grace = 0.1;

/// Equal rows of a sorted set, written once.
std::pair<std::vector<Index>, std::vector<Index>> counted_rows(const search::RowSet& set) {
  std::pair<std::vector<Index>, std::vector<Index>> counted;
  for (const Index row : set) {
    if (counted.first.empty() || counted.first.back() != row) {
      counted.first.push_back(row);
      counted.second.push_back(0);
    }
    ++counted.second.back();
  }
  return counted;
}

ItemSet rows_of(const Pool& pool, const search::RowSet& set) {
  const auto [rows, copies] = counted_rows(set);
  return {pool.rows.chosen(rows), copies};
}

}  // namespace

BlackBoxSession::BlackBoxSession(const BlackBoxProblem& problem, BlackBoxLearner& learner, const Options& options,
                                 std::string place)
    : problem_(problem),
      learner_(learner),
      options_(options),
      stop_(stop_for(problem.limits, options)),
      last_(learner.breaks_off() ? stop_.later(grace) : Stop({}, options.interrupt)),
      place_(std::move(place)) {
  // The empty set, and if that is not allowed a smallest one that is.
  needed_ = (problem.pool ? allowed_sizes(pool_search()).first : problem.min_size) > 0 ? 2 : 1;
  learner_.begin(last_);
  throw_if_useless();
}

void BlackBoxSession::throw_if_useless() const {
  if (learner_.failure().empty() || learner_.answered() > 0) return;
  throw InvalidProblem(Error{place_, learner_.failure()});
}

std::vector<double> BlackBoxSession::losses_of_rows(const std::vector<search::RowSet>& sets) {
  std::vector<double> losses = learner_.losses_of_rows(sets, stop());
  throw_if_useless();
  return losses;
}

std::vector<double> BlackBoxSession::losses_of_items(const std::vector<Matrix>& sets) {
  std::vector<double> losses = learner_.losses_of_items(sets, stop());
  throw_if_useless();
  return losses;
}

namespace {

void take(search::SearchProblem& search, const BlackBoxProblem& problem, const Options& options, double least_loss) {
  search.effort = problem.effort;
  search.min_size = problem.min_size;
  search.max_size = problem.max_size;
  search.least_loss = least_loss;
  search.seed = options.seed;
  search.gap = options.gap.value_or(0);
}

}  // namespace

search::PoolSearchProblem BlackBoxSession::pool_search() const {
  search::PoolSearchProblem search;
  take(search, problem_, options_, learner_.least_loss());
  search.pool = *problem_.pool;
  return search;
}

search::RangeSearchProblem BlackBoxSession::range_search() const {
  search::RangeSearchProblem search;
  take(search, problem_, options_, learner_.least_loss());
  search.range = problem_.range;
  return search;
}

template <class Set>
Lesson BlackBoxSession::lesson_of(const search::Found<Set>& found, ItemSet items) const {
  Lesson lesson;
  lesson.seed = options_.seed;
  lesson.loss_before = found.loss_before;
  lesson.proven_up_to = found.proven_up_to;
  lesson.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  if (found.all_tried && found.impedance == infinity) {
    lesson.cannot_be_taught(fmt::format("the {}'s loss is infinite for every set that is allowed", learner_.name()));
    return lesson;
  }
  lesson.impedance = found.impedance;
  lesson.loss = found.loss;
  lesson.effort = found.effort;
  lesson.has_items = found.any;
  if (found.any) lesson.items = std::move(items);
  lesson.n = lesson.has_items ? lesson.items.size() : 0;
  const StopReason stopped = found.ended_early ? stop_.reason() : StopReason::none;
  lesson.settle(found.bound, options_.gap.value_or(0), stopped);
  if (lesson.status == Status::feasible && !learner_.failure().empty()) {
    lesson.reason = Reason::failed;
    lesson.explanation = fmt::format("{} failed: {}", learner_.name(), learner_.failure());
  }
  return lesson;
}

Lesson BlackBoxSession::teach() {
  if (problem_.pool) {
    const auto found = search::search_pool(
        pool_search(), [this](const std::vector<search::RowSet>& sets) { return losses_of_rows(sets); });
    Lesson lesson = lesson_of(found, rows_of(*problem_.pool, found.set));
    if (lesson.has_items) lesson.rows = counted_rows(found.set).first;
    return lesson;
  }
  const auto found =
      search::search_range(range_search(), [this](const std::vector<Matrix>& sets) { return losses_of_items(sets); });
  return lesson_of(found, {found.set, std::vector<Index>(static_cast<std::size_t>(found.set.rows()), 1)});
}

/// The effort, or why there is none.
void BlackBoxSession::judge(const Matrix& items, Evaluation& result) const {
  result.effort = infinity;
  if (problem_.pool) {
    const RowsOfPool rows =
        rows_in(*problem_.pool, {items, std::vector<Index>(static_cast<std::size_t>(items.rows()), 1)});
    result.violates = rows.violates;
    result.violates_at = rows.at;
    if (rows.violates.empty()) result.effort = search::effort_of_rows(pool_search(), rows.rows);
  } else {
    for (Index i = 0; i < items.rows() && result.violates.empty(); ++i) {
      if (ItemDomain{.range = problem_.range}.contains(items.row(i))) continue;
      result.violates = fmt::format("item {} is outside the range", i + 1);
      result.violates_at = i + 1;
    }
    if (result.violates.empty()) result.effort = effort_of_items(problem_.effort, items);
  }
  check_size(problem_, result);
  if (!result.violates.empty()) result.effort = infinity;
}

Evaluation BlackBoxSession::evaluate(const ItemSet& items) {
  const Matrix rows = items.expanded();
  Evaluation result;
  result.n = rows.rows();
  judge(rows, result);
  ++needed_;
  const double loss = losses_of_items({rows})[0];
  result.loss = loss == loss ? loss : infinity;
  result.impedance = result.loss + result.effort;
  return result;
}

}  // namespace didact::io
