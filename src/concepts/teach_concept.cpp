#include "cover_local_search.hpp"
#include "kernels.hpp"
#include "trade_off.hpp"
#include <didact/concepts/teach_concept.hpp>
#include <didact/concepts/teaching_set.hpp>

#include <cmath>
#include <numeric>

namespace didact::concepts {
namespace {

class Teaching {
 public:
  Teaching(const ConceptClass& concepts, std::size_t target, const ConceptEffort& effort,
           const TeachConceptOptions& options)
      : concepts_(concepts), target_(target), effort_(effort), options_(options) {
    std::vector<double> costs(concepts.items(), effort.per_item);
    for (std::size_t i = 0; i < effort.item_costs.size(); ++i) costs[i] += effort.item_costs[i];
    problem_ = separating_items(concepts, target, all_bits(concepts.size()), costs);
  }

  ConceptLesson lesson() {
    const bool by_size = effort_.fixed > 0 || effort_.of_size || options_.max_items < concepts_.items();
    std::vector<std::size_t> items = by_size ? std::vector<std::size_t>{} : take_free_items();
    TradeOff search(problem_, masses(), size_cost(), options_);
    search.offer_greedy();
    offer_cover(search);
    if (!by_size && search.must_cover_all())
      cover_all(search);
    else
      search.run();
    items.insert(items.end(), search.best.begin(), search.best.end());
    lesson_.items = std::move(items);
    lesson_.lower_bound = search.lower;
    lesson_.nodes += search.nodes;
    return finished(search.stopped);
  }

 private:
  /// What exchanging items for a first cover may cost: looks at each item's each element, and in all.
  static constexpr std::int64_t first_looks = 100;
  static constexpr std::int64_t most_first_work = 2'000'000;

  std::vector<double> masses() const {
    std::vector<double> masses;
    for (std::size_t c = 0; c < concepts_.size(); ++c) {
      if (c != target_) masses.push_back(concepts_.weight(c) / concepts_.weight(target_));
    }
    std::vector<double> kept;
    for (const std::size_t e : elements_) kept.push_back(masses[e]);
    return elements_.empty() && !any_free_ ? masses : kept;
  }

  std::function<double(std::size_t)> size_cost() const {
    if (!(effort_.fixed > 0) && !effort_.of_size) return {};
    return [this](std::size_t n) { return (n > 0 ? effort_.fixed : 0) + (effort_.of_size ? effort_.of_size(n) : 0); };
  }

  /// Items that cost nothing: the fewest of them that tell apart what all of them do. They leave a smaller problem.
  std::vector<std::size_t> take_free_items() {
    std::vector<std::size_t> free;
    std::vector<Word> left = all_bits(problem_.elements);
    for (std::size_t i = 0; i < problem_.items; ++i) {
      if (problem_.costs[i] > 0) continue;
      free.push_back(i);
      take_from(left, problem_.column(i).data());
    }
    if (free.empty()) return {};
    any_free_ = true;
    const std::vector<std::size_t> covered = members(complement(left));
    const Cover cover = minimum_cover(restricted(covered, free), {options_.stop});
    elements_ = members(left);
    std::vector<std::size_t> all(problem_.items);
    std::iota(all.begin(), all.end(), 0);
    problem_ = restricted(elements_, all);
    for (double& cost : problem_.costs) cost = std::max(cost, std::numeric_limits<double>::min());
    std::vector<std::size_t> items;
    for (const std::size_t at : cover.items) items.push_back(free[at]);
    return items;
  }

  std::vector<Word> complement(std::vector<Word> set) const {
    const std::vector<Word> all = all_bits(problem_.elements);
    for (std::size_t w = 0; w < set.size(); ++w) set[w] = all[w] & ~set[w];
    return set;
  }

  CoverProblem restricted(const std::vector<std::size_t>& elements, const std::vector<std::size_t>& items) const {
    CoverProblem part(elements.size(), items.size());
    for (std::size_t k = 0; k < items.size(); ++k) {
      for (std::size_t e = 0; e < elements.size(); ++e) {
        if (has_bit(problem_.column(items[k]), elements[e])) set_bit(part.column(k), e);
      }
    }
    if (items.size() == problem_.items) part.costs = problem_.costs;
    return part;
  }

  /// A good cover of everything, if there is one: the set to beat where items are cheap.
  void offer_cover(TradeOff& search) const {
    std::vector<std::size_t> cover = greedy_cover(problem_, problem_.costs);
    std::vector<Word> left = all_bits(problem_.elements);
    for (const std::size_t item : cover) take_from(left, problem_.column(item).data());
    if (problem_.elements == 0 || !is_empty(left)) return;
    LocalSearch local(problem_, std::move(cover));
    const auto entries = static_cast<std::int64_t>(count_bits(problem_.columns));
    local.run(std::min(most_first_work, first_looks * entries), 0, options_.stop);
    search.offer(local.best());
  }

  void cover_all(TradeOff& search) {
    const Cover cover = minimum_cover(problem_, {options_.stop});
    lesson_.nodes += cover.nodes;
    if (cover.exists) search.offer(cover.items);
    search.lower = cover.exists && !cover.optimal ? std::min(cover.lower, search.best_value) : search.best_value;
    search.stopped = cover.exists && !cover.optimal;
  }

  /// The figures, from the items themselves.
  ConceptLesson finished(bool stopped) {
    std::sort(lesson_.items.begin(), lesson_.items.end());
    lesson_.loss = concept_loss(concepts_, target_, lesson_.items);
    lesson_.loss_before = concept_loss(concepts_, target_, {});
    lesson_.effort = effort_.of(lesson_.items);
    if (!stopped) lesson_.lower_bound = lesson_.impedance();
    lesson_.lower_bound = std::min(lesson_.lower_bound, lesson_.impedance());
    if (stopped && !lesson_.is_optimal()) lesson_.stopped = options_.stop.reason();
    std::vector<Word> left = all_bits(concepts_.size());
    for (const std::size_t item : lesson_.items) {
      const Word flip = concepts_.label(target_, item) ? 0 : ~Word{0};
      for (std::size_t w = 0; w < left.size(); ++w) left[w] &= concepts_.column(item)[w] ^ flip;
    }
    lesson_.consistent = count_bits(left);
    return lesson_;
  }

  const ConceptClass& concepts_;
  std::size_t target_;
  const ConceptEffort& effort_;
  const TeachConceptOptions& options_;
  CoverProblem problem_;
  std::vector<std::size_t> elements_;  ///< that free items leave
  bool any_free_ = false;
  ConceptLesson lesson_;
};

}  // namespace

double ConceptEffort::of(std::span<const std::size_t> items) const {
  double sum = per_item * static_cast<double>(items.size()) + (items.empty() ? 0 : fixed);
  if (!item_costs.empty())
    for (const std::size_t item : items) sum += item_costs[item];
  return sum + (of_size ? of_size(items.size()) : 0);
}

double concept_loss(const ConceptClass& concepts, std::size_t target, std::span<const std::size_t> items) {
  double others = 0;
  for (std::size_t c = 0; c < concepts.size(); ++c) {
    if (c == target) continue;
    const bool consistent = std::all_of(items.begin(), items.end(), [&](std::size_t item) {
      return concepts.label(c, item) == concepts.label(target, item);
    });
    if (consistent) others += concepts.weight(c) / concepts.weight(target);
  }
  return std::log1p(others);
}

ConceptLesson teach_concept(const ConceptClass& concepts, std::size_t target, const ConceptEffort& effort,
                            const TeachConceptOptions& options) {
  return Teaching(concepts, target, effort, options).lesson();
}

}  // namespace didact::concepts
