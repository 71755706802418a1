// A few values of a convex function bound all others, and a search that is stopped keeps such a bound.

#include "solvers/known_values.hpp"

#include "solvers/search_sizes.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <cmath>

namespace didact::testing::known_values_test {
namespace {

using solvers::KnownValues;

double drawn(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 10001) / 10000;
}

/// A convex function with a kink, a parabola and a slope, each of any size.
struct Convex {
  double kink = drawn(0, 20), steep = drawn(0, 3), bottom = drawn(0, 20), curved = drawn(0, 1), slope = drawn(-2, 2);
  double operator()(double x) const {
    return steep * std::abs(x - kink) + curved * (x - bottom) * (x - bottom) + slope * x;
  }
};

RC_GTEST_PROP(KnownValues, no_value_is_below_their_bound, ()) {
  const Convex f;
  KnownValues known;
  const int places = *rc::gen::inRange(0, 8);
  for (int i = 0; i < places; ++i) {
    const double x = drawn(0, 20);
    known.add(x, f(x));
  }
  const double low = drawn(0, 10), high = low + drawn(0, 30), bound = known.lower_bound(low, high);
  for (int step = 0; step <= 1000; ++step) {
    const double x = low + (high - low) * step / 1000;
    RC_ASSERT(bound <= f(x) + 1e-9 * std::max(1.0, std::abs(f(x))));
  }
}

TEST(KnownValues, close_in_on_the_minimum) {
  KnownValues known;
  EXPECT_EQ(known.lower_bound(0, 10), -infinity);
  known.add(4, 1);
  EXPECT_EQ(known.lower_bound(0, 10), -infinity);
  EXPECT_EQ(known.lower_bound(4, 4), 1);
  for (const double x : {0.0, 2.0, 6.0, 8.0}) known.add(x, 1 + (x - 4) * (x - 4));
  EXPECT_NEAR(known.lower_bound(0, infinity), -1, 1e-9);  // where the secants of 0 and 2 and of 4 and 6 meet
  for (const double x : {3.9, 4.1}) known.add(x, 1 + (x - 4) * (x - 4));
  EXPECT_GT(known.lower_bound(0, infinity), 0.9);
  EXPECT_LE(known.lower_bound(0, infinity), 1);
}

/// g(n) = (n - 40)² / 100 - 3, of which every value takes one look; somebody asks to stop after so many.
class Slow final : public solvers::SizedProblem {
 public:
  explicit Slow(int looks) : left_(looks) {}
  std::atomic<bool> request = false;

  solvers::Relaxed relaxed(double n) const override {
    if (left_-- == 0) const_cast<Slow*>(this)->request = true;
    return {n, Vector::Constant(1, n), deadline ? 1e9 : (n - 40) * (n - 40) / 100 - 3};
  }
  solvers::AtSize solve(Index n, const Stop&) const override {
    const double size = static_cast<double>(n), value = (size - 40) * (size - 40) / 100 - 2.5;
    return {Vector::Constant(1, size), value, unless_stopped(value - 0.5)};
  }
  ItemSet unpack(Index, const Vector&, Style, Random&) const override { return {}; }

 private:
  mutable int left_;
};

/// However early it is stopped, and whatever sizes cost: what comes after the stop is not believed.
RC_GTEST_PROP(StoppedSearch, keeps_a_bound_that_holds, ()) {
  Slow problem(*rc::gen::inRange(0, 120));
  const Stop stop(std::nullopt, &problem.request);
  problem.end_at(stop);
  solvers::Sizes sizes;
  sizes.low = *rc::gen::inRange(0, 60);
  sizes.high = sizes.low + *rc::gen::inRange(0, 200);
  sizes.convex_cost = *rc::gen::arbitrary<bool>();
  const double price = drawn(0, 0.5);
  if (sizes.convex_cost) sizes.cost = [price](double n) { return price * n; };
  if (!sizes.convex_cost) sizes.cost = [price](double n) { return price * (2 + std::sin(n)) * n; };
  const solvers::SizeSearch found = search_sizes(problem, sizes, 20, 0, stop);
  double least = infinity;
  for (double n = sizes.low; n <= sizes.high; ++n) {
    least = std::min(least, (n == 0 ? 20 : (n - 40) * (n - 40) / 100 - 2.5) + sizes.cost(n));
  }
  RC_ASSERT(found.bound <= least + 1e-9);
  RC_ASSERT(found.best.impedance >= least - 1e-9);
  RC_ASSERT(found.best.impedance < infinity);
}

}  // namespace
}  // namespace didact::testing::known_values_test
