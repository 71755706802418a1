#pragma once
// A teaching problem: a learner (or several), a target, the items, the effort.

#include <didact/core/effort.hpp>
#include <didact/core/internal/judge.hpp>
#include <didact/core/learner.hpp>
#include <didact/core/pool.hpp>
#include <didact/core/stop.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace didact {

/// What the learner should believe: a point, the teacher's own belief as weighted points, or as a member of the prior's
/// family.
template <class L>
using TargetOf = std::variant<typename L::Target, std::vector<Weighted<typename L::Target>>, L>;

/// How a learner's belief is judged: by -log of its density at the target, by its expected squared distance to it, or
/// by the divergence of its prediction from the target's next item.
enum class Loss { kl, squared, predictive };
/// Their names in problem files.
inline constexpr std::pair<std::string_view, Loss> named_losses[] = {
    {"kl", Loss::kl}, {"squared", Loss::squared}, {"predictive", Loss::predictive}};
constexpr std::string_view loss_name(Loss loss) {
  for (const auto& [name, value] : named_losses) {
    if (value == loss) return name;
  }
  return {};
}
constexpr Loss loss_named(std::string_view name) {
  for (const auto& [known, value] : named_losses) {
    if (known == name) return value;
  }
  return Loss::kl;
}

struct Limits {
  std::optional<Index> max_items;
  std::optional<double> seconds;
};

/// What every problem has beside its learner, its target and its items.
struct Terms {
  Effort effort;
  Index min_size = 0;
  std::optional<Index> max_size;
  Limits limits;

  Terms& terms() { return *this; }
  const Terms& terms() const { return *this; }
};

template <class L>
struct Problem : Terms {
  std::vector<Weighted<L>> learners;  ///< one, or a class of them
  Judge judge = Judge::expected;
  TargetOf<L> target;
  Loss loss = Loss::kl;
  ItemRules items;
  std::shared_ptr<const Pool> pool;  ///< only these rows; may be large, and is shared by copies of the problem
};

/// How far a branch and bound has come.
struct SearchProgress {
  double seconds = 0;
  Index nodes = 0;
  double bound = -infinity;     ///< no set is better
  double incumbent = infinity;  ///< the best so far
  Index n = 0;                  ///< and its size
};
using ProgressReport = std::function<void(const SearchProgress&)>;

/// How to answer, not what is asked.
struct Options {
  std::uint64_t seed = 1;
  Style style = Style::natural;
  /// Stop when the gap is at most this, relative to max(1, |impedance|). If not given it is closed as far as it can be;
  /// for pools of many rows 1 % is enough.
  std::optional<double> gap;
  const std::atomic<bool>* interrupt = nullptr;
  std::optional<double> seconds;  ///< time for the search, in place of the problem's own limits.seconds
  /// Where the search over sizes begins: the size of a lesson for a problem like this one. The lesson is the same.
  std::optional<double> near_size;
  ProgressReport progress;  ///< told about long searches as they go; may be empty
};

/// What ends a search that begins now: its time limit, or somebody who asks.
inline Stop stop_for(const Limits& limits, const Options& options) {
  return Stop(options.seconds ? options.seconds : limits.seconds, options.interrupt);
}

}  // namespace didact
