#include "teach_pool.hpp"

#include "bounds.hpp"
#include <didact/core/random.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace didact::linear {
namespace {

/// How often each row is used, of those that are.
using Use = std::map<Index, Index>;

Index times(const Use& use, Index row) {
  const auto it = use.find(row);
  return it == use.end() ? 0 : it->second;
}

void put_in(Use& use, Index row) {
  ++use[row];
}

void take_out(Use& use, Index row) {
  if (--use[row] == 0) use.erase(row);
}

/// Items that are equal never pay where closeness does.
Pool worth_using(const LinearProblem& problem) {
  return problem.effort.closeness > 0 ? different_rows(*problem.pool) : *problem.pool;
}

class PoolTeacher {
 public:
  PoolTeacher(const LinearProblem& problem, const Options& options, const Stop& stop)
      : p_(problem), pool_(worth_using(problem)), options_(options), stop_(stop), bounds_(problem, stop) {
    const std::vector<char> out = pool_.marked(pool_.must_exclude);
    double cost = 0;
    for (const Index row : pool_.must_include) put_in(base_, row), cost += pool_.cost(row);
    for (Index row = 0; row < pool_.size(); ++row) {
      if (!out[static_cast<std::size_t>(row)] && (pool_.repeat || times(base_, row) == 0)) open_.push_back(row);
    }
    std::stable_sort(open_.begin(), open_.end(), [&](Index a, Index b) { return pool_.cost(a) < pool_.cost(b); });
    cheapest_ = {cost};
    for (const Index row : open_) cheapest_.push_back(cost += pool_.cost(row));
  }

  Found teach() {
    const auto forced = static_cast<Index>(pool_.must_include.size());
    const double available = pool_.repeat && !open_.empty() ? infinity : static_cast<double>(forced + open_.size());
    const double any = static_cast<double>(sizes_of_any_cost);
    const double last = std::min({p_.most(), available, p_.effort.of_size ? any : infinity});
    Found found;
    if (p_.effort.of_size && available > any) found.proven_up_to = static_cast<Index>(std::min(p_.most(), any));
    double bound = infinity;
    Index n = std::max(p_.min_size, forced);
    const Index first = n;
    Index last_listed = n;
    for (; static_cast<double>(n) <= last; ++n) {
      if (is_settled(least_from(n)) && !p_.effort.of_size) break;
      const bool too_many = sets_of(n - forced) > most_sets;
      if (!too_many) last_listed = n;
      const bool gone_on_for_long = last == infinity && n > last_listed + sizes_without_end && !ends_by_cost();
      if (found_some_ && (stop_ || (too_many && n > std::max(first, best_size_) + sizes_without_gain))) break;
      if (found_some_ && gone_on_for_long) break;
      const double least = least_at(n);
      if (is_settled(least)) {
        bound = std::min(bound, least);
        continue;
      }
      const bool exhausted = look_at(n, n - forced);
      bound = std::min(bound, exhausted ? std::max(least, least_seen_) : least);
    }
    if (static_cast<double>(n) <= last)
      bound = std::min(bound, p_.effort.of_size ? least_of_rest(n, last) : least_from(n));
    found.bound = bound;
    if (found_some_) {
      found.items = set_of(best_);
      found.rows = rows_of(best_);
    }
    return found;
  }

 private:
  static constexpr Index sizes_without_gain = 8;
  static constexpr Index sizes_without_end = 24;
  static constexpr double most_sets = 20'000;  ///< of a size that are all looked at
  /// Of a size, at most, to see what rows swap to from elsewhere.
  static constexpr Index looks_at_other_starts = 20'000;

  bool is_settled(double bound) const {
    const double scale = std::max(1.0, std::abs(impedance_));
    return found_some_ && impedance_ - bound <= std::max(1e-13, options_.gap.value_or(0)) * scale;
  }

  /// Whether larger sets come to cost more than they can be worth; else each may be a little better than the last.
  bool ends_by_cost() const {
    constexpr Index very_many = 1 << 20;
    return is_settled(least_from(very_many));
  }

  /// The cheapest rows that n items can be.
  double least_costs(Index n) const {
    const auto more = static_cast<std::size_t>(n) - pool_.must_include.size();
    if (pool_.repeat && !open_.empty()) return cheapest_[0] + static_cast<double>(more) * pool_.cost(open_[0]);
    return cheapest_[more];
  }
  double least_at(Index n) const { return bounds_.at(n) + least_costs(n); }
  double least_from(Index n) const { return bounds_.from(n) + least_costs(n); }
  double least_of_rest(Index n, double last) const {
    double least = infinity;
    for (; static_cast<double>(n) <= last && !stop_; ++n) least = std::min(least, least_from(n));
    return stop_ ? bounds_.free().within().floor() + cheapest_[0] : least;  // no effort of a size is below 0
  }

  std::vector<Index> rows_of(const Use& use) const {
    std::vector<Index> rows;
    for (const auto& [row, count] : use) rows.push_back(row);
    return rows;
  }

