#include "cover_search.hpp"

#include "kernels.hpp"

#include <cmath>

namespace didact::concepts {
namespace {

/// Work between two looks at the clock: a fraction of a millisecond.
constexpr std::int64_t work_between_looks = 200'000;
constexpr int relaxation_rounds = 25;

}  // namespace

double least_gain(std::span<const double> costs, double cost) {
  const bool whole = std::all_of(costs.begin(), costs.end(), [](double c) { return c == std::floor(c) && c < 1e9; });
  return whole ? 1 : 1e-9 * std::max(1.0, cost);
}

CoverSearch::CoverSearch(const CoverProblem& problem, const Stop& stop)
    : multipliers(problem.elements, 0),
      problem_(problem),
      stop_(stop),
      row_words_(words_for(problem.items)),
      rows_(transposed(problem)),
      relaxation_(problem) {
  if (!problem.costs.empty()) least_cost_ = *std::min_element(problem.costs.begin(), problem.costs.end());
  tolerance_ = whole_tolerance * least_gain(problem.costs, 0);
  scratch_.resize(problem.words);
}

bool CoverSearch::run(double limit, double enough) {
  best.clear();
  limit_ = limit;
  enough_ = enough;
  Level& root = level_at(0);
  root.uncovered = all_bits(problem_.elements);
  root.available = all_bits(problem_.items);
  root.u = multipliers;
  chosen_.clear();
  visit(0, 0, 0);
  return !stopped_;
}

CoverSearch::Level& CoverSearch::level_at(std::size_t depth) {
  while (levels_.size() <= depth) {
    levels_.emplace_back();
    levels_.back().uncovered.resize(problem_.words);
  }
  return levels_[depth];
}

bool CoverSearch::is_over() {
  if (work_ >= next_look_) {
    stopped_ = stopped_ || stop_;
    next_look_ = work_ + work_between_looks;
    if (at_pause && !stopped_ && work_ >= next_pause_) {
      limit_ = std::min(limit_, at_pause(work_));
      next_pause_ = 2 * work_;
    }
  }
  return stopped_ || limit_ + whole_tolerance < enough_;
}

void CoverSearch::record(double spent) {
  best = chosen_;
  limit_ = spent - least_gain(problem_.costs, spent);
}

/// How many more items such a cost can pay.
std::size_t CoverSearch::items_within(double allowed) const {
  return allowed < 0 ? 0 : static_cast<std::size_t>(std::floor(allowed / least_cost_ + 1e-9));
}

void CoverSearch::visit(std::size_t depth, double spent, std::size_t relaxed_at) {
  if (is_over()) return;
  ++nodes;
  Level& level = levels_[depth];
  const double allowed = limit_ - spent;
  if (allowed < -1e-12 * std::max(1.0, spent)) return;
  if (is_empty(level.uncovered)) return record(spent);
  const std::size_t to_go = items_within(allowed);
  if (to_go == 0) return;
  if (to_go == 1) return finish_with_one(level.uncovered, level, spent);
  if (!weigh_items(level, allowed, to_go)) return;
  if (to_go == 2) return finish_with_two(level, spent);
  if (price_bound(level) > allowed + tolerance_) return;
  Rarest rarest = rarest_element(rows_.data(), level.uncovered, level.available);
  if (rarest.count == 0) return;
  const std::size_t kind = std::min<std::size_t>(to_go, experience_.size() - 1);
  const std::int64_t work_before = work_;
  if (rarest.count > 1 && is_worth_relaxing(kind)) {
    if (!survives_relaxation(level, depth, allowed, kind, relaxed_at)) return;
    relaxed_at = depth;
    rarest = rarest_element(rows_.data(), level.uncovered, level.available);
    if (rarest.count == 0) return;
  }
  branch(depth, rarest.element, spent, relaxed_at);
  if (rarest.count > 1 && !stopped_) {
    ++experience_[kind].subtrees;
    experience_[kind].subtree_work += work_ - work_before;
  }
}

/// Some single item that covers all that is left.
void CoverSearch::finish_with_one(std::span<const Word> uncovered, const Level& level, double spent) {
  std::vector<Word>& common = order_;
  common.assign(level.available.begin(), level.available.end());
  for (std::size_t at = 0; at < uncovered.size(); ++at) {
    for (Word rest = uncovered[at]; rest != 0; rest &= rest - 1) {
      const Word* const items =
          rows_.data() + (at * 64 + static_cast<std::size_t>(std::countr_zero(rest))) * row_words_;
      Word any = 0;
      for (std::size_t w = 0; w < row_words_; ++w) any |= common[w] &= items[w];
      work_ += static_cast<std::int64_t>(row_words_);
      if (any == 0) return;
    }
  }
  const std::vector<std::size_t> covering = members(common);
  const std::size_t item = *std::min_element(covering.begin(), covering.end(), [&](std::size_t a, std::size_t b) {
    return problem_.cost(a) < problem_.cost(b);
  });
  if (spent + problem_.cost(item) > limit_ + tolerance_) return;
  chosen_.push_back(item);
  record(cost_of(problem_, chosen_));
  chosen_.pop_back();
}

void CoverSearch::finish_with_two(Level& level, double spent) {
  const Rarest rarest = rarest_element(rows_.data(), level.uncovered, level.available);
  if (rarest.count == 0) return;
  const std::size_t uncovered = count_bits(level.uncovered);
  const std::size_t most = *std::max_element(level.counts.begin(), level.counts.end());
  work_ += static_cast<std::int64_t>(uncovered * row_words_);
  for (std::size_t k = 0; k < level.items.size(); ++k) {
    const std::uint32_t item = level.items[k];
    if (!has_bit(row(rarest.element), item) || level.counts[k] + most < uncovered) continue;
    if (is_over()) return;
    ++nodes;
    const Word* const column = problem_.column(item).data();
    for (std::size_t w = 0; w < scratch_.size(); ++w) scratch_[w] = level.uncovered[w] & ~column[w];
    work_ += static_cast<std::int64_t>(scratch_.size());
    chosen_.push_back(item);
    const double now = spent + problem_.cost(item);
    if (is_empty(scratch_)) {
      if (now <= limit_ + tolerance_) record(cost_of(problem_, chosen_));
    } else {
      finish_with_one(scratch_, level, now);
    }
    chosen_.pop_back();
  }
}

/// Lists the items that help, the most helpful for their cost first. False: they cannot suffice.
bool CoverSearch::weigh_items(Level& level, double allowed, std::size_t to_go) {
  level.items.clear();
  for_each_bit(level.available, [&](std::size_t i) {
    if (problem_.cost(i) <= allowed + 1e-9) level.items.push_back(static_cast<std::uint32_t>(i));
  });
  level.counts.resize(level.items.size());
  count_within(problem_.columns.data(), level.items, level.uncovered, level.counts.data());
  work_ += static_cast<std::int64_t>(level.items.size() * problem_.words);
  order_.clear();
  for (std::size_t k = 0; k < level.items.size(); ++k) {
    if (level.counts[k] > 0) order_.push_back(std::uint64_t{level.counts[k]} << 32 | level.items[k]);
  }
  if (problem_.costs.empty()) {
    std::sort(order_.begin(), order_.end(), std::greater<>());
  } else {
    const auto rate = [&](std::uint64_t entry) {
      return static_cast<double>(entry >> 32) / problem_.costs[entry & 0xffffffff];
    };
    std::sort(order_.begin(), order_.end(), [&](std::uint64_t a, std::uint64_t b) { return rate(a) > rate(b); });
  }
  level.items.clear();
  level.counts.clear();
  for (const std::uint64_t entry : order_) {
    level.items.push_back(static_cast<std::uint32_t>(entry));
    level.counts.push_back(static_cast<std::uint32_t>(entry >> 32));
  }
  if (level.items.empty()) return false;
  return can_be_counted(level, count_bits(level.uncovered), to_go);
}

/// With unit costs: `to_go` items cover at most as much as the `to_go` most helpful. An item that falls short even with
/// all the others at their best is not available.
bool CoverSearch::can_be_counted(Level& level, std::size_t uncovered, std::size_t to_go) {
  std::size_t kept = level.items.size();
  if (problem_.costs.empty()) {
    std::size_t others = 0;
    for (std::size_t k = 0; k < std::min(to_go - 1, level.counts.size()); ++k) others += level.counts[k];
    while (kept > 0 && level.counts[kept - 1] + others < uncovered) --kept;
    if (kept < std::min(to_go, level.items.size())) return false;
    if (kept == 0) return false;
    level.items.resize(kept);
    level.counts.resize(kept);
  }
  std::fill(level.available.begin(), level.available.end(), 0);
  for (const std::uint32_t item : level.items) set_bit(level.available, item);
  return true;
}

/// A dual solution: each element pays its share of the item in which a share is least.
double CoverSearch::price_bound(const Level& level) {
  std::copy(level.uncovered.begin(), level.uncovered.end(), scratch_.begin());
  std::size_t left = count_bits(scratch_);
  double bound = 0;
  for (std::size_t k = 0; k < level.items.size() && left > 0; ++k) {
    const std::size_t taken = take_from(scratch_, problem_.column(level.items[k]).data());
    work_ += static_cast<std::int64_t>(problem_.words);
    left -= taken;
    bound += static_cast<double>(taken) * problem_.cost(level.items[k]) / level.counts[k];
  }
  return left > 0 ? limit_ + 1e9 : bound;
}

/// Relaxing pays where the subtrees it has cut off were dearer than itself.
bool CoverSearch::is_worth_relaxing(std::size_t to_go) {
  Experience& past = experience_[to_go];
  const std::int64_t node = past.nodes++;
  if (past.tries < 4 || past.subtrees == 0 || node % 64 == 0) return true;
  const double saved = static_cast<double>(past.prunes) / static_cast<double>(past.tries) *
                       static_cast<double>(past.subtree_work) / static_cast<double>(past.subtrees);
  return saved > static_cast<double>(past.relax_work) / static_cast<double>(past.tries);
}

/// Relaxes, and fixes what reduced costs decide. False: nothing within `allowed` is left.
bool CoverSearch::survives_relaxation(Level& level, std::size_t depth, double allowed, std::size_t to_go,
                                      std::size_t relaxed_at) {
  if (relaxed_at != depth) level.u = levels_[relaxed_at].u;
  const double bound = relaxation_.raise(level.uncovered, level.items, allowed, relaxation_rounds, level.u);
  Experience& past = experience_[to_go];
  ++past.tries;
  past.relax_work += relaxation_.work();
  work_ += relaxation_.work();
  const double most = allowed + tolerance_;
  if (bound > most) {
    ++past.prunes;
    return false;
  }
  const std::span<const double> reduced = relaxation_.reduced_costs();
  std::size_t kept = 0;
  for (std::size_t k = 0; k < level.items.size(); ++k) {
    if (reduced[k] > 0 && bound + reduced[k] > most) {
      clear_bit(level.available, level.items[k]);
      continue;
    }
    level.items[kept] = level.items[k];
    level.counts[kept++] = level.counts[k];
  }
  level.items.resize(kept);
  level.counts.resize(kept);
  return true;
}

/// The items that cover `element`, the most helpful first, without those that another of them dominates.
void CoverSearch::choose_candidates(Level& level, std::size_t element) {
  level.candidates.clear();
  for (const std::uint32_t item : level.items) {
    if (!has_bit(row(element), item)) continue;
    const auto dominates = [&](std::uint32_t other) {
      return problem_.cost(other) <= problem_.cost(item) &&
             is_subset(problem_.column(item), problem_.column(other), level.uncovered);
    };
    work_ += static_cast<std::int64_t>(level.candidates.size());
    if (std::none_of(level.candidates.begin(), level.candidates.end(), dominates)) level.candidates.push_back(item);
  }
}

void CoverSearch::branch(std::size_t depth, std::size_t element, double spent, std::size_t relaxed_at) {
  Level& child = level_at(depth + 1);
  Level& level = levels_[depth];
  choose_candidates(level, element);
  for (const std::uint32_t item : level.candidates) {
    if (is_over()) return;
    clear_bit(level.available, item);  // whoever comes later need not try it again
    const Word* const column = problem_.column(item).data();
    for (std::size_t w = 0; w < problem_.words; ++w) child.uncovered[w] = level.uncovered[w] & ~column[w];
    child.available = level.available;
    chosen_.push_back(item);
    visit(depth + 1, spent + problem_.cost(item), relaxed_at);
    chosen_.pop_back();
  }
}

}  // namespace didact::concepts
