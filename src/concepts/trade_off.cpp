#include "trade_off.hpp"

#include "cover_parts.hpp"
#include "kernels.hpp"

#include <cmath>
#include <numeric>

namespace didact::concepts {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

/// What is at most rounding of a sum of masses is nothing.
double at_least_nothing(double mass) {
  return mass > 1e-12 ? mass : 0;
}

}  // namespace

TradeOff::TradeOff(const CoverProblem& problem, std::vector<double> masses, std::function<double(std::size_t)> by_size,
                   const TeachConceptOptions& options)
    : problem_(problem),
      masses_(std::move(masses)),
      equal_masses_(std::all_of(masses_.begin(), masses_.end(), [&](double mass) { return mass == masses_[0]; })),
      has_size_cost_(static_cast<bool>(by_size) || options.max_items < problem.items),
      by_size_(std::move(by_size)),
      options_(options),
      row_words_(words_for(problem.items)),
      rows_(transposed(problem)),
      scratch_(problem.words) {
  best_value = std::log1p(mass_of(all_bits(problem.elements))) + size_cost(0);
}

double TradeOff::size_cost(std::size_t n) const {
  if (n > options_.max_items) return endless;
  return by_size_ ? by_size_(n) : 0;
}

double TradeOff::mass_of(std::span<const Word> set) const {
  return mass_of(set, set);
}

double TradeOff::mass_of(std::span<const Word> set, std::span<const Word> within) const {
  if (masses_.empty()) return 0;
  if (equal_masses_) return masses_[0] * static_cast<double>(count_within(set.data(), within));
  double sum = 0;
  for (std::size_t w = 0; w < set.size(); ++w) {
    for (Word rest = set[w] & within[w]; rest != 0; rest &= rest - 1) {
      sum += masses_[w * 64 + static_cast<std::size_t>(std::countr_zero(rest))];
    }
  }
  return sum;
}

void TradeOff::offer(std::vector<std::size_t> items) {
  std::vector<Word> left = all_bits(problem_.elements);
  for (const std::size_t item : items) take_from(left, problem_.column(item).data());
  const double value = std::log1p(mass_of(left)) + cost_of(problem_, items) + size_cost(items.size());
  if (value >= best_value) return;
  best_value = value;
  best = std::move(items);
}

void TradeOff::offer_greedy() {
  std::vector<Word> left = all_bits(problem_.elements);
  std::vector<std::size_t> items;
  for (double mass = mass_of(left); mass > 0 && items.size() < problem_.items;) {
    std::size_t next = 0;
    double best_worth = -endless;
    for (std::size_t i = 0; i < problem_.items; ++i) {
      const double gain = mass_of(problem_.column(i), left);
      const double worth = std::log1p(mass) - std::log1p(std::max(0.0, mass - gain)) - problem_.cost(i);
      if (gain > 0 && worth > best_worth) best_worth = worth, next = i;
    }
    if (best_worth == -endless) return;
    items.push_back(next);
    take_from(left, problem_.column(next).data());
    mass = mass_of(left);
    offer(items);
  }
}

bool TradeOff::must_cover_all() const {
  const double lightest = masses_.empty() ? 0 : *std::min_element(masses_.begin(), masses_.end());
  return std::log1p(lightest) + size_cost(0) > best_value;
}

void TradeOff::run() {
  Level& root = level_at(0);
  root.uncovered = all_bits(problem_.elements);
  root.available = all_bits(problem_.items);
  lower = endless;
  visit(0, 0);
  lower = std::min(lower, best_value);
}

TradeOff::Level& TradeOff::level_at(std::size_t depth) {
  while (levels_.size() <= depth) {
    levels_.emplace_back();
    levels_.back().uncovered.resize(problem_.words);
  }
  return levels_[depth];
}

void TradeOff::visit(std::size_t depth, double spent) {
  if (nodes++ % 32 == 0) stopped = stopped || options_.stop;
  Level& level = levels_[depth];
  const std::size_t chosen = chosen_.size();
  weigh_items(level);
  leave_what_nothing_covers(level);
  const double mass = mass_of(level.uncovered);
  const double value = std::log1p(level.left + mass) + spent + size_cost(chosen);
  if (value < best_value) best_value = value, best = chosen_;
  if (mass == 0) return;
  double bound = greedy_bound(level, mass, chosen, spent);
  if (bound >= worse_than()) return;
  // More than this may not stay uncovered, or the set is no better than the best so far.
  const double affordable = std::expm1(best_value - spent - size_cost(chosen)) - level.left;
  if (affordable < 0) return;
  bound = std::max(bound, price_bound(level, mass, affordable, spent + size_cost(chosen)));
  if (bound >= worse_than()) return;
  if (stopped) {
    lower = std::min(lower, bound);
    return;
  }
  branch(depth, spent, affordable);
}

/// Lists the items that help, by how much of the mass they cover for their cost.
void TradeOff::weigh_items(Level& level) {
  std::vector<std::pair<double, std::uint32_t>> order;
  for_each_bit(level.available, [&](std::size_t i) {
    const double gain = mass_of(problem_.column(i), level.uncovered);
    if (gain > 0) order.emplace_back(gain, static_cast<std::uint32_t>(i));
  });
  std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
    const double rate_a = a.first * problem_.cost(b.second), rate_b = b.first * problem_.cost(a.second);
    return rate_a != rate_b ? rate_a > rate_b : a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  level.items.clear();
  level.gains.clear();
  std::fill(level.available.begin(), level.available.end(), 0);
  for (const auto& [gain, item] : order) {
    level.items.push_back(item);
    level.gains.push_back(gain);
    set_bit(level.available, item);
  }
}

