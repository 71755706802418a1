#include <didact/concepts/mislabelling.hpp>
#include <didact/core/types.hpp>

#include <algorithm>
#include <numeric>

namespace didact::concepts {
namespace {

/// Branch and bound: an item is shown, or it is not.
class Search {
 public:
  Search(const ConceptClass& concepts, std::size_t target, const ConceptEffort& effort,
         const TeachConceptOptions& options)
      : concepts_(concepts), target_(target), effort_(effort), options_(options) {
    for (std::size_t c = 0; c < concepts.size(); ++c) {
      if (c != target) others_.push_back({c, disagreement(concepts, c, target), concepts.weight(c)});
    }
    std::stable_sort(others_.begin(), others_.end(), [](const Other& a, const Other& b) { return a.wrong < b.wrong; });
  }

  ConceptLesson run() {
    lesson_.loss_before = mislabelling(concepts_, target_, {});
    offer({});
    offer_greedy();
    offer(teach_concept(concepts_, target_, effort_, options_).items);
    std::vector<std::size_t> alive(others_.size()), items(concepts_.items());
    std::iota(alive.begin(), alive.end(), 0);
    std::iota(items.begin(), items.end(), 0);
    root_bound_ = bound(alive, items, 0);
    visit(alive, items);
    std::sort(lesson_.items.begin(), lesson_.items.end());
    lesson_.nodes = nodes_;
    lesson_.lower_bound = complete_ ? lesson_.impedance() : std::min(root_bound_, lesson_.impedance());
    if (!complete_) lesson_.stopped = options_.stop.reason();
    lesson_.consistent = 1 + alive_after(lesson_.items).size();
    return lesson_;
  }

 private:
  struct Other {
    std::size_t index;
    double wrong, weight;
  };

  bool separates(std::size_t item, std::size_t other) const {
    return concepts_.label(others_[other].index, item) != concepts_.label(target_, item);
  }

  double loss(const std::vector<std::size_t>& alive) const {
    double wrong = 0, mass = concepts_.weight(target_);
    for (const std::size_t o : alive) {
      wrong += others_[o].weight * others_[o].wrong;
      mass += others_[o].weight;
    }
    return wrong / mass;
  }

  std::vector<std::size_t> alive_after(const std::vector<std::size_t>& items) const {
    std::vector<std::size_t> alive;
    for (std::size_t o = 0; o < others_.size(); ++o) {
      if (std::none_of(items.begin(), items.end(), [&](std::size_t i) { return separates(i, o); })) alive.push_back(o);
    }
    return alive;
  }

  void offer(const std::vector<std::size_t>& items) {
    if (items.size() > options_.max_items) return;
    const double loss = mislabelling(concepts_, target_, items), effort = effort_.of(items);
    if (found_ && loss + effort >= lesson_.impedance() - 1e-15) return;
    found_ = true;
    lesson_.items = items;
    lesson_.loss = loss;
    lesson_.effort = effort;
  }

  void offer_greedy() {
    std::vector<std::size_t> items, alive = alive_after({});
    while (!alive.empty() && items.size() < std::min(options_.max_items, concepts_.items())) {
      std::size_t best = 0;
      double least = infinity;
      for (std::size_t i = 0; i < concepts_.items(); ++i) {
        const double after = loss(kept(alive, i));
        if (after < least) least = after, best = i;
      }
      const std::vector<std::size_t> left = kept(alive, best);
      if (left.size() == alive.size()) break;
      items.push_back(best);
      alive = left;
      offer(items);
    }
  }

  std::vector<std::size_t> kept(const std::vector<std::size_t>& alive, std::size_t item) const {
    std::vector<std::size_t> left;
    std::copy_if(alive.begin(), alive.end(), std::back_inserter(left),
                 [&](std::size_t o) { return !separates(item, o); });
    return left;
  }

