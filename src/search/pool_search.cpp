#include "pool_sets.hpp"
#include "size_bounds.hpp"
#include <didact/search/pool_search.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace didact::search {
namespace {

class PoolSearch {
 public:
  PoolSearch(const PoolSearchProblem& problem, const LossOracle<RowSet>& losses)
      : p_(problem),
        sets_(problem),
        bounds_(problem, sets_.first_size(), sets_.last_size(), [this](Index n) { return sets_.least_cost(n); }),
        losses_(losses),
        random_(problem.seed) {}

  Found<RowSet> run() {
    begin();
    improve(grow());
    if (!all_can_be_tried()) start_again();
    prove();
    return finish();
  }

 private:
  // How much is asked. A learner is slow beside all else here, so these decide how long a search takes.
  static constexpr std::size_t at_once =
      64;  // sets of a neighbourhood: enough for many workers, few to go past a good one
  static constexpr Index most_asked = 20'000;     // by the search
  static constexpr double most_to_prove = 10000;  // by the proof
  static constexpr Index most_grown_by = 2000;    // rows tried to grow a set by one
  static constexpr Index most_pairs = 2000;       // pairs tried where there is no better neighbour
  static constexpr int restarts = 8;
  static constexpr Index patience = 4;  // sizes without a better set before growing ends

  bool ended() const { return losses_.ended(); }
  bool spent() const { return ended() || losses_.asked() >= most_asked; }

  bool better(double a, double b) const { return improves(a, b, 1e-12); }

  /// Impedances; those of sets whose effort alone makes them no better than `rival` are infinite, and not asked for.
  std::vector<double> impedances(const std::vector<RowSet>& sets, double rival = infinity) {
    std::vector<RowSet> worth;
    std::vector<double> efforts;
    for (const RowSet& set : sets) {
      efforts.push_back(effort_of_rows(p_, set));
      if (better(p_.least_loss + efforts.back(), rival)) worth.push_back(set);
    }
    const std::vector<double> losses = losses_(worth);
    std::vector<double> values(sets.size(), infinity);
    std::size_t next = 0;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      if (!better(p_.least_loss + efforts[i], rival)) continue;
      const double loss = losses[next++];
      if (std::isnan(loss)) continue;
      values[i] = loss + efforts[i];
      if (!best_.any || values[i] < best_.impedance) {
        best_.set = sets[i];
        best_.loss = loss;
        best_.effort = efforts[i];
        best_.impedance = values[i];
      }
      best_.any = true;
    }
    return values;
  }

  /// The untaught learner, and the smallest set that is allowed.
  void begin() {
    const double before = losses_({RowSet{}})[0];
    best_.loss_before = std::isnan(before) ? infinity : before;
    if (!ended()) impedances({sets_.random_set(sets_.first_size(), {}, random_)});
  }

  /// The best set met while rows are added one by one, each the best there is.   [SEARCH.2]
  RowSet grow() {
    RowSet set = sets_.required();
    double best = infinity;
    RowSet best_set = best_.set;
    for (Index since = 0; !spent(); ++since) {
      const auto size = static_cast<Index>(set.size());
      const bool wanted = size < sets_.first_size() || best == infinity || since < std::max(patience, size / 2);
      if (!wanted || (sets_.last_size() && size >= *sets_.last_size()) || size >= bounds_.last()) break;
      if (size >= sets_.first_size() && bounds_.from(size + 1) >= best_.impedance) break;
      std::vector<RowSet> next = grown(set);
      if (next.empty()) break;
      const std::vector<double> values = size + 1 >= sets_.first_size() ? impedances(next) : unfinished(next);
      const auto at = std::min_element(values.begin(), values.end());
      set = next[static_cast<std::size_t>(at - values.begin())];
      if (size + 1 >= sets_.first_size() && better(*at, best)) {
        best = *at;
        best_set = set;
        since = -1;
      }
    }
    return best_.any && best_.impedance < best ? best_.set : best_set;
  }

  std::vector<RowSet> grown(const RowSet& set) {
    std::vector<RowSet> next;
    for (const Index row : sets_.addable(set, most_grown_by, random_)) next.push_back(with(set, row));
    return next;
  }

  /// What sets are worth that are still too small to be allowed.
  std::vector<double> unfinished(const std::vector<RowSet>& sets) {
    std::vector<double> values = losses_(sets);
    for (std::size_t i = 0; i < sets.size(); ++i) {
      values[i] = std::isnan(values[i]) ? infinity : values[i] + effort_of_rows(p_, sets[i]);
    }
    return values;
  }

  /// Single moves while they help, then pairs, and again.
  void improve(RowSet set) {
    double value = impedances({set})[0];
    while (!spent()) {
      if (step(set, value, sets_.single_moves(set, most_asked, random_))) continue;
      if (!step(set, value, sets_.pair_moves(set, most_pairs, random_))) return;
    }
  }

