#pragma once
// The answer: what to teach, what it costs, and how good it is proven to be.

#include <didact/core/items.hpp>
#include <didact/core/stop.hpp>

#include <cmath>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace didact {

enum class Status {
  optimal,      ///< proven: gap ≤ 1e-9 · max(1, |impedance|)
  feasible,     ///< a set and a valid bound, with a gap between them
  unbounded,    ///< impedance falls without end, or its infimum is not attained
  unteachable,  ///< the loss is infinite whatever is taught
};
std::string_view to_string(Status status);

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
  std::string reason;           ///< feasible: what ended the search; unteachable: what the learner rules out
  std::string direction;        ///< unbounded: "more items", "closer items", …
  double impedance = infinity;  ///< recomputed from the items themselves
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

  /// The set, as it was found to be worth when it was looked at anew. Throws std::logic_error if it is not allowed.
  void take(const Evaluation& checked);

  /// Takes a bound, and says what it makes of the lesson: optimal, or feasible and why no more. `enough` is the gap
  /// that was asked for, relative to max(1, |impedance|).
  void settle(double bound, double enough, StopReason stopped);
};

/// "10 items: 2×"2", 8×"3"   impedance 2.6457, proven optimal"
std::ostream& operator<<(std::ostream& out, const Lesson& lesson);

}  // namespace didact
