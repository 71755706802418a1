#include "anticipating.hpp"
#include "apart.hpp"
#include "continuous.hpp"
#include "finite_search.hpp"
#include "likelihoods.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

namespace didact {
namespace hypotheses {
namespace {

/// The belief before, as logarithms of its ratios to the target's.
Vector log_ratios(const HypothesesProblem& problem) {
  Vector logs = log_joint(problem, {Matrix(0, 1), {}});
  const double right = logs[static_cast<Index>(problem.target)];
  for (double& log : logs) log = std::max(impossible, log - right);
  return logs;
}

Objective objective_of(const HypothesesProblem& problem) {
  Objective objective;
  const Effort& effort = problem.effort;
  objective.of_size = [&effort](double n) { return effort.at_size(n); };
  objective.per_item = effort.per_item;
  objective.convex = effort.convex_in_size();
  objective.linear = objective.convex && !effort.convex_of_size.value;
  objective.zero_one = problem.loss == HypothesesLoss::zero_one;
  objective.low = problem.min_size;
  objective.high = static_cast<Index>(largest_size);
  if (problem.max_size) objective.high = std::min(objective.high, *problem.max_size);
  if (problem.limits.max_items) objective.high = std::min(objective.high, *problem.limits.max_items);
  if (effort.of_size) objective.high = std::min(objective.high, std::max<Index>(1'000'000, problem.min_size));
  if (objective.zero_one && objective.convex) {  // a probability is at most 1: what costs more is not worth it
    double n = 1;
    while (n < trusted_size && effort.at_size(n) < 1) n *= 2;
    objective.high = std::max(problem.min_size, std::min(objective.high, static_cast<Index>(n)));
  }
  return objective;
}

/// How far out items are looked at where no range says so: this many times the spread of the hypotheses.
constexpr double far = 1000, far_counts = 20;

Interval neighbourhood(const HypothesesProblem& problem, Index coordinate) {
  double low = infinity, high = -infinity, width = 0, reach = far;
  for (const Density& density : problem.densities) {
    double centre = density.at[std::min<Index>(coordinate, density.at.size() - 1)], deviation = 0;
    switch (density.family) {
      case Density::Family::uniform:
        deviation = density.at[1] - density.at[0];
        break;
      case Density::Family::exponential:
        centre = deviation = 1 / density.at[0];
        break;
      case Density::Family::poisson:
        deviation = std::sqrt(centre) + 1;
        reach = far_counts;
        break;
      default:
        deviation = std::sqrt(density.spread(coordinate, coordinate));
    }
    low = std::min(low, centre);
    high = std::max(high, centre);
    width = std::max(width, deviation);
  }
  return {low - reach * std::max(high - low, width), high + reach * std::max(high - low, width)};
}

/// The range of items that is searched, and whether it is only as far as one looks.
struct Searched {
  std::vector<Interval> range;
  std::vector<Interval> cut;  ///< finite where an infinite end was cut off
};

Searched searched_range(const HypothesesProblem& problem) {
  Searched searched{problem.domain().range, {}};
  for (std::size_t i = 0; i < searched.range.size(); ++i) {
    Interval& range = searched.range[i];
    searched.cut.emplace_back();
    if (std::isfinite(range.low) && std::isfinite(range.high)) continue;
    const Interval near = neighbourhood(problem, static_cast<Index>(i));
    if (range.low == -infinity) range.low = searched.cut[i].low = std::min(near.low, range.high);
    if (range.high == infinity) {
      range.high = searched.cut[i].high = std::max(std::ceil(near.high), range.low);
    }
  }
  return searched;
}

bool touches(const ItemSet& items, const std::vector<Interval>& cut) {
  for (Index j = 0; j < items.rows.cols() && j < static_cast<Index>(cut.size()); ++j) {
    for (Index i = 0; i < items.rows.rows(); ++i) {
      if (items.rows(i, j) <= cut[j].low || items.rows(i, j) >= cut[j].high) return true;
    }
  }
  return false;
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
  explicit Fading(const Vector& log_ratios) : a_(log_ratios), ruled_out_(log_ratios.array() <= impossible) {}

  void show(const Vector& d, Index times) {
    a_ += static_cast<double>(times) * d;
    ruled_out_ = ruled_out_ || d.array() <= impossible;
  }
  bool endless() const {
    constexpr double all_but_vanished = -25;
    return (!ruled_out_ && a_.array() < all_but_vanished).any();
  }

 private:
  Vector a_;
  Eigen::Array<bool, Eigen::Dynamic, 1> ruled_out_;
};

/// All of the same kind of item in one matrix: fast for Gaussians of many dimensions too.
Matrix evidence_of(const HypothesesProblem& problem, const Matrix& rows) {
  const auto H = static_cast<Index>(problem.names.size());
  const auto target = static_cast<Index>(problem.target);
  Matrix d(H, rows.rows());
  if (problem.densities.empty()) {
    for (Index i = 0; i < rows.rows(); ++i)
      d.col(i) = problem.table.col(static_cast<Index>(rows(i, 0)) - 1).array().log();
  } else if (problem.densities[0].family == Density::Family::multivariate_gaussian) {
    const auto box = items_in_a_box(problem.densities, problem.target, problem.domain().range, Vector::Zero(H), 0);
    for (Index i = 0; i < rows.rows(); ++i) d.col(i) = box->evidence(rows.row(i));
    return d;
  } else {
    for (Index i = 0; i < rows.rows(); ++i) d.col(i) = log_likelihoods(problem, rows.row(i));
  }
  for (Index i = 0; i < rows.rows(); ++i) {
    const double right = d(target, i);
    if (right == -infinity) continue;  // no item for this target: the caller leaves it out
    for (Index h = 0; h < H; ++h) d(h, i) = std::max(impossible, d(h, i) - right);
  }
  return d;
}

FiniteItems finite_items(const HypothesesProblem& problem, const Matrix& rows, std::vector<Index>& kept) {
  FiniteItems items;
  items.log_ratios = log_ratios(problem);
  const Matrix d = evidence_of(problem, rows);
  for (Index i = 0; i < rows.rows(); ++i) {
    if (d(static_cast<Index>(problem.target), i) > -infinity) kept.push_back(i);
  }
  const auto N = static_cast<Index>(kept.size());
  const bool once = problem.items.distinct || (problem.pool && !problem.pool->repeat);
  items.d = d(Eigen::all, kept);
  items.costs = Vector::Zero(N);
  items.low = Vector::Zero(N);
  items.high = Vector::Constant(N, once ? 1 : infinity);
  for (Index i = 0; i < N; ++i) {
    const Index row = kept[static_cast<std::size_t>(i)];
    if (problem.effort.magnitude > 0) items.costs[i] = problem.effort.magnitude * rows.row(row).squaredNorm();
    if (!problem.pool) continue;
    auto is_in = [row](const std::vector<Index>& list) {
      return std::find(list.begin(), list.end(), row) != list.end();
    };
    items.costs[i] += problem.pool->cost(row);
    if (is_in(problem.pool->must_include)) items.low[i] = 1;
    if (is_in(problem.pool->must_exclude)) items.high[i] = 0;
  }
  return items;
}

Found find_finite(const HypothesesProblem& problem, const Matrix& rows, const Objective& objective, double gap,
                  const Stop& stop) {
  std::vector<Index> kept;
  const FiniteItems items = finite_items(problem, rows, kept);
  const double most = std::min(items.most(), static_cast<double>(objective.high));
  if (std::max(items.least(), static_cast<double>(objective.low)) > most) {
    throw std::invalid_argument("no set is large enough: at most " + std::to_string(static_cast<Index>(most)) +
                                " items can be shown");
  }
  const FiniteResult result = search(items, objective, gap, stop);
  Found found{{Matrix(static_cast<Index>(result.counts.size()), rows.cols()), {}},
              {},
              result.total,
              result.bound,
              result.stopped,
              result.unbounded,
              result.relaxed_n,
              result.relaxed_total};
  Fading fading(items.log_ratios);
  for (const auto& [item, count] : result.counts) {
    const Index row = kept[static_cast<std::size_t>(item)];
    found.items.rows.row(static_cast<Index>(found.items.copies.size())) = rows.row(row);
    found.items.copies.push_back(count);
    if (problem.pool) found.rows.push_back(row);
    fading.show(items.d.col(item), count);
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

/// No set has less than this: the loss is never negative.
double floor_of(const Objective& objective, double untaught) {
  const double least = objective.of_size(static_cast<double>(std::max<Index>(1, objective.low)));
  return objective.low == 0 ? std::min(untaught, least) : least;
}

}  // namespace
}  // namespace hypotheses

Lesson teach(const HypothesesProblem& problem, const Options& options) {
  using namespace hypotheses;
  if (problem.effort.closeness > 0 && !problem.anticipates) return teach_apart(problem, options);
  const auto started = std::chrono::steady_clock::now();
  const Stop stop(problem.limits.seconds, options.interrupt);
  Lesson lesson;
  lesson.seed = options.seed;
  const Vector before = belief(problem, {Matrix(0, 1), {}});
  const auto target = static_cast<Index>(problem.target);
  if (!(before[target] > 0)) {
    lesson.status = Status::unteachable;
    lesson.reason = problem.prior[target] > 0 ? "target.hypothesis: what the learner has seen rules it out"
                                              : "target.hypothesis: the learner's prior rules it out";
    lesson.lower_bound = infinity;
    return lesson;
  }
  lesson.loss_before = judged(problem, before);
  if (problem.anticipates) {
    teach_anticipating(problem, options, lesson);
    lesson.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return lesson;
  }
  const Objective objective = objective_of(problem);
  const Searched searched = searched_range(problem);
  const std::optional<Matrix> rows = sums_alone(problem, searched) ? std::nullopt : candidates(problem, searched.range);
  const Found found = rows ? find_finite(problem, *rows, objective, options.gap, stop)
                           : find_continuous(problem, searched, objective, options.gap, stop);
  if (problem.effort.of_size) lesson.proven_up_to = objective.high;
  if (found.relaxed_total < infinity && !found.unbounded) {
    lesson.relaxed = RelaxedOptimum{found.relaxed_n, {}, found.relaxed_total};
  }
  const bool free = problem.effort.per_item == 0 && !problem.effort.of_size && !problem.effort.convex_of_size.value;
  const bool unlimited =
      static_cast<double>(objective.high) > trusted_size || (free && !problem.max_size && !problem.limits.max_items);
  const bool endless = found.unbounded || (free && unlimited && found.endless);
  if (!endless) {
    lesson.items = found.items;
    lesson.rows = found.rows;
    lesson.has_items = true;
    lesson.n = found.items.size();
    const Evaluation checked = evaluate(problem, lesson.items);
    if (!checked.violates.empty()) throw std::logic_error("a lesson broke its own rules: " + checked.violates);
    lesson.loss = checked.loss;
    lesson.effort = checked.effort;
    lesson.impedance = checked.impedance;
    if (!(std::abs(checked.impedance - found.total) <= 1e-6 * std::max(1.0, std::abs(found.total)))) {
      throw std::logic_error("two computations of the impedance disagree: " + std::to_string(checked.impedance) +
                             " and " + std::to_string(found.total));
    }
    lesson.settle(found.bound, options.gap, found.stopped);
  }
  if (endless || touches(found.items, searched.cut)) {
    lesson.status = Status::unbounded;
    lesson.reason.clear();
    lesson.direction = endless ? "more items" : "larger items";
    lesson.lower_bound = endless ? std::min(found.bound, found.total) : floor_of(objective, lesson.loss_before);
  }
  lesson.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return lesson;
}

}  // namespace didact
