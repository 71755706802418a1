#pragma once
// What must hold of every lesson, whatever the problem.

#include "complaints.hpp"
#include "teaching.hpp"

#include <gtest/gtest.h>

#include <string>

namespace didact::testing {

/// A proof may be off by this much, relative: far below what a user could notice, above what rounding does.
constexpr double proof_slack = 1e-9;

/// Everything that a lesson says of itself is true, by other means than the engine's.
template <class L>
std::string dishonesty(const Problem<L>& problem, const Lesson& lesson) {
  Complaints wrong;
  wrong.unless(!std::isnan(lesson.impedance) && !std::isnan(lesson.lower_bound), "a value is NaN");
  if (!lesson.has_items) {
    wrong.unless(lesson.status == Status::unteachable || lesson.status == Status::unbounded, "no items");
    return wrong.text();
  }
  const ItemDomain domain = narrowed(problem.learners[0].value.domain(), problem.items);
  const Matrix items = lesson.items.expanded();
  const Matrix nothing(0, domain.dimension());
  wrong.unless(lesson.n == items.rows(), "n is ", lesson.n, ", but there are ", items.rows(), " items");
  wrong.unless(violation(domain, lesson.items).empty(), violation(domain, lesson.items));
  const auto [least, most] = size_window(problem, lesson.n);
  wrong.unless(lesson.n >= least && lesson.n <= most, "the size ", lesson.n, " is not allowed");

  const double effort_slack = 1e-10 * scale_of(lesson.effort);
  wrong.near("impedance", lesson.impedance, lesson.loss + lesson.effort, 1e-12 * scale_of(lesson.impedance));
  wrong.near("effort", lesson.effort, true_effort(problem, items), effort_slack);
  wrong.near("impedance", lesson.impedance, true_impedance(problem, items),
             1e-9 * scale_of(lesson.loss) + effort_slack);
  wrong.near("evaluate()", evaluate(problem, lesson.items).impedance, lesson.impedance,
             1e-12 * scale_of(lesson.impedance));
  Problem<L> free = problem;
  free.effort = {};
  const double before = true_impedance(free, nothing);
  wrong.near("loss_before", lesson.loss_before, before, 1e-9 * scale_of(before));

  wrong.at_most("lower_bound", lesson.lower_bound, lesson.impedance);
  if (lesson.status == Status::optimal) wrong.at_most("gap", lesson.gap(), 1e-9 * scale_of(lesson.impedance));
  wrong.unless(lesson.status != Status::feasible || lesson.reason, "feasible, but no reason");
  wrong.unless(lesson.status != Status::unbounded || lesson.direction, "unbounded, but no direction");
  if (lesson.relaxed) {
    wrong.unless(std::isfinite(lesson.relaxed->impedance), "the relaxed optimum is ", lesson.relaxed->impedance);
    // n = 0 is no point of the cone: its impedance may lie below every relaxed one.
    if (lesson.n > 0) {
      wrong.at_most("relaxed", lesson.relaxed->impedance, lesson.impedance, proof_slack * scale_of(lesson.impedance));
    }
  }
  return wrong.text();
}

/// A set that contradicts the bound or the claim of optimality.
inline std::string contradiction(const Lesson& lesson, const Found& best) {
  Complaints wrong;
  wrong.at_most("lower_bound", lesson.lower_bound, best.impedance, proof_slack * scale_of(best.impedance));
  if (lesson.status == Status::optimal) {
    wrong.at_most("the optimum", lesson.impedance, best.impedance, 1e-8 * scale_of(best.impedance));
  }
  const std::string text = wrong.text();
  if (text.empty()) return text;
  std::ostringstream set;
  set << best.items;
  return text + "by this set:\n" + set.str();
}

/// teach(), honest and not beaten by the brute force that is passed in.
template <class L>
Lesson expect_unbeaten(const Problem<L>& problem, const Found& best, const Options& options = {}) {
  const Lesson lesson = teach(problem, options);
  EXPECT_EQ(dishonesty(problem, lesson), "");
  EXPECT_EQ(contradiction(lesson, best), "");
  return lesson;
}

/// And proven.
template <class L>
Lesson expect_proven(const Problem<L>& problem, const Found& best, const Options& options = {}) {
  const Lesson lesson = expect_unbeaten(problem, best, options);
  EXPECT_EQ(to_string(lesson.status), "optimal") << lesson;
  return lesson;
}

}  // namespace didact::testing
