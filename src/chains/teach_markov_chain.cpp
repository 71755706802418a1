// The best sequences: counts row by row, then those that can be walked, then the walks.   [MC]

#include "../learners/dirichlet_parts.hpp"
#include "../solvers/teach_listed.hpp"
#include "chain_repair.hpp"
#include "chain_search.hpp"
#include "learners/walks.hpp"
#include "solvers/conjugate_problem.hpp"
#include "solvers/counts_problem.hpp"
#include <didact/core/beyond_reach.hpp>
#include <didact/learners/categorical.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

namespace didact {
namespace {

using chains::Box;
using chains::ChainRows;
using chains::Rows;

/// Beyond so many counts, of all states and totals, there is no search for better totals than the rows' own.
constexpr double most_searched = 1e7;

/// Sequences are written state by state.
constexpr double most_transitions = 1e7;

solvers::CountsProblem row_problem(const MarkovChainProblem& problem, std::size_t row) {
  const auto& beta = row == 0 ? problem.learner.start : problem.learner.transitions[row - 1];
  const auto& theta = row == 0 ? problem.target.start : problem.target.transitions[row - 1];
  const double cost = row == 0 ? 0 : problem.per_transition;  // that of sequences is a cost of their number
  return solvers::CountsProblem({.beta = {beta},
                                 .weights = {1},
                                 .offsets = {0},
                                 .pi = exact(theta),
                                 .cost = std::vector<double>(beta.size(), cost),
                                 .most = std::vector<double>(beta.size(), infinity),
                                 .items = {}});
}

class ChainTeacher {
 public:
  ChainTeacher(const MarkovChainProblem& problem, const solvers::Sizes& sizes, const Options& options)
      : problem_(problem),
        sizes_(sizes),
        options_(options),
        stop_(stop_for(problem.limits, options)),
        states_(problem.learner.start.size()) {}

  void teach(ListedLesson<Sequence>& answer) {
    if (sizes_.high < 1) {
      solvers::listed::fill_in(problem_, {}, answer);
      return answer.lesson.settle(answer.lesson.impedance, options_.gap.value_or(0), StopReason::none);
    }
    if (!solve_rows(answer.lesson)) return;
    answer.lesson.relaxed = relaxed();
    const chains::SearchResult found = search();
    const double untaught = answer.lesson.loss_before + (sizes_.cost ? sizes_.cost(0) : 0);
    const bool nothing = sizes_.low == 0 && untaught <= found.value;
    solvers::listed::fill_in(problem_, nothing ? Listed<Sequence>{} : walks(chains::counts_of(found.rows)).value(),
                             answer);
    answer.lesson.settle(sizes_.low == 0 ? std::min(untaught, found.bound) : found.bound, options_.gap.value_or(0),
                         found.stopped);
  }

 private:
  /// At least one sequence, at what it costs.
  solvers::Sizes sequences() const {
    solvers::Sizes sizes = sizes_;
    sizes.low = std::max(1.0, sizes.low);
    if (const double each = problem_.effort.per_item; each > 0) {
      sizes.cost = [each, rest = sizes_.cost](double n) { return each * n + (rest ? rest(n) : 0); };
    }
    return sizes;
  }

  /// Looked at before anything is counted.
  void refuse_if_endless(std::size_t row) const {
    if (row == 0 || problem_.per_transition == 0) return;
    const solvers::Relaxed relaxed = rows_[row].relax(0, infinity, {});
    if (relaxed.n <= most_transitions) return;
    throw BeyondReach("effort.per_transition", "at this price the best sequences leave state " + std::to_string(row) +
                                                   " more than " +
                                                   std::to_string(static_cast<Index>(most_transitions)) +
                                                   " times: too often to write; raise it");
  }

