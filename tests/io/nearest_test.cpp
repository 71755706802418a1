#include "io/nearest.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace didact::io::nearest_test {
namespace {

TEST(Nearest, FindsTheMisspelt) {
  const std::vector<std::string_view> known = {"per_item", "per_category", "magnitude", "of_size", "fixed"};
  const auto said = [&](const char* written) { return suggestion(written, known); };
  for (const char* written : {"per_itme", "peritem", "per-item", "Per_Item", "per_items", "er_item"}) {
    EXPECT_EQ(said(written), "; did you mean \"per_item\"?") << written;
  }
  EXPECT_EQ(said("ofsize"), "; did you mean \"of_size\"?");
  EXPECT_EQ(said("colour"), "; known here: per_item, per_category, magnitude, of_size, fixed");
  EXPECT_EQ(said(""), "; known here: per_item, per_category, magnitude, of_size, fixed");
  EXPECT_EQ(said(std::string(5000, 'x').c_str()), said("colour"));
  EXPECT_EQ(suggestion("anything", {}), "");
}

}  // namespace
}  // namespace didact::io::nearest_test
