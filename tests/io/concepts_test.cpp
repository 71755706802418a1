#include "io/concepts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace didact::io::concepts_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> complaints(const std::string& text) {
  Errors errors;
  parse_concepts(text, "", errors);
  std::vector<std::string> list;
  for (const Error& error : errors.list()) list.push_back(error.text());
  return list;
}

TEST(ParseConcepts, reads_labels_and_names) {
  Errors errors;
  const ConceptClass concepts = parse_concepts("concept,x1,x2\na,0,1\n\"b, c\", 1 ,0\r\nd,1,1\n\n", "", errors);
  EXPECT_TRUE(errors.empty());
  ASSERT_EQ(concepts.size(), 3u);
  ASSERT_EQ(concepts.items(), 2u);
  EXPECT_EQ(concepts.name(1), "b, c");
  EXPECT_EQ(concepts.item_name(1), "x2");
  EXPECT_FALSE(concepts.label(0, 0));
  EXPECT_TRUE(concepts.label(0, 1));
  EXPECT_TRUE(concepts.label(1, 0));
  EXPECT_FALSE(concepts.label(1, 1));
}

TEST(ParseConcepts, names_may_have_quotes_over_lines_and_marks) {
  Errors errors;
  const ConceptClass concepts = parse_concepts("\xEF\xBB\xBF,x\n\"two\nlines\",1\nother,0", "", errors);
  EXPECT_TRUE(errors.empty());
  EXPECT_EQ(concepts.name(0), "two\nlines");
}

TEST(ParseConcepts, says_where_a_mistake_is) {
  EXPECT_THAT(complaints("c,x1,x2\na,0,2\nb,1\n"),
              ElementsAre(R"(line 2: column 3 (item "x2"): must be 0 or 1, got "2")",
                          "line 3: has 1 labels, but the header names 2 items"));
  EXPECT_THAT(complaints("c,x1,x1\na,0,1\n"), ElementsAre(R"(line 1: column 3: item "x1" is in column 2 too)"));
  EXPECT_THAT(complaints("c,x1\na,0\na,1\n"), ElementsAre(R"(line 3: concept "a" is on line 2 too)"));
  EXPECT_THAT(complaints("c,x1\n\na,1\n"), ElementsAre("line 2: an empty row"));
  EXPECT_THAT(complaints("c,x1\n,1\n"), ElementsAre(HasSubstr("needs the concept's name")));
  EXPECT_THAT(complaints("c,x1\n"), ElementsAre(HasSubstr("needs concepts")));
  EXPECT_THAT(complaints(""), ElementsAre(HasSubstr("needs a header")));
  EXPECT_THAT(complaints("c,x1\na,\n"), ElementsAre(HasSubstr("must be 0 or 1")));
  EXPECT_THAT(complaints("c,x1\n\"a,1\n"), testing::Not(IsEmpty()));
}

TEST(ParseConcepts, names_equal_concepts) {
  EXPECT_THAT(complaints("c,x1,x2\na,0,1\nb,1,1\nd,0,1\n"),
              ElementsAre(R"(line 4: concept "d" equals "a" of line 2: no set of items tells them apart)"));
}

TEST(FindConcept, suggests_a_name) {
  Errors errors;
  const ConceptClass concepts({"apple", "pear"}, {"x"});
  EXPECT_EQ(find_concept(concepts, "pear", "--concept", errors), 1u);
  EXPECT_TRUE(errors.empty());
  find_concept(concepts, "aple", "--concept", errors);
  ASSERT_FALSE(errors.empty());
  EXPECT_THAT(errors.list()[0].text(), HasSubstr(R"(did you mean "apple")"));
}

}  // namespace
}  // namespace didact::io::concepts_test
