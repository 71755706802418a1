#pragma once
// Cheaper covers by exchanging items, where elements that stay uncovered weigh more and more.

#include "cover_parts.hpp"
#include <didact/core/random.hpp>

namespace didact::concepts {

class LocalSearch {
 public:
  LocalSearch(const CoverProblem& problem, std::vector<std::size_t> cover);

  /// Goes on for so much work, or until a cover costs `enough`.
  void run(std::int64_t work, double enough, const Stop& stop);
  const std::vector<std::size_t>& best() const { return best_; }

 private:
  void add(std::uint32_t item);
  void remove(std::uint32_t item);
  void leave(std::uint32_t element);
  std::int64_t& only_other(std::uint32_t element, std::uint32_t item);
  double rate(std::uint32_t item) const;
  std::uint32_t least_missed() const;
  bool add_one();
  void remove_one();
  void record();

  const CoverProblem& problem_;
  std::vector<std::vector<std::uint32_t>> items_of_, elements_of_;
  std::vector<char> in_;
  std::vector<std::uint32_t> times_;   ///< how often each element is covered
  std::vector<std::int64_t> weights_;  ///< of elements
  std::vector<std::int64_t> scores_;   ///< weight that an item would cover, or that only it covers
  std::vector<std::int64_t> moved_;    ///< when each item came or went
  std::vector<std::uint32_t> uncovered_, place_;
  std::size_t size_ = 0;
  double cost_ = 0;
  std::vector<std::size_t> best_;
  double best_cost_;
  std::uint32_t last_added_ = static_cast<std::uint32_t>(-1), last_removed_ = static_cast<std::uint32_t>(-1);
  std::int64_t work_ = 0, time_ = 0, steps_ = 0;
  Random random_{1};
};

}  // namespace didact::concepts