  ItemSet set_of(const Use& use) const {
    ItemSet set{pool_.rows.chosen(rows_of(use)), {}};
    for (const auto& [row, count] : use) set.copies.push_back(count);
    return set;
  }

  double value(const Use& use) {
    ++looked_;
    double costs = 0;
    for (const auto& [row, count] : use) costs += pool_.cost(row) * static_cast<double>(count);
    const ItemSet set = set_of(use);
    const double impedance = p_.loss_of(p_.state_after(set)) + items_effort(p_, set) + costs;
    if (improves(impedance, impedance_, 1e-13)) {
      found_some_ = true;
      impedance_ = impedance;
      best_ = use;
      best_size_ = set.size();
    }
    least_seen_ = std::min(least_seen_, impedance);
    return impedance;
  }

  /// How many sets add so many rows.
  double sets_of(Index more) const {
    double sets = 1;
    const auto open = static_cast<double>(open_.size());
    for (Index k = 0; k < more && sets > 0 && sets < 1e300; ++k) {
      const double added = static_cast<double>(k);
      sets *= (pool_.repeat ? open + added : open - added) / (added + 1);
    }
    return sets;
  }

  /// Whether every set of the size was looked at.
  bool look_at(Index n, Index more) {
    least_seen_ = infinity;
    if (sets_of(more) <= most_sets) {
      Use use = base_;
      return every_set(use, 0, more);
    }
    grow_and_swap(n, more);
    return false;
  }

  bool every_set(Use& use, std::size_t from, Index more) {
    if (stop_ && found_some_) return false;
    if (more == 0) {
      value(use);
      return true;
    }
    bool all = true;
    for (std::size_t k = from; k < open_.size(); ++k) {
      if (!pool_.repeat && static_cast<Index>(open_.size() - k) < more) break;
      put_in(use, open_[k]);
      all &= every_set(use, pool_.repeat ? k : k + 1, more - 1);
      take_out(use, open_[k]);
    }
    return all;
  }

  bool may_add(const Use& use, Index row) const { return pool_.repeat || times(use, row) == 0; }

  void grow_and_swap(Index n, Index more) {
    if (grown_.empty()) grown_ = base_;
    Index size = 0;
    for (const auto& [row, count] : grown_) size += count;
    for (; size < n; ++size) {
      if (!add_best_row()) return;
    }
    double least = swap(grown_);
    Random random(options_.seed, static_cast<std::uint64_t>(n));
    for (const Index before = looked_; more > 0 && looked_ - before < looks_at_other_starts && !stop_;) {
      Use other = any_set(more, random);
      const double there = swap(other);
      if (there < least) least = there, grown_ = std::move(other);
    }
  }

  Use any_set(Index more, Random& random) const {
    Use use = base_;
    while (more > 0) {
      const Index row = open_[random.bits() % open_.size()];
      if (!may_add(use, row)) continue;
      put_in(use, row);
      --more;
    }
    return use;
  }

  /// Exchanges rows one by one while that helps; what the set is then worth.
  double swap(Use& use) {
    double at = value(use);
    for (bool better = true; better && !stop_;) {
      better = false;
      for (const Index out : open_) {
        if (times(use, out) <= times(base_, out) || stop_) continue;
        Index best_in = out;
        take_out(use, out);
        for (const Index in : open_) {
          if (stop_) break;
          if (in == out || !may_add(use, in)) continue;
          put_in(use, in);
          const double with = value(use);
          take_out(use, in);
          if (improves(with, at, 1e-12)) at = with, best_in = in, better = true;
        }
        put_in(use, best_in);
      }
    }
    return at;
  }

  bool add_best_row() {
    double least = infinity;
    std::optional<Index> best;
    for (const Index row : open_) {
      if (!may_add(grown_, row)) continue;
      put_in(grown_, row);
      const double with = value_of_part(grown_);
      take_out(grown_, row);
      if (!best || with < least) least = with, best = row;
      if (least < infinity && stop_) break;
    }
    if (best) put_in(grown_, *best);
    return best.has_value();
  }

  /// On the way to a size: such a set may be too small to be an answer itself.
  double value_of_part(const Use& use) const {
    const ItemSet set = set_of(use);
    return p_.loss_of(p_.state_after(set)) + items_effort(p_, set);
  }

  const LinearProblem& p_;
  const Pool pool_;
  const Options& options_;
  const Stop& stop_;
  SizeBounds bounds_;
  Use base_;
  std::vector<Index> open_;       ///< rows that may be added, the cheapest first
  std::vector<double> cheapest_;  ///< what must be there costs with none, one, two, … of them
  Use grown_, best_;
  double impedance_ = infinity, least_seen_ = infinity;
  Index best_size_ = 0, looked_ = 0;
  bool found_some_ = false;
};

}  // namespace

Found teach_pool(const LinearProblem& problem, const Options& options, const Stop& stop) {
  return PoolTeacher(problem, options, stop).teach();
}

}  // namespace didact::linear
