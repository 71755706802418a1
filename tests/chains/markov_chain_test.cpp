#include "complaints.hpp"
#include "learners/walks.hpp"
#include "listed_sets.hpp"
#include <didact/learners/markov_chain.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace didact::testing::markov_chain_test {
namespace {

double true_impedance(const MarkovChainProblem& problem, const Row& start, const std::vector<Row>& transitions) {
  double n = 0, length = 0;
  double sum = dirichlet(problem.learner.start, start, problem.target.start);
  for (const double count : start) n += count;
  for (std::size_t i = 0; i < start.size(); ++i) {
    sum += dirichlet(problem.learner.transitions[i], transitions[i], problem.target.transitions[i]);
    for (const double count : transitions[i]) length += count;
  }
  if (problem.effort.of_size) sum += problem.effort.of_size(n);
  return sum + problem.effort.per_item * n + (n > 0 ? problem.effort.fixed : 0) + problem.per_transition * length;
}

/// Step by step, by no code of the engine's.
double true_impedance(const MarkovChainProblem& problem, const std::vector<Sequence>& sequences) {
  const std::size_t S = problem.learner.start.size();
  Row start(S, 0.0);
  std::vector<Row> transitions(S, Row(S, 0.0));
  for (const Sequence& sequence : sequences) {
    start[sequence[0]] += 1;
    for (std::size_t t = 1; t < sequence.size(); ++t) transitions[sequence[t - 1]][sequence[t]] += 1;
  }
  return true_impedance(problem, start, transitions);
}

std::vector<Sequence> all_sequences(Index S, std::size_t longest) {
  std::vector<Sequence> all, last = {{}};
  for (std::size_t length = 1; length <= longest; ++length) {
    std::vector<Sequence> next;
    for (const Sequence& sequence : last) {
      for (Index state = 0; state < S; ++state) {
        next.push_back(sequence);
        next.back().push_back(state);
      }
    }
    all.insert(all.end(), next.begin(), next.end());
    last = std::move(next);
  }
  return all;
}

Row some_simplex(std::size_t size) {
  Row values;
  for (std::size_t k = 0; k < size; ++k) values.push_back(*rc::gen::inRange(1, 20));
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  for (double& value : values) value /= sum;
  return values;
}

Row some_beta(std::size_t size) {
  Row values;
  for (std::size_t k = 0; k < size; ++k) values.push_back(0.5 * *rc::gen::inRange(1, 9));
  return values;
}

MarkovChainProblem some_problem(std::size_t S, double cheapest) {
  MarkovChainProblem problem;
  problem.learner = {some_beta(S), {}};
  problem.target = {some_simplex(S), {}};
  for (std::size_t i = 0; i < S; ++i) {
    problem.learner.transitions.push_back(some_beta(S));
    problem.target.transitions.push_back(some_simplex(S));
  }
  problem.effort.per_item = cheapest * *rc::gen::inRange(1, 15);
  problem.per_transition = cheapest * *rc::gen::inRange(1, 8);
  if (*rc::gen::inRange(0, 3) == 0) problem.effort.fixed = 0.1 * *rc::gen::inRange(0, 20);
  if (*rc::gen::inRange(0, 3) == 0) problem.effort.of_size = [](double n) { return n == 2 ? 0.0 : 0.4; };
  if (problem.effort.of_size) problem.limits.max_items = 40;
  return problem;
}

std::string dishonesty(const MarkovChainProblem& problem, const ListedLesson<Sequence>& answer) {
  const auto& [lesson, items] = answer;
  Complaints wrong;
  wrong.near("impedance", lesson.impedance, true_impedance(problem, expanded(items)), 1e-10 * scale_of(lesson.loss));
  wrong.near("loss_before", lesson.loss_before, problem.learner.loss_stepwise(problem.target, {}), 1e-10);
  wrong.at_most("lower_bound", lesson.lower_bound, lesson.impedance);
  wrong.unless(lesson.n == items.size(), "n");
  wrong.unless(lesson.status == Status::optimal || lesson.reason, "no reason");
  if (lesson.relaxed && lesson.n > 0) {
    wrong.at_most("relaxed", lesson.relaxed->impedance, lesson.impedance, 1e-9 * scale_of(lesson.impedance));
  }
  return wrong.text();
}

RC_GTEST_PROP(MarkovChain, no_set_of_sequences_is_better, ()) {
  const auto S = *rc::gen::inRange<std::size_t>(2, 4);
  MarkovChainProblem problem = some_problem(S, 0.1);
  problem.max_size = 3;
  problem.min_size = *rc::gen::inRange<Index>(0, 3);
  const auto answer = teach(problem);
  RC_ASSERT(dishonesty(problem, answer) == "");
  RC_ASSERT(answer.lesson.status == Status::optimal);
  static const std::vector<Sequence> of_two = all_sequences(2, 4), of_three = all_sequences(3, 3);
  std::vector<Sequence> none;
  const double brute = least(problem, S == 2 ? of_two : of_three, 0, S == 2 ? 3 : 2, none,
                             [](const auto& p, const auto& set) { return true_impedance(p, set); });
  RC_ASSERT(answer.lesson.impedance <= brute + 1e-10 * scale_of(brute));
}

/// All counts of two states up to a number, those that can be walked: they reach further than lists of sequences.
RC_GTEST_PROP(MarkovChain, no_counts_that_can_be_walked_are_better, ()) {
  MarkovChainProblem problem = some_problem(2, 0.15);
  const auto answer = teach(problem);
  RC_ASSERT(dishonesty(problem, answer) == "");
  RC_ASSERT(answer.lesson.status == Status::optimal);
  constexpr double most_starts = 3, most = 7;
  double best = infinity;
  std::vector<Row> N(2, Row(2));
  Row b(2);
  for (b[0] = 0; b[0] <= most_starts; ++b[0]) {
    for (b[1] = 0; b[1] <= most_starts; ++b[1]) {
      for (N[0][1] = 0; N[0][1] <= most; ++N[0][1]) {
        for (N[1][0] = 0; N[1][0] <= most; ++N[1][0]) {
          if (N[0][1] > b[0] + N[1][0] || N[1][0] > b[1] + N[0][1]) continue;
          for (N[0][0] = 0; N[0][0] <= most; ++N[0][0]) {
            if (N[0][0] > 0 && b[0] + N[1][0] == 0) continue;
            for (N[1][1] = 0; N[1][1] <= most; ++N[1][1]) {
              if (N[1][1] > 0 && b[1] + N[0][1] == 0) continue;
              if (b[0] + b[1] == 0 && N[0][1] + N[1][0] > 0) continue;
              best = std::min(best, true_impedance(problem, b, N));
            }
          }
        }
      }
    }
  }
  RC_ASSERT(answer.lesson.impedance <= best + 1e-10 * scale_of(best));
}

/// At any moment, also before it begins.
RC_GTEST_PROP(MarkovChain, stopped_it_keeps_a_bound_that_holds, ()) {
  MarkovChainProblem problem = some_problem(2, 0.15);
  const double best = teach(problem).lesson.impedance;
  const double seconds = *rc::gen::element(0.0, 1e-9, 1e-5, 1e-4, 1e-3);
  const std::atomic<bool> at_once = seconds == 0;
  if (seconds > 0) problem.limits.seconds = seconds;
  const auto stopped = teach(problem, {.interrupt = &at_once});
  const double slack = 1e-9 * std::max(1.0, std::abs(best));
  RC_ASSERT(std::isfinite(stopped.lesson.impedance));
  RC_ASSERT(stopped.lesson.lower_bound <= best + slack);
  RC_ASSERT(stopped.lesson.status != Status::optimal || stopped.lesson.impedance <= best + slack);
}

TEST(MarkovChain, states_that_only_each_other_reach_need_a_way_in) {
  // Two pairs of states that hardly ever meet: the rows alone would teach the second pair without a start in it.
  MarkovChainProblem problem;
  const double e = 1e-9;
  problem.learner = {{1, 1, 1, 1}, std::vector<Row>(4, Row(4, 1.0))};
  problem.target = {
      {1 - 3 * e, e, e, e},
      {{0.5 - e, 0.5 - e, e, e}, {0.5 - e, 0.5 - e, e, e}, {e, e, 0.5 - e, 0.5 - e}, {e, e, 0.5 - e, 0.5 - e}}};
  problem.effort.per_item = 1;
  problem.per_transition = 0.2;
  const auto answer = teach(problem);
  EXPECT_EQ(dishonesty(problem, answer), "");
  EXPECT_EQ(answer.lesson.status, Status::optimal);
  EXPECT_EQ(not_walkable(problem.learner.count(answer.items)), "");
}

TEST(MarkovChain, the_ends_are_what_they_are_for_categories) {
  MarkovChainProblem problem;
  problem.effort.per_item = problem.per_transition = 0.1;
  problem.learner.transitions = {{1, 2}, {1, 1}};
  problem.target.transitions[0] = {1, 0};
  EXPECT_EQ(teach(problem).lesson.status, Status::unteachable);
  EXPECT_NE(teach(problem).lesson.explanation.find("target.transitions[0][1]"), std::string::npos);
  problem.learner.transitions[0][1] = 0.5;
  EXPECT_EQ(teach(problem).lesson.direction, Direction::none);
  problem.learner.transitions[0][1] = 1;
  const auto answer = teach(problem);
  EXPECT_EQ(answer.lesson.status, Status::optimal);
  EXPECT_EQ(problem.learner.count(answer.items).transitions[0][1], 0);
}

TEST(MarkovChain, what_is_free_has_no_end) {
  MarkovChainProblem problem;
  problem.effort.per_item = 0.1;
  EXPECT_EQ(teach(problem).lesson.direction, Direction::larger_items);
  problem.max_size = 0;
  EXPECT_EQ(teach(problem).lesson.status, Status::optimal);
  problem.max_size = {};
  problem.effort.per_item = 0;
  problem.per_transition = 0.1;
  EXPECT_EQ(teach(problem).lesson.direction, Direction::more_items);
  problem.max_size = 20;
  EXPECT_EQ(dishonesty(problem, teach(problem)), "");
}

TEST(MarkovChain, one_state_is_no_special_case) {
  MarkovChainProblem problem;
  problem.learner = {{2}, {{3}}};
  problem.target = {{1}, {{1}}};
  problem.effort.per_item = 0.1;
  const auto answer = teach(problem);
  EXPECT_EQ(dishonesty(problem, answer), "");
  EXPECT_EQ(answer.lesson.n, 0);
}

TEST(MarkovChain, many_states_have_a_bound) {
  MarkovChainProblem problem;
  const std::size_t S = 10;
  problem.learner = {Row(S, 1.0), std::vector<Row>(S, Row(S, 1.0))};
  problem.target = {Row(S, 1.0 / S), {}};
  for (std::size_t i = 0; i < S; ++i) {
    Row row(S, 0.02);
    row[(i + 1) % S] += 0.8;
    problem.target.transitions.push_back(row);
  }
  problem.effort.per_item = 0.3;
  problem.per_transition = 0.1;
  const auto answer = teach(problem);
  EXPECT_EQ(dishonesty(problem, answer), "");
  EXPECT_LE(answer.lesson.gap(), 0.01 * scale_of(answer.lesson.impedance));
}

TEST(MarkovChain, stops_when_the_time_is_up) {
  MarkovChainProblem problem;
  const std::size_t S = 30;
  problem.learner = {Row(S, 1.0), std::vector<Row>(S, Row(S, 1.0))};
  problem.target = {Row(S, 1.0 / S), {}};
  for (std::size_t i = 0; i < S; ++i) {
    Row row(S, 0.01);
    row[(i * i + 1) % S] += 0.7;  // some states are entered far oftener than others
    problem.target.transitions.push_back(row);
  }
  problem.effort.per_item = 0.3;
  problem.per_transition = 0.1;
  problem.limits.seconds = 0;
  const auto answer = teach(problem);
  EXPECT_EQ(dishonesty(problem, answer), "");
  EXPECT_EQ(answer.lesson.reason, Reason::time);
}

TEST(MarkovChain, long_sequences_have_a_bound) {
  MarkovChainProblem problem;
  problem.effort.per_item = 0.3;
  problem.per_transition = 1e-5;
  const auto answer = teach(problem);
  EXPECT_GE(answer.lesson.gap(), -1e-9 * scale_of(answer.lesson.impedance));
  EXPECT_LE(answer.lesson.gap(), 1e-3 * scale_of(answer.lesson.impedance));
  EXPECT_EQ(not_walkable(problem.learner.count(answer.items)), "");
}

}  // namespace
}  // namespace didact::testing::markov_chain_test
