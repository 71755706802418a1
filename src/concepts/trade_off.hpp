#pragma once
// Branch and bound for min of log(1 + mass left uncovered) + effort.

#include <didact/concepts/internal/set_cover.hpp>
#include <didact/concepts/teach_concept.hpp>

#include <deque>

namespace didact::concepts {

class TradeOff {
 public:
  /// `masses` are the elements' prior weights, the target's being 1. `problem.costs` holds each item's cost, 0 or more;
  /// `by_size` is what n items cost besides.
  TradeOff(const CoverProblem& problem, std::vector<double> masses, std::function<double(std::size_t)> by_size,
           const TeachConceptOptions& options);

  /// Takes a set to beat, if it is the best so far.
  void offer(std::vector<std::size_t> items);
  /// Greedy sets of every size.
  void offer_greedy();
  /// Whether only sets that leave nothing uncovered can beat the best so far.
  bool must_cover_all() const;
  void run();

  std::vector<std::size_t> best;
  double best_value;
  double lower = 0;
  bool stopped = false;
  std::int64_t nodes = 0;

 private:
  struct Level {
    std::vector<Word> uncovered, available;
    double left = 0;  ///< mass that stays whatever is added
    std::vector<std::uint32_t> items, candidates;
    std::vector<double> gains;
  };

  void visit(std::size_t depth, double spent);
  void weigh_items(Level& level);
  void leave_what_nothing_covers(Level& level);
  double greedy_bound(const Level& level, double uncovered_mass, std::size_t chosen, double spent) const;
  double bound_by_rate(const Level& level, double uncovered_mass, double spent) const;
  double bound_by_size(const Level& level, double uncovered_mass, std::size_t chosen, double spent) const;
  double price_bound(const Level& level, double uncovered_mass, double affordable, double spent);
  void branch(std::size_t depth, double spent, double affordable);
  void choose_candidates(Level& level, std::size_t element) const;
  Level& level_at(std::size_t depth);
  double mass_of(std::span<const Word> set) const;
  double mass_of(std::span<const Word> set, std::span<const Word> within) const;
  double worse_than() const { return best_value - 1e-12 * std::max(1.0, best_value); }
  double size_cost(std::size_t n) const;

  const CoverProblem& problem_;
  std::vector<double> masses_;
  bool equal_masses_;
  bool has_size_cost_;
  std::function<double(std::size_t)> by_size_;
  const TeachConceptOptions& options_;
  std::size_t row_words_;
  std::vector<Word> rows_;
  std::deque<Level> levels_;
  std::vector<std::size_t> chosen_;
  std::vector<Word> scratch_;
};

}  // namespace didact::concepts