void TradeOff::leave_what_nothing_covers(Level& level) {
  std::copy(level.uncovered.begin(), level.uncovered.end(), scratch_.begin());
  for (const std::uint32_t item : level.items) take_from(scratch_, problem_.column(item).data());
  level.left += mass_of(scratch_);
  for (std::size_t w = 0; w < scratch_.size(); ++w) level.uncovered[w] &= ~scratch_[w];
}

/// The items' gains add up at most. Between the points compared the bound is concave, so that its least is at one of
/// them.
double TradeOff::greedy_bound(const Level& level, double uncovered_mass, std::size_t chosen, double spent) const {
  return has_size_cost_ ? bound_by_size(level, uncovered_mass, chosen, spent)
                        : bound_by_rate(level, uncovered_mass, spent);
}

double TradeOff::bound_by_rate(const Level& level, double uncovered_mass, double spent) const {
  double bound = std::log1p(level.left + uncovered_mass) + spent, mass = uncovered_mass;
  const bool equal = std::all_of(level.items.begin(), level.items.end(), [&](std::uint32_t item) {
    return problem_.cost(item) == problem_.cost(level.items[0]);
  });
  for (std::size_t k = 0; k < level.items.size() && mass > 0; ++k) {
    const double cost = problem_.cost(level.items[k]);
    const double part = equal ? 1 : std::min(1.0, mass / level.gains[k]);  // equal costs are paid whole
    spent += part * cost;
    mass = at_least_nothing(mass - level.gains[k]);
    bound = std::min(bound, std::log1p(level.left + mass) + spent);
  }
  return bound;
}

/// Where the size has a cost of its own: the largest gains and the least costs, as if they came together.
double TradeOff::bound_by_size(const Level& level, double uncovered_mass, std::size_t chosen, double spent) const {
  std::vector<double> gains = level.gains, costs;
  for (const std::uint32_t item : level.items) costs.push_back(problem_.cost(item));
  std::sort(gains.begin(), gains.end(), std::greater<>());
  std::sort(costs.begin(), costs.end());
  double mass = uncovered_mass, bound = std::log1p(level.left + mass) + spent + size_cost(chosen);
  for (std::size_t k = 0; k < gains.size() && mass > 0; ++k) {
    mass = at_least_nothing(mass - gains[k]);
    spent += costs[k];
    bound = std::min(bound, std::log1p(level.left + mass) + spent + size_cost(chosen + k + 1));
  }
  return bound;
}

/// Up to what is affordable, the loss is at least its chord: leaving mass then has a price, and a dual solution bounds
/// what leaving and covering cost together.
double TradeOff::price_bound(const Level& level, double uncovered_mass, double affordable, double spent) {
  double lightest = masses_[0];
  if (!equal_masses_) {
    lightest = endless;
    for_each_bit(level.uncovered, [&](std::size_t e) { lightest = std::min(lightest, masses_[e]); });
  }
  const double most = std::min(affordable, uncovered_mass);
  const double untouched = std::log1p(level.left);
  const bool must_cover = lightest > affordable * (1 + 1e-9) + 1e-12;
  const double price = must_cover ? endless : most > 0 ? (std::log1p(level.left + most) - untouched) / most : 0;
  double bound = spent + untouched;
  std::copy(level.uncovered.begin(), level.uncovered.end(), scratch_.begin());
  for (std::size_t k = 0; k < level.items.size(); ++k) {
    const double taken = mass_of(problem_.column(level.items[k]), scratch_);
    take_from(scratch_, problem_.column(level.items[k]).data());
    if (taken > 0) bound += taken * std::min(price, problem_.cost(level.items[k]) / level.gains[k]);
  }
  return bound;
}

/// The items that cover `element`, without those that another of them dominates.
void TradeOff::choose_candidates(Level& level, std::size_t element) const {
  level.candidates.clear();
  for (const std::uint32_t item : level.items) {
    if (!has_bit(problem_.column(item), element)) continue;
    const auto dominates = [&](std::uint32_t other) {
      return problem_.cost(other) <= problem_.cost(item) &&
             is_subset(problem_.column(item), problem_.column(other), level.uncovered);
    };
    if (std::none_of(level.candidates.begin(), level.candidates.end(), dominates)) level.candidates.push_back(item);
  }
}

/// An element is covered by one of its items, or left for good.
void TradeOff::branch(std::size_t depth, double spent, double affordable) {
  Level& child = level_at(depth + 1);
  Level& level = levels_[depth];
  const Rarest rarest = rarest_element(rows_.data(), level.uncovered, level.available);
  choose_candidates(level, rarest.element);
  for (const std::uint32_t item : level.items) {
    if (has_bit(problem_.column(item), rarest.element)) clear_bit(level.available, item);
  }
  std::vector<Word> available = level.available;
  for (auto at = level.candidates.rbegin(); at != level.candidates.rend(); ++at) set_bit(available, *at);
  for (const std::uint32_t item : level.candidates) {
    clear_bit(available, item);
    const Word* const column = problem_.column(item).data();
    for (std::size_t w = 0; w < problem_.words; ++w) child.uncovered[w] = level.uncovered[w] & ~column[w];
    child.available = available;
    child.left = level.left;
    chosen_.push_back(item);
    visit(depth + 1, spent + problem_.cost(item));
    chosen_.pop_back();
  }
  if (masses_[rarest.element] > affordable * (1 + 1e-9) + 1e-12) return;
  child.uncovered = level.uncovered;
  clear_bit(child.uncovered, rarest.element);
  child.available = level.available;
  child.left = level.left + masses_[rarest.element];
  visit(depth + 1, spent);
}

}  // namespace didact::concepts
