#pragma once
// Which sets of rows a pool allows, how many there are, and the steps from one to another.

#include <didact/core/random.hpp>
#include <didact/search/pool_search.hpp>

#include <functional>
#include <vector>

namespace didact::search {

/// Rows to take out of a set and rows to put in.
struct Move {
  RowSet out;
  RowSet in;
};

class PoolSets {
 public:
  explicit PoolSets(const PoolSearchProblem& problem);

  Index first_size() const { return first_; }
  std::optional<Index> last_size() const { return last_; }
  const RowSet& required() const { return required_; }
  const RowSet& usable() const { return usable_; }

  /// The rows that may be added to a set; where there are more than `most`, about so many of them at random.
  RowSet addable(const RowSet& set, Index most, Random& random) const;
  /// The rows that a set can do without, each once.
  RowSet removable(const RowSet& set) const;

  /// Ways to add a row, drop one, or swap one for another, within the allowed sizes: all if there are at most `most`.
  std::vector<Move> single_moves(const RowSet& set, Index most, Random& random) const;
  /// Ways to swap two rows for two others: all if there are at most `most`, else so many at random.
  std::vector<Move> pair_moves(const RowSet& set, Index most, Random& random) const;
  /// A set of this size with `kept` in it where possible.
  RowSet random_set(Index size, const RowSet& kept, Random& random) const;

  /// How many sets have this size, as a double because there are many.
  double count(Index size) const;
  /// Each of them in turn.
  void each(Index size, const std::function<void(const RowSet&)>& visit) const;
  /// What n rows cost at least: the cheapest that are allowed.
  double least_cost(Index size) const;

 private:
  bool fits(std::size_t size) const;
  RowSet addable(const RowSet& set) const;

  const Pool& pool_;
  RowSet required_;
  RowSet usable_;            ///< all but the excluded, ascending
  RowSet free_;              ///< what a set has beside the required rows: with `repeat` any usable row
  std::vector<double> sum_;  ///< of the cheapest 0, 1, 2, … free rows
  double required_cost_ = 0;
  Index first_ = 0;
  std::optional<Index> last_;
};

RowSet with(RowSet set, Index row);
RowSet applied(const RowSet& set, const Move& move);

}  // namespace didact::search