  /// Each row by itself, as if any counts could be walked; false if some falls for ever.
  bool solve_rows(Lesson& lesson) {
    for (std::size_t row = 0; row <= states_; ++row) {
      rows_.push_back(row_problem(problem_, row));
      const Vector nothing = Vector::Zero(static_cast<Index>(states_));
      const auto& beta = row == 0 ? problem_.learner.start : problem_.learner.transitions[row - 1];
      const auto& theta = row == 0 ? problem_.target.start : problem_.target.transitions[row - 1];
      untaught_.push_back(Categorical{beta}.loss({theta}, 0, nothing));
      if (states_ > 1) refuse_if_endless(row);
      // With one state there is nothing to learn of what follows it, and no end to how long that can be repeated.
      const solvers::Sizes none{.high = 0};
      best_.push_back(solvers::search_sizes(rows_.back(),
                                            row == 0      ? sequences()
                                            : states_ > 1 ? solvers::Sizes{}
                                                          : none,
                                            untaught_.back(), 0, stop_));
      if (row == 0 && static_cast<double>(best_[0].n) > most_transitions) {
        throw BeyondReach("effort.per_item", "at this price the best lesson has more than " +
                                                 std::to_string(static_cast<Index>(most_transitions)) +
                                                 " sequences: too many to write; raise it, or set limits.max_items");
      }
      if (!best_.back().relaxed.unbounded()) continue;
      if (row == 0) solvers::refuse_uncountable(problem_.effort);
      lesson.has_no_best(row == 0 ? Direction::more_items : Direction::larger_items);
      return false;
    }
    return true;
  }

  RelaxedOptimum relaxed() const {
    RelaxedOptimum all{best_[0].relaxed.n, best_[0].relaxed.s, 0};
    for (std::size_t row = 0; row <= states_; ++row) {
      all.impedance += std::min(best_[row].relaxed.impedance, row == 0 ? infinity : untaught_[row]);
    }
    return all;
  }

  /// Sequences of one state each: whatever else can be walked, these can.
  Rows single_states() const {
    Rows rows(states_ + 1, std::vector<Index>(states_, 0));
    for (std::size_t j = 0; j < states_; ++j) rows[0][j] = static_cast<Index>(best_[0].best.s[static_cast<Index>(j)]);
    return rows;
  }

  /// What each row alone would have, repaired so that it can be walked, if it then can; the model needs no tables for
  /// it.
  Rows first_counts() const {
    Rows own(states_ + 1, std::vector<Index>(states_, 0));
    Box box = everything();
    double known = 0;
    for (std::size_t row = 0; row <= states_; ++row) {
      known += row == 0 ? best_[0].best.impedance : untaught_[row];
      for (std::size_t j = 0; best_[row].n > 0 && j < states_; ++j) {
        own[row][j] = static_cast<Index>(best_[row].best.s[static_cast<Index>(j)]);
      }
    }
    const ChainRows model(problem_, sizes_.cost, std::vector<Index>(states_ + 1, 0));
    const Rows walkable = chains::repaired(model, box, std::move(own));
    const bool good = !walkable.empty() && unreached(chains::counts_of(walkable)).empty();
    return good && model.impedance(walkable) < known ? walkable : single_states();
  }

  chains::SearchResult search() {
    const Rows first = first_counts();
    const double known = ChainRows(problem_, sizes_.cost, std::vector<Index>(states_ + 1, 0)).impedance(first);
    double bound = 0;
    for (const solvers::SizeSearch& best : best_) bound += std::min(best.bound, best.best.impedance);
    if (stop_) return {first, known, bound, stop_.reason()};
    const Box widest = limited(known);
    const double numbers = std::accumulate(widest.high.begin(), widest.high.end(), 0.0) * static_cast<double>(states_);
    if (numbers > most_searched || stop_) return {first, known, bound, stop_.reason()};
    const ChainRows model(problem_, sizes_.cost, widest.high);
    chains::SearchResult found = chains::search_chain(
        model, first, [this](double value) { return limited(value); }, options_.gap.value_or(0), stop_);
    found.bound = std::max(found.bound, bound);
    return found;
  }

  /// All counts that there are.
  Box everything() const {
    Box box;
    box.used.assign(states_ + 1, std::vector<bool>(states_, false));
    box.barred = box.used;
    box.low.assign(states_ + 1, 0);
    box.low[0] = static_cast<Index>(sequences().low);
    box.high.assign(states_ + 1, static_cast<Index>(largest_size));
    if (sizes_.high < largest_size) box.high[0] = static_cast<Index>(sizes_.high);
    return box;
  }