  /// Takes the best of the first moves among which one helps, in a random order.
  bool step(RowSet& set, double& value, std::vector<Move> moves) {
    for (std::size_t i = moves.size(); i > 1; --i) {
      std::swap(moves[i - 1], moves[static_cast<std::size_t>(random_.uniform() * static_cast<double>(i))]);
    }
    for (std::size_t start = 0; start < moves.size() && !spent(); start += at_once) {
      std::vector<RowSet> next;
      for (std::size_t i = start; i < std::min(moves.size(), start + at_once); ++i)
        next.push_back(applied(set, moves[i]));
      const std::vector<double> values = impedances(next, value);
      const auto least = std::min_element(values.begin(), values.end());
      if (!better(*least, value)) continue;
      value = *least;
      set = next[static_cast<std::size_t>(least - values.begin())];
      return true;
    }
    return false;
  }

  /// From half of the best set, and from sets that have nothing to do with it, by turns.
  void start_again() {
    for (int i = 0; i < restarts && !spent(); ++i) {
      const auto size = static_cast<double>(best_.set.size());
      const double wanted = i % 2 == 0 ? size : std::round(size * (0.5 + random_.uniform()));
      const Index most = std::min(sets_.last_size().value_or(bounds_.last()), bounds_.last());
      const Index next = std::clamp(static_cast<Index>(std::max(1.0, wanted)), sets_.first_size(), most);
      RowSet kept;
      for (const Index row : best_.set) {
        if (i % 2 == 0 && random_.uniform() < 0.5) kept.push_back(row);
      }
      improve(sets_.random_set(next, kept, random_));
    }
  }

  bool all_can_be_tried() const {
    if (!sets_.last_size() || *sets_.last_size() > bounds_.last()) return false;
    double all = 0;
    for (Index n = sets_.first_size(); n <= *sets_.last_size() && all <= most_to_prove; ++n) {
      if (bounds_.at(n) < best_.impedance || best_.impedance == infinity) all += sets_.count(n);
    }
    return all <= most_to_prove;
  }

  bool proven() const {
    if (best_.impedance == infinity) return false;  // no share of it is a gap
    const double scale = std::max(1.0, std::abs(best_.impedance));
    return best_.impedance - bounds_.untried() <= p_.gap * scale;
  }

  /// Tries all sets of the sizes that could be best, the most promising first, as long as there are not too many.
  void prove() {
    if (p_.least_loss == -infinity && !all_can_be_tried()) return;  // no size alone would prove anything
    std::vector<Index> sizes;
    for (Index n = bounds_.first(); n <= bounds_.last(); ++n) {
      if (bounds_.at(n) < best_.impedance || best_.impedance == infinity) sizes.push_back(n);
    }
    std::stable_sort(sizes.begin(), sizes.end(), [&](Index a, Index b) { return bounds_.at(a) < bounds_.at(b); });
    double tried = 0;
    for (const Index n : sizes) {
      if (ended() || proven()) return;
      if (bounds_.at(n) >= best_.impedance && best_.impedance < infinity) continue;
      tried += sets_.count(n);
      if (tried > most_to_prove) return;
      try_all(n);
      if (!ended()) bounds_.close(n);
    }
  }

  void try_all(Index size) {
    std::vector<RowSet> sets;
    auto ask = [&] {
      if (!ended()) impedances(sets, best_.impedance);
      sets.clear();
    };
    sets_.each(size, [&](const RowSet& set) {
      sets.push_back(set);
      if (sets.size() >= 16 * at_once) ask();
    });
    ask();
  }

  Found<RowSet> finish() {
    best_.ended_early = ended();
    best_.asked = losses_.asked();
    best_.bound = std::min(best_.impedance, bounds_.untried());
    best_.all_tried = !best_.ended_early && bounds_.untried() == infinity;
    best_.proven_up_to = bounds_.proven_up_to();
    return std::move(best_);
  }

  const PoolSearchProblem& p_;
  PoolSets sets_;
  SizeBounds bounds_;
  RememberedLosses<RowSet> losses_;
  Random random_;
  Found<RowSet> best_;
};

}  // namespace

double effort_of_rows(const PoolSearchProblem& problem, const RowSet& rows) {
  const Pool& pool = problem.pool;
  double cost = 0;
  Matrix x(static_cast<Index>(rows.size()), pool.dimension());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    x.row(static_cast<Index>(i)) = pool.rows.row(rows[i]).head(pool.dimension());
    cost += pool.cost(rows[i]);
  }
  return effort_of_items(problem.effort, x) + cost;
}

std::pair<Index, std::optional<Index>> allowed_sizes(const PoolSearchProblem& problem) {
  const PoolSets sets(problem);
  return {sets.first_size(), sets.last_size()};
}

Found<RowSet> search_pool(const PoolSearchProblem& problem, const LossOracle<RowSet>& losses) {
  const auto [least, most] = allowed_sizes(problem);
  if (most && least > *most) throw std::invalid_argument("the pool allows no set of this size");
  return PoolSearch(problem, losses).run();
}

}  // namespace didact::search
