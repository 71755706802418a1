#include <didact/core/effort.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace didact::effort_test {
namespace {

TEST(Effort, terms_by_size) {
  EXPECT_EQ(per_item(0.5).at_size(4), 2);
  EXPECT_EQ(fixed(3).at_size(0), 0);
  EXPECT_EQ(fixed(3).at_size(1), 3);
  EXPECT_EQ(of_size([](double n) { return n * n; }).at_size(3), 9);
  EXPECT_EQ(Effort{}.at_size(7), 0);
  EXPECT_EQ(magnitude(2).at_size(7), 0);  // not a matter of size alone
}

TEST(Effort, sums_add_every_term) {
  const Effort sum = per_item(1) + per_item(2) + fixed(5) + fixed(1) + magnitude(0.5) + magnitude(0.25) +
                     per_category({1, 2}) + per_category({10, 20}) + of_size([](double n) { return n; }) +
                     of_size([](double n) { return 10 * n; }) +
                     convex_of_size([](double n) { return 100 * n; }, [](double) { return 100.0; }) +
                     convex_of_size([](double n) { return 1000 * n; }, [](double) { return 1000.0; });
  EXPECT_EQ(sum.per_item, 3);
  EXPECT_EQ(sum.fixed, 6);
  EXPECT_EQ(sum.magnitude, 0.75);
  EXPECT_EQ(sum.per_category, (std::vector<double>{11, 22}));
  EXPECT_EQ(sum.at_size(2), 6 + 6 + 2 + 20 + 200 + 2000);
  EXPECT_EQ(sum.convex_of_size.derivative(2), 1100);
  EXPECT_FALSE(sum.convex_in_size());
  EXPECT_TRUE((per_item(1) + fixed(2) + magnitude(1)).convex_in_size());
}

TEST(Effort, convex_terms_add_with_their_gradients) {
  auto term = [](double weight) {
    return convex([weight](double n, const Vector& s) { return weight * (n + s.squaredNorm()); },
                  [weight](double, const Vector& s) {
                    Vector gradient(s.size() + 1);
                    gradient << weight, 2 * weight * s;
                    return gradient;
                  });
  };
  const Effort sum = per_item(1) + term(2) + term(3);
  const Vector s = Vector::Constant(2, 4);
  EXPECT_EQ(sum.convex.value(1, s), 5 * 33);
  EXPECT_EQ(sum.convex.gradient(1, s), (Vector(3) << 5, 40, 40).finished());
  EXPECT_EQ((term(2) + per_item(1)).convex.value(1, s), 66);
  EXPECT_EQ((term(2) + per_item(1)).convex.gradient(1, s)[0], 2);
}

TEST(Effort, nothing_negative_or_infinite) {
  EXPECT_THROW(per_item(-1), std::invalid_argument);
  EXPECT_THROW(per_item(infinity), std::invalid_argument);
  EXPECT_THROW(fixed(std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
  EXPECT_THROW(magnitude(-0.1), std::invalid_argument);
  EXPECT_THROW(per_category({1, -1}), std::invalid_argument);
  EXPECT_THROW(per_category({1}) + per_category({1, 2}), std::invalid_argument);
}

}  // namespace
}  // namespace didact::effort_test
