#include "pool_sets.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace didact::search {
namespace {

RowSet without(const RowSet& set, const RowSet& rows) {
  RowSet left;
  std::set_difference(set.begin(), set.end(), rows.begin(), rows.end(), std::back_inserter(left));
  return left;
}

/// C(n, k)
double choose(double n, double k) {
  double count = 1;
  for (double i = 0; i < k && std::isfinite(count); ++i) count *= (n - i) / (i + 1);
  return std::max(0.0, std::round(count));
}

Index any_of(Index count, Random& random) {
  return std::min(count - 1, static_cast<Index>(random.uniform() * static_cast<double>(count)));
}

Index taken_from(RowSet& rows, Random& random) {
  const auto at = rows.begin() + any_of(static_cast<Index>(rows.size()), random);
  const Index row = *at;
  rows.erase(at);
  return row;
}

/// Two entries at random, the same one twice if that is allowed.
RowSet some_pair(const RowSet& rows, bool twice, Random& random) {
  const auto count = static_cast<Index>(rows.size());
  const Index a = any_of(count, random);
  Index b = any_of(twice ? count : count - 1, random);
  if (!twice && b >= a) ++b;
  return {rows[static_cast<std::size_t>(std::min(a, b))], rows[static_cast<std::size_t>(std::max(a, b))]};
}

std::vector<RowSet> all_pairs(const RowSet& rows, bool twice) {
  std::vector<RowSet> pairs;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = twice ? i : i + 1; j < rows.size(); ++j) pairs.push_back({rows[i], rows[j]});
  }
  return pairs;
}

/// What one use of a row costs for itself: its own cost, and its magnitude.
double cost_of_use(const PoolSearchProblem& problem, Index row) {
  const Index dimension = problem.pool.dimension();
  return problem.pool.cost(row) + effort_of_item(problem.effort, problem.pool.rows.row(row).head(dimension));
}

}  // namespace

RowSet with(RowSet set, Index row) {
  set.insert(std::upper_bound(set.begin(), set.end(), row), row);
  return set;
}

RowSet applied(const RowSet& set, const Move& move) {
  RowSet next = without(set, move.out);
  for (const Index row : move.in) next = with(std::move(next), row);
  return next;
}

PoolSets::PoolSets(const PoolSearchProblem& problem) : pool_(problem.pool), required_(problem.pool.must_include) {
  std::sort(required_.begin(), required_.end());
  RowSet all(static_cast<std::size_t>(pool_.size()));
  std::iota(all.begin(), all.end(), Index{0});
  RowSet excluded = pool_.must_exclude;
  std::sort(excluded.begin(), excluded.end());
  usable_ = without(all, excluded);
  free_ = pool_.repeat ? usable_ : without(usable_, required_);
  first_ = std::max(problem.min_size, static_cast<Index>(required_.size()));
  last_ = problem.max_size;
  if (!pool_.repeat || usable_.empty()) {
    const auto available = static_cast<Index>(required_.size() + free_.size());
    last_ = std::min(last_.value_or(available), available);
  }
  std::vector<double> costs;
  for (const Index row : free_) costs.push_back(cost_of_use(problem, row));
  std::sort(costs.begin(), costs.end());
  sum_ = {0};
  for (const double cost : costs) sum_.push_back(sum_.back() + cost);
  for (const Index row : required_) required_cost_ += cost_of_use(problem, row);
}

bool PoolSets::fits(std::size_t size) const {
  return static_cast<Index>(size) >= first_ && (!last_ || static_cast<Index>(size) <= *last_);
}

RowSet PoolSets::addable(const RowSet& set) const {
  return pool_.repeat ? usable_ : without(usable_, set);
}

RowSet PoolSets::addable(const RowSet& set, Index most, Random& random) const {
  const RowSet rows = addable(set);
  if (static_cast<Index>(rows.size()) <= most) return rows;
  const double share = static_cast<double>(most) / static_cast<double>(rows.size());
  RowSet some;
  for (const Index row : rows) {
    if (random.uniform() < share) some.push_back(row);
  }
  return some;
}

RowSet PoolSets::removable(const RowSet& set) const {
  RowSet rows = without(set, required_);  // of a required row that is there twice, one stays
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

std::vector<Move> PoolSets::single_moves(const RowSet& set, Index most, Random& random) const {
  const RowSet out = removable(set);
  const RowSet in = addable(set, std::max<Index>(1, most / (static_cast<Index>(out.size()) + 1)), random);
  std::vector<Move> moves;
  if (fits(set.size() + 1)) {
    for (const Index row : in) moves.push_back({{}, {row}});
  }
  if (!set.empty() && fits(set.size() - 1)) {
    for (const Index row : out) moves.push_back({{row}, {}});
  }
  for (const Index old : out) {
    for (const Index row : in) {
      if (row != old) moves.push_back({{old}, {row}});
    }
  }
  return moves;
}

std::vector<Move> PoolSets::pair_moves(const RowSet& set, Index most, Random& random) const {
  const RowSet in = addable(set), out = removable(set);
  const bool twice = pool_.repeat;
  std::vector<Move> moves;
  if (out.size() < 2 || in.size() < (twice ? 1 : 2)) return moves;
  const double all = choose(static_cast<double>(out.size()), 2) * choose(static_cast<double>(in.size()), 2);
  if (all <= static_cast<double>(most)) {
    const auto pairs = all_pairs(in, twice);
    for (const RowSet& old : all_pairs(out, false)) {
      for (const RowSet& rows : pairs) moves.push_back({old, rows});
    }
    return moves;
  }
  for (Index i = 0; i < most; ++i) {
    const RowSet old = some_pair(out, false, random);
    moves.push_back({old, some_pair(in, twice, random)});
  }
  return moves;
}

RowSet PoolSets::random_set(Index size, const RowSet& kept, Random& random) const {
  RowSet set = required_, spare = without(kept, required_);
  while (static_cast<Index>(set.size()) < size && !spare.empty()) set = with(std::move(set), taken_from(spare, random));
  RowSet left = addable(set);
  while (static_cast<Index>(set.size()) < size && !left.empty()) {
    const Index row = pool_.repeat ? left[static_cast<std::size_t>(any_of(static_cast<Index>(left.size()), random))]
                                   : taken_from(left, random);
    set = with(std::move(set), row);
  }
  return set;
}

double PoolSets::count(Index size) const {
  const auto free = static_cast<double>(free_.size()),
             places = static_cast<double>(size) - static_cast<double>(required_.size());
  return pool_.repeat ? choose(free + places - 1, places) : choose(free, places);
}

void PoolSets::each(Index size, const std::function<void(const RowSet&)>& visit) const {
  const std::size_t places = static_cast<std::size_t>(size) - required_.size();
  RowSet chosen;
  std::function<void(std::size_t)> choose_from = [&](std::size_t start) {
    if (chosen.size() == places) {
      RowSet set = required_;
      set.insert(set.end(), chosen.begin(), chosen.end());
      std::sort(set.begin(), set.end());
      return visit(set);
    }
    for (std::size_t i = start; i < free_.size(); ++i) {
      chosen.push_back(free_[i]);
      choose_from(pool_.repeat ? i : i + 1);
      chosen.pop_back();
    }
  };
  choose_from(0);
}

double PoolSets::least_cost(Index size) const {
  const std::size_t places = static_cast<std::size_t>(size) - required_.size();
  if (sum_.size() == 1) return required_cost_;
  return required_cost_ + (pool_.repeat ? static_cast<double>(places) * sum_[1] : sum_.at(places));
}

}  // namespace didact::search