  /// Totals beyond which a row alone loses more than all others can make up for.
  Box limited(double known) {
    Box box = everything();
    double floor = 0;
    for (const solvers::SizeSearch& best : best_) floor += std::min(best.bound, best.best.impedance);
    const double room = known - floor + 1e-9 * std::max(1.0, std::abs(known));
    for (std::size_t row = 0; row <= states_; ++row) {
      box.high[row] = row == 0 && !sizes_.convex_cost ? largest_start(room) : largest_total(row, room);
    }
    return box;
  }

  /// The bound of a row is convex in its total: the last total whose bound is within the room, or a little more.
  Index largest_total(std::size_t row, double room) const {
    if (row > 0 && states_ == 1) return 0;
    const double most = row == 0 ? sizes_.high : infinity;
    const solvers::Sizes sizes = sequences();
    auto fits = [&](double total) {
      const double cost = row == 0 && sizes.cost ? sizes.cost(total) : 0;
      return rows_[row].bound(total) + cost <= best_[row].best.impedance + room;
    };
    double inside = std::max(1.0, static_cast<double>(best_[row].n)), step = 1;
    while (inside + step < std::min(most, largest_size) && fits(inside + step)) inside += step, step *= 2;
    for (double outside = inside + step; outside - inside > 1;) {
      const double middle = std::floor(0.5 * (inside + outside));
      (middle < most && fits(middle) ? inside : outside) = middle;
    }
    return static_cast<Index>(std::min({most, inside + 1, largest_size}));
  }

  /// With a cost of any shape every number of sequences is looked at.
  Index largest_start(double room) {
    const auto most = static_cast<Index>(sizes_.high), least = static_cast<Index>(sequences().low);
    if (starts_.empty()) price_starts(most);
    if (static_cast<Index>(starts_.size()) < most) return most;
    const double limit = best_[0].best.impedance + room;
    Index last = most;
    while (last > least && starts_[static_cast<std::size_t>(last) - 1] > limit) --last;
    return last;
  }

  /// What the best n starts alone come to, for each n from 1 on; not all of them when told to stop.
  void price_starts(Index most) {
    constexpr Index between_looks = 4096;
    const ChainRows model(problem_, {}, std::vector<Index>(states_ + 1, 0));
    double sum = untaught_[0];
    std::vector<Index> counts(states_, 0);
    for (Index n = 0; n < most;) {
      if (n % between_looks == 0 && stop_) return;
      std::size_t least = states_;
      for (std::size_t j = 0; j < states_; ++j) {
        if (!model.possible(0, j)) continue;
        if (least == states_ || model.increment(0, j, counts[j]) < model.increment(0, least, counts[least])) least = j;
      }
      sum += model.increment(0, least, counts[least]++);
      ++n;
      starts_.push_back(sum + model.of_total(0, n) + sizes_.cost(static_cast<double>(n)));
    }
  }

  const MarkovChainProblem& problem_;
  const solvers::Sizes& sizes_;
  const Options& options_;
  Stop stop_;
  std::size_t states_;
  std::vector<solvers::CountsProblem> rows_;
  std::vector<double> untaught_;
  std::vector<solvers::SizeSearch> best_;
  std::vector<double> starts_;
};

}  // namespace

ListedLesson<Sequence> teach(const MarkovChainProblem& problem, const Options& options) {
  return solvers::listed::teach<Sequence>(problem, options,
                                          [&](const solvers::Sizes& sizes, ListedLesson<Sequence>& answer) {
                                            ChainTeacher(problem, sizes, options).teach(answer);
                                          });
}

Evaluation evaluate(const MarkovChainProblem& problem, const Listed<Sequence>& sequences) {
  Evaluation result;
  result.n = sequences.size();
  const ChainCounts counts = problem.learner.count(sequences);
  result.loss = problem.learner.loss(problem.target, counts);
  solvers::listed::judge(problem, problem.per_transition * counts.length(), result);
  return result;
}

}  // namespace didact
