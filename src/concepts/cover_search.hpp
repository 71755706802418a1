#pragma once
// Branch and bound over covers: an element that few items cover is covered by one of them.

#include "cover_parts.hpp"

#include <array>
#include <deque>
#include <functional>

namespace didact::concepts {

class CoverSearch {
 public:
  /// `problem` is one that reduction has left, with at least one element.
  CoverSearch(const CoverProblem& problem, const Stop& stop);

  /// Looks for covers that cost at most `limit`, cheaper and cheaper ones, until one costs `enough` or there is no
  /// more. False: `stop` ended it. Otherwise `best` holds the cheapest one, or is empty because there is none.
  bool run(double limit, double enough);

  std::vector<std::size_t> best;
  /// Called when the work done has doubled, with that work; returns the most that a cover of interest may cost from now
  /// on.
  std::function<double(std::int64_t work)> at_pause;
  std::int64_t nodes = 0;
  /// Multipliers of the relaxation to start from.
  std::vector<double> multipliers;

 private:
  static constexpr std::int64_t work_before_first_pause = 20'000'000;

  struct Level {
    std::vector<Word> uncovered, available;
    std::vector<std::uint32_t> items, counts;  ///< what is available and helps, the most helpful first
    std::vector<std::uint32_t> candidates;
    std::vector<double> u;
  };
  /// What relaxing has brought at nodes with the same number of items to go.
  struct Experience {
    std::int64_t nodes = 0, tries = 0, prunes = 0, relax_work = 0, subtrees = 0, subtree_work = 0;
  };

  void visit(std::size_t depth, double spent, std::size_t relaxed_at);
  bool is_over();
  void record(double spent);
  std::size_t items_within(double allowed) const;
  void finish_with_one(std::span<const Word> uncovered, const Level& level, double spent);
  void finish_with_two(Level& level, double spent);
  bool weigh_items(Level& level, double allowed, std::size_t to_go);
  bool can_be_counted(Level& level, std::size_t uncovered, std::size_t to_go);
  double price_bound(const Level& level);
  bool is_worth_relaxing(std::size_t to_go);
  bool survives_relaxation(Level& level, std::size_t depth, double allowed, std::size_t to_go, std::size_t relaxed_at);
  void branch(std::size_t depth, std::size_t element, double spent, std::size_t relaxed_at);
  void choose_candidates(Level& level, std::size_t element);
  Level& level_at(std::size_t depth);
  std::span<const Word> row(std::size_t element) const { return {rows_.data() + element * row_words_, row_words_}; }

  const CoverProblem& problem_;
  const Stop& stop_;
  std::size_t row_words_;
  std::vector<Word> rows_;
  Relaxation relaxation_;
  double least_cost_ = 1;
  double tolerance_ = 0;  ///< by which a bound must exceed what is allowed
  double limit_ = 0, enough_ = 0;
  std::deque<Level> levels_;
  std::vector<std::size_t> chosen_;
  std::vector<Word> scratch_;
  std::vector<std::uint64_t> order_;
  std::array<Experience, 64> experience_{};
  std::int64_t work_ = 0, next_look_ = 0, next_pause_ = work_before_first_pause;
  bool stopped_ = false;
};

/// How much cheaper a cover must be to count as cheaper: 1 for whole costs, else 1e-9 relative.
double least_gain(std::span<const double> costs, double cost);

}  // namespace didact::concepts
