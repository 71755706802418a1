#include "../pools/finite_search.hpp"
#include "anticipating.hpp"
#include "apart.hpp"
#include "candidate_items.hpp"
#include "continuous.hpp"
#include "far_out.hpp"
#include "likelihoods.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace didact {
namespace hypotheses {
namespace {

Objective objective_of(const HypothesesProblem& problem) {
  const Effort& effort = problem.effort;
  Objective objective = pools::objective_of(effort, problem.min_size, infinity);
  objective.zero_one = problem.loss == HypothesesLoss::zero_one;
  if (problem.max_size) objective.high = std::min(objective.high, *problem.max_size);
  if (problem.limits.max_items) objective.high = std::min(objective.high, *problem.limits.max_items);
  if (effort.of_size) objective.high = std::min(objective.high, std::max<Index>(1'000'000, problem.min_size));
  if (objective.zero_one && objective.convex) {  // a probability is at most 1: what costs more is not worth it
    double n = 1;
    while (n < pools::trusted_size && effort.at_size(n) < 1) n *= 2;
    objective.high = std::max(problem.min_size, std::min(objective.high, static_cast<Index>(n)));
  }
  return objective;
}

/// Whole numbers are looked at one by one, but for those that are too many.
void within_a_million(const HypothesesProblem& problem, Searched& searched) {
  if (!searched.cut) return;
  Interval& range = searched.range[0];
  constexpr double most = 5e5;
  const double middle = std::clamp(problem.densities[problem.target].at[0], range.low, range.high);
  const Interval near{std::max(range.low, std::ceil(middle - most)), std::min(range.high, std::floor(middle + most))};
  searched.complete &= near.low == range.low && near.high == range.high;
  range = near;
}

/// What a search found, of either kind.
struct Found {
  ItemSet items;
  std::vector<Index> rows;
  double total = infinity, bound = -infinity;
  StopReason stopped = StopReason::none;
  bool unbounded = false;
  double relaxed_n = 0, relaxed_total = infinity;
  bool endless = false;  ///< some hypothesis only becomes ever less probable
};

/// Whether teaching that costs nothing ends: a hypothesis that no item rules out, but that has all but vanished, can be
/// made to vanish further.
class Fading {
 public:
  explicit Fading(const Vector& log_ratios)
      : a_(log_ratios), impossible_(impossible_beside(log_ratios)), ruled_out_(log_ratios.array() <= impossible_) {}

  void show(const Vector& d, Index times) {
    a_ += static_cast<double>(times) * d;
    ruled_out_ = ruled_out_ || d.array() <= impossible_;
  }
  bool endless() const {
    constexpr double all_but_vanished = -25;
    return (!ruled_out_ && a_.array() < all_but_vanished).any();
  }

