#include <didact/simulation/threshold_baselines.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace didact::threshold_baselines_test {
namespace {

/// How probably a threshold drawn from (low, high) mislabels a random item, by sums over a fine grid.
double by_grid(double low, double high, double theta) {
  const int steps = 20'000;
  double sum = 0;
  for (int i = 0; i < steps; ++i) sum += std::abs(low + (high - low) * (i + 0.5) / steps - theta);
  return sum / steps;
}

TEST(ThresholdBaselines, AreTheirDefinitions) {
  ThresholdProblem problem;
  problem.theta = 0.3;
  problem.resolution = 1e-6;
  const auto baselines = threshold_baselines(problem, 12, 40'000, 1);
  ASSERT_EQ(baselines.size(), 12u);
  // One random item: an integral over where it falls.
  double passive = 0;
  const int steps = 1000;
  for (int i = 0; i < steps; ++i) {
    const double x = (i + 0.5) / steps;
    passive += (x < 0.3 ? by_grid(x, 1, 0.3) : by_grid(0, x, 0.3)) / steps;
  }
  EXPECT_NEAR(baselines[0].passive, passive, 5 * baselines[0].passive_error + 1e-4);
  // Questions in the middle: 1/2, 1/4, 3/8, 5/16, 9/32, …
  double low = 0, high = 1;
  for (const ThresholdBaseline& at : baselines) {
    const double middle = (low + high) / 2;
    (middle < 0.3 ? low : high) = middle;
    EXPECT_NEAR(at.active, by_grid(low, high, 0.3), 1e-4) << at.n;
    EXPECT_LE(at.teaching, at.active + 1e-12);
    EXPECT_LE(at.teaching, at.passive);
  }
  for (std::size_t i = 1; i < baselines.size(); ++i) {
    EXPECT_LT(baselines[i].passive, baselines[i - 1].passive);
    EXPECT_LE(baselines[i].teaching, baselines[i - 1].teaching + 1e-15);
    EXPECT_LT(baselines[i].teaching, 1e-3);  // two items beside the threshold
  }
  // After many items the two ends are exponentially far, each 1/n: E (a² + b²)/(2(a + b)) = 2/(3n).
  const auto many = threshold_baselines(problem, 400, 4000, 2);
  EXPECT_NEAR(many[399].passive * 400, 2.0 / 3, 0.03);
}

/// Nobody may come closer to the threshold than the teacher, who chooses among the same items.
TEST(ThresholdBaselines, AllKeepToTheResolution) {
  for (const double theta : {0.3, 0.05, 0.62}) {
    for (const double resolution : {0.01, 0.1, 0.3}) {
      ThresholdProblem problem;
      problem.theta = theta;
      problem.resolution = resolution;
      for (const ThresholdBaseline& at : threshold_baselines(problem, 12, 500, 1)) {
        EXPECT_LE(at.teaching, at.active + 1e-12) << theta << ", " << resolution << ", " << at.n;
        EXPECT_LE(at.teaching, at.passive + 1e-12) << theta << ", " << resolution << ", " << at.n;
      }
    }
  }
}

}  // namespace
}  // namespace didact::threshold_baselines_test
