#include "cover_local_search.hpp"

#include "cover_search.hpp"

#include <optional>
#include <utility>

namespace didact::concepts {

LocalSearch::LocalSearch(const CoverProblem& problem, std::vector<std::size_t> cover)
    : problem_(problem),
      items_of_(problem.elements),
      elements_of_(problem.items),
      in_(problem.items, false),
      times_(problem.elements, 0),
      weights_(problem.elements, 1),
      scores_(problem.items, 0),
      moved_(problem.items, 0),
      place_(problem.elements, 0),
      best_(std::move(cover)),
      best_cost_(cost_of(problem, best_)) {
  for (std::uint32_t i = 0; i < problem.items; ++i) {
    for_each_bit(problem.column(i), [&](std::size_t e) {
      elements_of_[i].push_back(static_cast<std::uint32_t>(e));
      items_of_[e].push_back(i);
      scores_[i] += 1;
    });
  }
  for (std::uint32_t e = 0; e < problem.elements; ++e) leave(e);
  for (const std::size_t item : best_) add(static_cast<std::uint32_t>(item));
}

void LocalSearch::leave(std::uint32_t element) {
  place_[element] = static_cast<std::uint32_t>(uncovered_.size());
  uncovered_.push_back(element);
}

void LocalSearch::add(std::uint32_t item) {
  in_[item] = true;
  ++size_;
  cost_ += problem_.cost(item);
  scores_[item] = 0;
  for (const std::uint32_t e : elements_of_[item]) {
    if (++times_[e] == 1) {
      scores_[item] += weights_[e];  // it alone covers e
      for (const std::uint32_t other : items_of_[e]) {
        if (!in_[other]) scores_[other] -= weights_[e];
      }
      uncovered_[place_[e]] = uncovered_.back();
      place_[uncovered_.back()] = place_[e];
      uncovered_.pop_back();
      work_ += static_cast<std::int64_t>(items_of_[e].size());
    } else if (times_[e] == 2) {
      only_other(e, item) -= weights_[e];
    }
  }
}

void LocalSearch::remove(std::uint32_t item) {
  in_[item] = false;
  --size_;
  cost_ -= problem_.cost(item);
  scores_[item] = 0;
  for (const std::uint32_t e : elements_of_[item]) {
    if (--times_[e] == 0) {
      for (const std::uint32_t other : items_of_[e]) {
        if (!in_[other]) scores_[other] += weights_[e];
      }
      leave(e);
      work_ += static_cast<std::int64_t>(items_of_[e].size());
    } else if (times_[e] == 1) {
      only_other(e, item) += weights_[e];
    }
  }
}

/// The score of the item that covers `element` beside `item`.
std::int64_t& LocalSearch::only_other(std::uint32_t element, std::uint32_t item) {
  work_ += static_cast<std::int64_t>(items_of_[element].size()) / 2;
  for (const std::uint32_t other : items_of_[element]) {
    if (in_[other] && other != item) return scores_[other];
  }
  return scores_[item];
}

/// What an item covers for its cost; one that is free is worth more than any other, unless it covers nothing.
double LocalSearch::rate(std::uint32_t item) const {
  return scores_[item] == 0 ? 0 : static_cast<double>(scores_[item]) / problem_.cost(item);
}

/// The item of the cover that is missed least for its cost; of equal ones the one that has been there longest.
std::uint32_t LocalSearch::least_missed() const {
  std::optional<std::uint32_t> least;
  for (std::uint32_t i = 0; i < problem_.items; ++i) {
    if (!in_[i] || i == last_added_) continue;
    if (!least || std::pair(rate(i), moved_[i]) < std::pair(rate(*least), moved_[*least])) least = i;
  }
  return least.value_or(last_added_);
}

/// The item that helps most for its cost among those that cover some uncovered element and fit below the best cost.
bool LocalSearch::add_one() {
  const std::uint32_t element = uncovered_[random_.bits() % uncovered_.size()];
  std::uint32_t most = 0;
  double most_rate = -1;
  for (const std::uint32_t i : items_of_[element]) {
    if (i == last_removed_ || cost_ + problem_.cost(i) >= best_cost_) continue;
    const double here = rate(i);
    if (here > most_rate || (here == most_rate && moved_[i] < moved_[most])) most_rate = here, most = i;
  }
  if (most_rate < 0) return false;
  add(most);
  moved_[most] = ++time_;
  last_added_ = most;
  return true;
}

void LocalSearch::remove_one() {
  last_removed_ = least_missed();
  remove(last_removed_);
  moved_[last_removed_] = ++time_;
}

void LocalSearch::record() {
  best_.clear();
  for (std::size_t i = 0; i < problem_.items; ++i) {
    if (in_[i]) best_.push_back(i);
  }
  best_cost_ = cost_of(problem_, best_);
  cost_ = best_cost_;
}

void LocalSearch::run(std::int64_t work, double enough, const Stop& stop) {
  const std::int64_t end = work_ + work;
  while (work_ < end && best_cost_ > enough + whole_tolerance) {
    if (++steps_ % 64 == 0 && stop) return;
    if (uncovered_.empty()) {
      if (cost_ < best_cost_ || best_.empty()) record();
      if (size_ == 0) return;
      remove_one();
      continue;
    }
    if (size_ > 0) remove_one();
    while (!uncovered_.empty() && add_one()) {
      for (const std::uint32_t e : uncovered_) {  // what stays uncovered weighs more and more
        ++weights_[e];
        for (const std::uint32_t i : items_of_[e]) ++scores_[i];
        work_ += static_cast<std::int64_t>(items_of_[e].size());
      }
      if (problem_.costs.empty()) break;
    }
    work_ += static_cast<std::int64_t>(problem_.items);
  }
}

}  // namespace didact::concepts
