#pragma once
// The answer: what to teach, what it costs, and how good it is proven to be.

#include <didact/core/items.hpp>
#include <didact/core/stop.hpp>

#include <cmath>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace didact {

enum class Status {
  optimal,      ///< proven: gap ≤ 1e-9 · max(1, |impedance|)
  feasible,     ///< a set and a valid bound, with a gap between them
  unbounded,    ///< impedance falls without end, or its infimum is not attained
  unteachable,  ///< the loss is infinite whatever is taught
};
std::string_view to_string(Status status);

/// Why there is no proof, or no lesson.
enum class Reason {
  gap,           ///< within the gap that was asked for, or that is usual
  time,          ///< the time was up
  interrupted,   ///< somebody asked to stop
  not_provable,  ///< by the methods there are
  failed,        ///< a learner that is a program or a function failed; the explanation says how
  inherent,      ///< it lies in the problem itself; the explanation says where
};
std::string_view to_string(Reason reason);

/// Where the impedance falls, if no set is best.
enum class Direction {
  none,  ///< it is -∞ before anything is taught
  more_items,
  larger_items,
  closer_items,
  spread_items,
};
std::string_view to_string(Direction direction);

struct RelaxedOptimum {
  double n = 0;
  Vector s;
  double impedance = 0;
};

/// What is best for a learner that does not know it is being taught.
struct NaiveOptimum {
  Index n = 0;
  ItemSet items;
  double loss = 0;
  double impedance = 0;
};

/// What a given set is worth.
struct Evaluation {
  double impedance = infinity;
  double loss = infinity;
  double effort = 0;
  Index n = 0;
  std::string violates;              ///< why the items are not allowed ("item 3 is …"); effort is then infinite
  std::optional<Index> violates_at;  ///< the row that is not, from 1, where that is why
  std::vector<double> losses;        ///< each learner's
};

struct Lesson {
  Status status = Status::feasible;
  std::optional<Reason> reason;        ///< feasible, unteachable, or unbounded where nothing is taught
  std::string explanation;             ///< of a reason that failed or is inherent: "target.pi[1]: …"
  std::optional<Direction> direction;  ///< unbounded
  double impedance = infinity;         ///< recomputed from the items themselves
  double loss = infinity;
  double effort = 0;
  double lower_bound = -infinity;
  Index n = 0;
  bool has_items = false;  ///< false where there is no best set to show
  ItemSet items;
  std::vector<Index> rows;                   ///< from a pool: which of its rows each item is, from 0
  std::optional<std::vector<Index>> counts;  ///< categorical
  std::optional<RelaxedOptimum> relaxed;
  double loss_before = infinity;
  std::vector<double> losses;         ///< each learner's, where there are several
  std::vector<double> losses_before;  ///< likewise, untaught
  std::optional<NaiveOptimum> naive;  ///< for comparison, where the learner anticipates being taught
  std::optional<double> usual_gap;    ///< of a search that ended within a gap though none was asked for: which
  std::optional<Index> proven_up_to;  ///< with an effort of any shape: sizes beyond were not considered
  std::uint64_t seed = 1;
  double seconds = 0;

  /// Infinite where there is no finite impedance.
  double gap() const { return std::isfinite(impedance) ? impedance - lower_bound : infinity; }

  /// The reason in words: the explanation where there is one, else the format's word; empty without a reason.
  std::string why() const;

  /// No set is taught to any avail, and where in the problem that lies.
  void cannot_be_taught(std::string explanation);

  /// No set is best: which way the impedance falls, and how far at most.
  void has_no_best(Direction towards, double infimum = -infinity);

  /// The impedance is -∞ before anything is taught, and where in the problem that lies.
  void has_nothing_to_teach(std::string explanation);

  /// The set, as it was found to be worth when it was looked at anew. Throws std::logic_error if it is not allowed.
  void take(const Evaluation& checked);

  /// Takes a bound, and says what it makes of the lesson: optimal, or feasible and why no more. `enough` is the gap
  /// that was asked for, relative to max(1, |impedance|).
  void settle(double bound, double enough, StopReason stopped);
};

/// "10 items: 2×"2", 8×"3"   impedance 2.6457, proven optimal"
std::ostream& operator<<(std::ostream& out, const Lesson& lesson);

}  // namespace didact
