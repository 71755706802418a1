// Questions about one problem are answered from one reading of it.

#include "io/registry.hpp"
#include "io/template.hpp"
#include "studio/requests.hpp"

#include <gtest/gtest.h>

namespace didact::studio::last_problem_test {
namespace {

Json example(std::string_view name) {
  io::Errors errors;
  return io::problem_example(io::find_model(name, "", errors)->description());
}

TEST(LastProblem, IsReadAgainWhenItOrItsDataChange) {
  LastProblem last;
  last.forget_unless("1");
  const Json json = example("categorical");
  const auto first = last.read(json, {});
  EXPECT_EQ(last.read(json, {}), first);
  EXPECT_NE(last.read(example("bernoulli"), {}), first);
  const auto again = last.read(json, {});
  last.forget_unless("1");
  EXPECT_EQ(last.read(json, {}), again);
  last.forget_unless("2");
  EXPECT_NE(last.read(json, {}), again);
}

}  // namespace
}  // namespace didact::studio::last_problem_test
