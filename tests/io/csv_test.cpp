#include "io/csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace didact::io::csv_test {
namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows cells(const std::string& text, std::vector<std::string>* complaints = nullptr) {
  Errors errors;
  Rows rows;
  for (const CsvRow& row : parse_csv(text, "file", errors)) rows.push_back(row.cells);
  for (const Error& error : errors.list()) {
    if (complaints)
      complaints->push_back(error.text());
    else
      ADD_FAILURE() << error.text();
  }
  return rows;
}

TEST(Csv, ReadsCells) {
  EXPECT_EQ(cells(""), Rows{});
  EXPECT_EQ(cells("1\n2\n"), (Rows{{"1"}, {"2"}}));
  EXPECT_EQ(cells("1\n2"), (Rows{{"1"}, {"2"}}));
  EXPECT_EQ(cells("\xEF\xBB\xBFx, y\r\n1 ,2\r\n\r\n\n"), (Rows{{"x", "y"}, {"1", "2"}}));
  EXPECT_EQ(cells("1,\n,2"), (Rows{{"1", ""}, {"", "2"}}));
  EXPECT_EQ(cells("1\n\n2"), (Rows{{"1"}, {""}, {"2"}}));
  EXPECT_EQ(cells("\"a,b\", \"say \"\"hi\"\"\" ,\"\"\n\"two\nlines\",x,y"),
            (Rows{{"a,b", "say \"hi\"", ""}, {"two\nlines", "x", "y"}}));
}

TEST(Csv, SaysWhereQuotesAreWrong) {
  std::vector<std::string> complaints;
  cells("1\n\"two", &complaints);
  cells("\"a\nb\"c,1", &complaints);
  EXPECT_THAT(complaints, testing::ElementsAre("file: line 2: this quote does not close",
                                               "file: line 2: text after the closing quote"));
}

TEST(Csv, KnowsTheLineOfARow) {
  Errors errors;
  const auto rows = parse_csv("a\n\"b\nc\"\nd", "file", errors);
  EXPECT_EQ(rows.at(1).line, 2u);
  EXPECT_EQ(rows.at(2).line, 4u);
}

TEST(Csv, NumbersAreWholeCells) {
  EXPECT_EQ(to_number(" -1.5e3 "), -1500);
  EXPECT_EQ(to_number("+2"), 2);
  for (const char* text : {"", " ", "1x", "x1", "1 2", "--1", "+-1", "0x10", "1,5"})
    EXPECT_FALSE(to_number(text)) << text;
  EXPECT_FALSE(std::isfinite(*to_number("nan")));
  EXPECT_FALSE(std::isfinite(*to_number("1e999")));
}

TEST(Csv, AHeaderHasACellThatIsNoValue) {
  const auto is_number = [](const std::string& cell) { return to_number(cell).has_value(); };
  EXPECT_TRUE(is_header({{"x", "1"}, 1}, is_number));
  EXPECT_FALSE(is_header({{"1", "nan"}, 1}, is_number));
  EXPECT_FALSE(is_header({{"1", ""}, 1}, is_number));
}

RC_GTEST_PROP(Csv, WrittenCellsReadBack, (std::vector<std::string> texts)) {
  RC_PRE(!texts.empty());
  std::string line;
  for (const std::string& text : texts) line += (line.empty() ? "" : ",") + csv_cell(text.empty() ? "x" : text);
  Errors errors;
  const auto rows = parse_csv(line, "file", errors);
  RC_ASSERT(errors.empty());
  RC_ASSERT(rows.size() == 1u);
  for (std::size_t i = 0; i < texts.size(); ++i) RC_ASSERT(rows[0].cells[i] == (texts[i].empty() ? "x" : texts[i]));
}

RC_GTEST_PROP(Csv, AnyTextIsReadWithoutHarm, (std::string text)) {
  Errors errors;
  parse_csv(text, "file", errors);
}

}  // namespace
}  // namespace didact::io::csv_test