  /// j more items rule out at most j · most concepts; the loss is least if those nearest to the target are left, and
  /// grows with each that is.   [CON.2]
  double bound(const std::vector<std::size_t>& alive, const std::vector<std::size_t>& items, std::size_t shown) const {
    std::size_t most = 0;
    double cheapest = infinity;
    for (const std::size_t i : items) {
      most = std::max(most, alive.size() - kept(alive, i).size());
      cheapest = std::min(cheapest, effort_.item_costs.empty() ? 0 : effort_.item_costs[i]);
    }
    if (items.empty() || !concepts_.prior.empty()) cheapest = 0;
    double least = loss(alive) + cost(shown, 0);
    std::vector<double> wrong{0};  // of the nearest k
    for (const std::size_t o : alive) wrong.push_back(wrong.back() + others_[o].wrong);
    for (std::size_t j = 1; most > 0 && shown + j <= options_.max_items; ++j) {
      const std::size_t left = alive.size() > j * most ? alive.size() - j * most : 0;
      const double rest = concepts_.prior.empty() ? wrong[left] / static_cast<double>(left + 1) : 0;
      least = std::min(least, rest + cost(shown + j, cheapest * static_cast<double>(j)));
      if (left == 0 || !concepts_.prior.empty()) break;
    }
    return least;
  }

  /// Of n items, those shown with their own costs and others for `more`.
  double cost(std::size_t n, double more) const {
    double sum = effort_.per_item * static_cast<double>(n) + (n > 0 ? effort_.fixed : 0) + own_costs_ + more;
    return sum + (effort_.of_size ? effort_.of_size(n) : 0);
  }

  void visit(const std::vector<std::size_t>& alive, const std::vector<std::size_t>& items) {
    constexpr std::int64_t most_nodes = 3'000'000;
    if (++nodes_ % 256 == 0 && (options_.stop || nodes_ > most_nodes)) complete_ = false;
    if (!complete_) return;
    if (bound(alive, items, shown_.size()) >= lesson_.impedance() - 1e-12) return;
    // The item that rules out most; those that rule out nothing are of no use any more.
    std::vector<std::size_t> useful;
    std::size_t best = 0, most = 0;
    for (const std::size_t i : items) {
      const std::size_t out = alive.size() - kept(alive, i).size();
      if (out == 0) continue;
      useful.push_back(i);
      if (out > most) most = out, best = i;
    }
    if (useful.empty() || shown_.size() >= options_.max_items) return;
    std::erase(useful, best);
    shown_.push_back(best);
    own_costs_ += effort_.item_costs.empty() ? 0 : effort_.item_costs[best];
    offer(shown_);
    visit(kept(alive, best), useful);
    own_costs_ -= effort_.item_costs.empty() ? 0 : effort_.item_costs[best];
    shown_.pop_back();
    visit(alive, useful);
  }

  const ConceptClass& concepts_;
  std::size_t target_;
  const ConceptEffort& effort_;
  const TeachConceptOptions& options_;
  std::vector<Other> others_;  ///< the nearest to the target first
  std::vector<std::size_t> shown_;
  double own_costs_ = 0, root_bound_ = 0;
  bool found_ = false, complete_ = true;
  std::int64_t nodes_ = 0;
  ConceptLesson lesson_;
};

}  // namespace

double disagreement(const ConceptClass& concepts, std::size_t a, std::size_t b) {
  std::size_t unlike = 0;
  for (std::size_t i = 0; i < concepts.items(); ++i) unlike += concepts.label(a, i) != concepts.label(b, i) ? 1 : 0;
  return static_cast<double>(unlike) / static_cast<double>(std::max<std::size_t>(1, concepts.items()));
}

double mislabelling(const ConceptClass& concepts, std::size_t target, std::span<const std::size_t> items) {
  double wrong = 0, mass = 0;
  for (std::size_t c = 0; c < concepts.size(); ++c) {
    const bool consistent = std::all_of(items.begin(), items.end(), [&](std::size_t item) {
      return concepts.label(c, item) == concepts.label(target, item);
    });
    if (!consistent) continue;
    mass += concepts.weight(c);
    wrong += concepts.weight(c) * disagreement(concepts, c, target);
  }
  return wrong / mass;
}

ConceptLesson teach_labels(const ConceptClass& concepts, std::size_t target, const ConceptEffort& effort,
                           const TeachConceptOptions& options) {
  return Search(concepts, target, effort, options).run();
}

}  // namespace didact::concepts
