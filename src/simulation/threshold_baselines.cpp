#include <didact/core/draws.hpp>
#include <didact/simulation/threshold_baselines.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace didact {
namespace {

constexpr ThresholdLoss kind = ThresholdLoss::zero_one;

/// What one more labelled item leaves possible.
void show(Threshold& learner, double x, double theta) {
  if (x < theta) {
    learner.low = std::max(learner.low, x);
  } else {
    learner.high = std::min(learner.high, x);
  }
}

/// Items that came one after another, none closer to another than the resolution.
class Shown {
 public:
  Shown(Interval range, double apart) : range_(range), apart_(apart) {}

  void add(double x) {
    if (apart_ > 0) x_.insert(std::upper_bound(x_.begin(), x_.end(), x), x);
  }
  bool has_room(double x) const {
    const auto next = std::lower_bound(x_.begin(), x_.end(), x);
    return x >= range_.low && x <= range_.high && (next == x_.end() || *next - x >= apart_) &&
           (next == x_.begin() || x - *(next - 1) >= apart_);
  }
  /// The nearest place that has room, if there is one.
  std::optional<double> nearest(double x) const {
    x = std::clamp(x, range_.low, range_.high);
    if (has_room(x)) return x;
    double right = x, left = x;
    for (auto it = std::upper_bound(x_.begin(), x_.end(), x - apart_); it != x_.end() && *it < right + apart_; ++it) {
      right = *it + apart_;
    }
    for (auto it = std::lower_bound(x_.begin(), x_.end(), x + apart_); it != x_.begin() && *(it - 1) > left - apart_;) {
      left = *--it - apart_;
    }
    if (left < range_.low && right > range_.high) return {};
    return right > range_.high || (left >= range_.low && x - left <= right - x) ? left : right;
  }
  /// Anywhere that has room, all places alike.
  std::optional<double> random(Draws& draws) const {
    constexpr int tries = 30;
    for (int i = 0; i < tries; ++i) {
      const double x = range_.low + (range_.high - range_.low) * draws.uniform();
      if (apart_ == 0 || has_room(x)) return x;
    }
    std::vector<Interval> free;  // it is crowded: what is left, piece by piece
    double from = range_.low, all = 0;
    for (std::size_t i = 0; i <= x_.size(); ++i) {
      const double to = i < x_.size() ? x_[i] - apart_ : range_.high;
      if (to > from) free.push_back({from, to}), all += to - from;
      if (i < x_.size()) from = std::max(from, x_[i] + apart_);
    }
    double at = all * draws.uniform();
    for (const auto& [low, high] : free) {
      if (at <= high - low) return low + at;
      at -= high - low;
    }
    return {};
  }

 private:
  Interval range_;
  double apart_;
  std::vector<double> x_;  ///< in order
};

}  // namespace

std::vector<ThresholdBaseline> threshold_baselines(const ThresholdProblem& problem, Index most, Index sets,
                                                   std::uint64_t seed) {
  std::vector<double> sums(static_cast<std::size_t>(most)), squares(sums.size());
  for (Index set = 0; set < sets; ++set) {
    Draws draws(seed, static_cast<std::uint64_t>(set));
    Threshold learner = problem.learner;
    Shown shown(problem.range, problem.resolution);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (const auto x = shown.random(draws)) {
        shown.add(*x);
        show(learner, *x, problem.theta);
      }
      const double error = learner.loss(problem.theta, kind);
      sums[i] += error;
      squares[i] += error * error;
    }
  }
  std::vector<ThresholdBaseline> baselines;
  ThresholdProblem taught = problem;
  taught.loss = kind;
  taught.effort = {};
  taught.min_size = 0;
  Threshold asking = problem.learner;
  Shown asked(problem.range, problem.resolution);
  const auto N = static_cast<double>(sets);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const double mean = sums[i] / N;
    if (const auto x = asked.nearest((asking.low + asking.high) / 2)) {
      asked.add(*x);
      show(asking, *x, problem.theta);
    }
    taught.max_size = static_cast<Index>(i) + 1;
    baselines.push_back({static_cast<Index>(i) + 1, mean,
                         std::sqrt(std::max(0.0, squares[i] / N - mean * mean) / std::max(1.0, N - 1)),
                         asking.loss(problem.theta, kind), teach(taught).loss});
  }
  return baselines;
}

}  // namespace didact
