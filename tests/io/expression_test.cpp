#include "io/expression.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace didact::io::expression_test {
namespace {

TEST(Expression, IsAFunctionOfN) {
  const Expression cost = parse_expression("0.3*n + 0.01*n^2");
  EXPECT_EQ(cost.error, "");
  EXPECT_DOUBLE_EQ(cost.value(10), 4);
  EXPECT_DOUBLE_EQ(cost.value(0), 0);
  EXPECT_DOUBLE_EQ(parse_expression("n == 3 ? 1 : sqrt(n)").value(4), 2);
  EXPECT_DOUBLE_EQ(parse_expression("n >= 3 && n != 5").value(4), 1);
}

TEST(Expression, SaysWhatIsWrongAndWhere) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "expression is empty"},
      {"0.3*m", "position 5: unknown name \"m\" (the only variable is n)"},
      {"2n", "position 2: unexpected variable \"n\""},
      {"sin(n", "position 7: missing parenthesis"},
      {"n^", "position 4: unexpected end of expression"},
      {"n = 3", "position 3: cannot assign with \"=\" (\"==\" compares)"},
      {"a=2*n", "position 2: cannot assign"},
      {"n, 2", "must be one expression, not several with commas between"},
      {"\"n\"", "strings must only be used as function arguments"},
      {"1e999*n", "unknown name \"1e999\""},
  };
  for (const auto& [text, message] : cases) {
    const Expression expression = parse_expression(text);
    EXPECT_FALSE(expression.value) << text;
    EXPECT_THAT(expression.error, testing::HasSubstr(message)) << text;
  }
}

TEST(Expression, HostileTextIsAnError) {
  EXPECT_FALSE(parse_expression(std::string(300'000, '(')).value);
  EXPECT_FALSE(parse_expression(std::string(2000, '(') + "n").value);
}

TEST(Expression, BadValuesNameTheirN) {
  const auto bad = [](const char* text) { return bad_value(parse_expression(text).value, 1000); };
  EXPECT_EQ(bad("n"), "");
  EXPECT_EQ(bad("log(n)"), "must be finite and >= 0, but is -inf at n = 0");
  EXPECT_EQ(bad("100 - n"), "must be finite and >= 0, but is -1 at n = 101");
  EXPECT_EQ(bad("1/(n - 7)^2"), "must be finite and >= 0, but is inf at n = 7");
  EXPECT_EQ(bad("sqrt(n - 1)"), "must be finite and >= 0, but is -nan at n = 0");
}

TEST(Expression, IsSafeToShareBetweenThreads) {
  const Expression square = parse_expression("n^2");
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int n = 0; n < 2000; ++n) wrong[t] += square.value(n + t) != double(n + t) * (n + t);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

}  // namespace
}  // namespace didact::io::expression_test
