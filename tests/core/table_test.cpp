#include <didact/core/internal/table.hpp>

#include <gtest/gtest.h>

namespace didact::table_test {
namespace {

TEST(Table, OwnsAMatrixAndSharesItWithItsCopies) {
  Matrix numbers(3, 2);
  numbers << 1, 2, 3, 4, 5, 6;
  const Table table = numbers, copy = table;
  numbers.setZero();
  EXPECT_EQ(copy.rows(), 3);
  EXPECT_EQ(copy.cols(), 2);
  EXPECT_EQ(copy(1, 1), 4);
  EXPECT_EQ(copy.col(0).data(), table.col(0).data());
  EXPECT_EQ(Vector(copy.row(2)), Vector(Eigen::Vector2d(5, 6)));
  EXPECT_EQ(Table().rows(), 0);
}

TEST(Table, LeavesTheNumbersOfOthersWhereTheyAre) {
  // Three rows of five numbers, of which the table has the fourth and the second, and labels from elsewhere, backwards.
  std::vector<double> numbers(15), labels = {7, 8, 9};
  for (std::size_t i = 0; i < 15; ++i) numbers[i] = static_cast<double>(i);
  const auto owner = std::make_shared<int>(0);
  {
    const Table table(3, {{&numbers[3], 5}, {&numbers[1], 5}, {&labels[2], -1}}, owner);
    EXPECT_EQ(owner.use_count(), 2);
    EXPECT_EQ(Vector(table.row(1)), Vector(Eigen::Vector3d(8, 6, 8)));
    EXPECT_EQ(table.col(2).maxCoeff(), 9);
    EXPECT_EQ(table.chosen({2, 0, 2}).col(2), Eigen::Vector3d(7, 9, 7));
    numbers[3] = 100;  // it is no copy
    EXPECT_EQ(table(0, 0), 100);
    EXPECT_EQ(table.row(0).head(2).squaredNorm(), 10001);
  }
  EXPECT_EQ(owner.use_count(), 1);
}

}  // namespace
}  // namespace didact::table_test