 private:
  Vector a_;
  double impossible_;
  Eigen::Array<bool, Eigen::Dynamic, 1> ruled_out_;
};

/// No set has less than this: the loss is never negative.
double floor_of(const Objective& objective) {
  const auto low = static_cast<double>(objective.low);
  return objective.low == 0 ? 0 : objective.convex ? objective.of_size(low) : objective.per_item * low;
}

Found find_finite(const HypothesesProblem& problem, const Table& rows, const Objective& objective,
                  const Options& options, const Stop& stop) {
  std::vector<Index> kept;
  const EvidenceItems items = finite_items(problem, rows, stop, kept);
  const bool stopped = static_cast<bool>(stop);  // perhaps before all rows were looked at
  const double most = std::min(items.most(), static_cast<double>(objective.high));
  if (std::max(items.least(), static_cast<double>(objective.low)) > most) {
    throw std::invalid_argument("no set is large enough: at most " + std::to_string(static_cast<Index>(most)) +
                                " items can be shown");
  }
  const pools::FiniteResult result =
      pools::search(items, objective, {options.gap.value_or(0), options.gap.value_or(0)}, stop, options.progress);
  Found found{{Matrix(static_cast<Index>(result.counts.size()), rows.cols()), {}},
              {},
              result.total,
              stopped ? std::min(result.bound, floor_of(objective)) : result.bound,
              result.stopped,
              result.unbounded,
              result.relaxed_n,
              result.relaxed_total};
  Fading fading(items.function().origin());
  for (const auto& [item, count] : result.counts) {
    const Index row = kept[static_cast<std::size_t>(item)];
    found.items.rows.row(static_cast<Index>(found.items.copies.size())) = rows.row(row);
    found.items.copies.push_back(count);
    if (problem.pool) found.rows.push_back(row);
    fading.show(items.statistic(item), count);
  }
  found.endless = fading.endless() && items.most() == infinity;
  return found;
}

/// Whole numbers that matter by their sum alone.
bool sums_alone(const HypothesesProblem& problem, const Searched& searched) {
  const ItemDomain domain = problem.domain();
  return !problem.pool && !problem.densities.empty() && domain.integers && domain.dimension() == 1 && !domain.labels &&
         !domain.distinct && problem.effort.magnitude == 0 && only_sums_matter(problem.densities, searched.range[0]);
}

Found find_continuous(const HypothesesProblem& problem, const Searched& searched, const Objective& objective,
                      double gap, const Stop& stop) {
  if (problem.items.distinct && !problem.domain().integers) {
    throw std::invalid_argument(
        "distinct items are known here only where there are finitely many: whole numbers, a pool");
  }
  if (problem.domain().integers && problem.domain().dimension() > 1) {
    throw std::invalid_argument("whole vectors are known here only as a pool");
  }
  const Vector ratios = log_ratios(problem);
  const double magnitude = problem.effort.magnitude;
  const auto items = sums_alone(problem, searched)
                         ? whole_items_on_a_line(problem.densities, problem.target, searched.range[0], ratios)
                     : searched.range.size() == 1
                         ? items_on_a_line(problem.densities, problem.target, searched.range[0], ratios, magnitude)
                         : items_in_a_box(problem.densities, problem.target, searched.range, ratios, magnitude);
  const ContinuousResult result = search(*items, objective, gap, stop);
  Found found{result.items,        {}, result.total, result.bound, result.stopped, result.unbounded, result.relaxed_n,
              result.relaxed_total};
  Fading fading(ratios);
  for (Index i = 0; i < result.items.rows.rows(); ++i) {
    fading.show(items->evidence(result.items.rows.row(i)), result.items.copies[i]);
  }
  found.endless = fading.endless();
  return found;
}

/// Why no set can teach the target; empty if one may.
std::string unteachable(const HypothesesProblem& problem) {
  const auto target = static_cast<Index>(problem.target);
  if (!(problem.prior[target] > 0)) return "target.hypothesis: the learner's prior rules it out";
  if (log_joint(problem, nothing_shown)[target] == -infinity)
    return "target.hypothesis: what the learner has seen rules it out";
  if (const auto row = impossible_row(problem)) {
    return "items.must_include: the target cannot have made row " + std::to_string(*row + 1);
  }
  return {};
}

/// The set that was found, with its proof.
void settle(const HypothesesProblem& problem, const Objective& objective, const Searched& searched, const Found& found,
            const Options& options, Lesson& lesson) {
  lesson.items = found.items;
  lesson.rows = found.rows;
  const Evaluation checked = evaluate(problem, lesson.items);
  lesson.take(checked);
  if (!(std::abs(checked.impedance - found.total) <= 1e-6 * std::max(1.0, std::abs(found.total)))) {
    throw std::logic_error("two computations of the impedance disagree: " + std::to_string(checked.impedance) +
                           " and " + std::to_string(found.total));
  }
  const bool complete = searched.complete || stays_inside(problem, searched, found.items);
  lesson.settle(complete ? found.bound : std::min(found.bound, floor_of(objective)), options.gap.value_or(0),
                found.stopped);
  if (runs_away(problem, searched, found.items)) lesson.has_no_best(Direction::larger_items, lesson.lower_bound);
}

/// Whether more items, which cost nothing, are better without end.
bool goes_on(const HypothesesProblem& problem, const Objective& objective, const Found& found) {
  const bool free = problem.effort.per_item == 0 && !problem.effort.of_size && !problem.effort.convex_of_size.value;
  const bool unlimited = static_cast<double>(objective.high) > pools::trusted_size ||
                         (free && !problem.max_size && !problem.limits.max_items);
  return found.unbounded || (free && unlimited && found.endless);
}

/// From items of which each may be shown any number of times, or of which there are finitely many.
void teach_naive(const HypothesesProblem& problem, const Options& options, const Clock& clock, const Stop& stop,
                 Lesson& lesson) {
  Objective objective = objective_of(problem);
  Searched searched = searched_range(problem, objective, stop);
  if (problem.domain().integers) {  // what the target can have made need not end at whole numbers
    for (Interval& range : searched.range) range = {std::ceil(range.low), std::floor(range.high)};
  }
  const bool sums = sums_alone(problem, searched);
  if (problem.domain().integers && !sums) within_a_million(problem, searched);
  if (std::any_of(searched.range.begin(), searched.range.end(), [](const Interval& i) { return i.low > i.high; })) {
    if (objective.low > 0)
      return lesson.cannot_be_taught("items.range: the target cannot have made any of these items");
    objective.high = 0;
  }
  const std::optional<Table> rows = sums ? std::nullopt : candidates(problem, searched.range);
  const Found found = rows ? find_finite(problem, *rows, objective, options, stop)
                           : find_continuous(problem, searched, objective, options.gap.value_or(0), stop);
  const std::optional<FarOut> far = far_out(problem, options, searched, clock);
  if (problem.effort.of_size) lesson.proven_up_to = objective.high;
  if (found.relaxed_total < infinity && !found.unbounded && !far) {
    lesson.relaxed = RelaxedOptimum{found.relaxed_n, {}, found.relaxed_total};
  }
  if (goes_on(problem, objective, found)) {
    lesson.has_no_best(Direction::more_items, std::min({found.bound, found.total, far ? far->at_least : infinity}));
  } else if (far) {
    settle_far(problem, options, *far, found.items, stop.reason(), lesson);
  } else {
    settle(problem, objective, searched, found, options, lesson);
  }
}

}  // namespace
}  // namespace hypotheses

Lesson teach(const HypothesesProblem& problem, const Options& options) {
  using namespace hypotheses;
  if (problem.effort.per_unit > 0)
    throw std::invalid_argument("per_unit is an effort of a pool's rows here: Pool::costs");
  if (problem.effort.closeness > 0 && !problem.anticipates) return teach_apart(problem, options);
  const Clock clock;
  const Stop stop = stop_for(problem.limits, options);
  Lesson lesson;
  lesson.seed = options.seed;
  if (std::string why = unteachable(problem); !why.empty()) {
    lesson.cannot_be_taught(std::move(why));
    return lesson;
  }
  lesson.loss_before = loss_of(problem, nothing_shown);
  if (problem.anticipates) {
    teach_anticipating(problem, options, stop, lesson);
  } else {
    teach_naive(problem, options, clock, stop, lesson);
  }
  lesson.seconds = clock.seconds();
  return lesson;
}

}  // namespace didact
