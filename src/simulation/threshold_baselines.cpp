#include <didact/core/draws.hpp>
#include <didact/simulation/threshold_baselines.hpp>

#include <algorithm>
#include <cmath>

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

}  // namespace

std::vector<ThresholdBaseline> threshold_baselines(const ThresholdProblem& problem, Index most, Index sets,
                                                   std::uint64_t seed) {
  std::vector<double> sums(static_cast<std::size_t>(most)), squares(sums.size());
  const auto [low, high] = problem.range;
  for (Index set = 0; set < sets; ++set) {
    Draws draws(seed, static_cast<std::uint64_t>(set));
    Threshold learner = problem.learner;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      show(learner, low + (high - low) * draws.uniform(), problem.theta);
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
  const auto N = static_cast<double>(sets);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const double mean = sums[i] / N;
    show(asking, std::clamp((asking.low + asking.high) / 2, low, high), problem.theta);
    taught.max_size = static_cast<Index>(i) + 1;
    baselines.push_back({static_cast<Index>(i) + 1, mean,
                         std::sqrt(std::max(0.0, squares[i] / N - mean * mean) / std::max(1.0, N - 1)),
                         asking.loss(problem.theta, kind), teach(taught).loss});
  }
  return baselines;
}

}  // namespace didact
