#include "io/json.hpp"

#include "patience.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace didact::io::json_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> errors_of(const std::string& text) {
  Errors errors;
  parse_json(text, errors);
  std::vector<std::string> texts;
  for (const Error& error : errors.list()) texts.push_back(error.text());
  return texts;
}

TEST(Json, ReadsCommentsAndKeepsTheOrder) {
  Errors errors;
  const Json json =
      parse_json("// one\n{ \"b\": [1, 2.5], /* two */ \"a\": { \"c\": \"ü\\n\", \"d\": null } }\n", errors);
  EXPECT_TRUE(errors.empty());
  EXPECT_EQ(json.dump(), R"({"b":[1,2.5],"a":{"c":"ü\n","d":null}})");
}

TEST(Json, SaysWhereTextIsMalformed) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "line 1, column 1: unexpected end of input"},
      {"{\n  \"a\": 1,\n  \"b\" 2\n}", "line 3, column 7: unexpected number literal; expected ':'"},
      {"{\"a\": 1,}", "line 1, column 9: unexpected '}'"},
      {"{\"a\": [1, 2}", "line 1, column 12: unexpected '}'"},
      {"{\"a\": NaN}", "line 1, column 7: invalid literal"},
      {"{\"a\": -Infinity}", "line 1, column 8: invalid number"},
      {"{\"a\":\n1e999}", "number overflow parsing '1e999': too large for a double"},
      {"{} {}", "line 1, column 4: unexpected '{'; expected end of input"},
      {"{\"a\": \"\xff\"}", "ill-formed UTF-8"},
      {"{\"a\": 1 /* }", "line 1"},
  };
  for (const auto& [text, message] : cases) EXPECT_THAT(errors_of(text), ElementsAre(HasSubstr(message))) << text;
}

TEST(Json, SaysThatNaNIsNotJson) {
  EXPECT_THAT(errors_of("[NaN]"), ElementsAre(HasSubstr("NaN and Infinity are not JSON")));
}

TEST(Json, RefusesDuplicateKeysAndNamesEach) {
  EXPECT_THAT(errors_of("{\"a\": [{\"x\": 1,\n \"x\": 2}],\n\"a\": 3}"),
              ElementsAre("a[0].x: this key is there twice (line 2, column 4)",
                          "a: this key is there twice (line 3, column 3)"));
}

TEST(Json, CountsDuplicateKeysInOnePassOverTheText) {
  std::string text = "{\"a\": 1";
  for (int i = 0; i < 100'000; ++i) text += ",\n\"a\": 1";
  std::vector<std::string> found;
  EXPECT_LT(own_seconds_of([&] { found = errors_of(text + "}"); }), 5);  // minutes if each place is counted anew
  ASSERT_EQ(found.size(), 101);
  EXPECT_EQ(found[99], "a: this key is there twice (line 101, column 3)");
  EXPECT_EQ(found[100], "and 99900 more mistakes");
}

TEST(Json, RefusesDeepNesting) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_TRUE(errors_of(nested(100)).empty());
  EXPECT_THAT(errors_of(nested(101)), ElementsAre("line 1, column 101: nested deeper than 100 levels"));
  EXPECT_THAT(errors_of(std::string(1'000'000, '[')), ElementsAre(HasSubstr("nested deeper")));
}

TEST(Json, LargeObjectsAreRead) {
  std::string text = "{";
  for (int i = 0; i < 200'000; ++i) text += (i ? ",\"k" : "\"k") + std::to_string(i) + "\":1";
  EXPECT_TRUE(errors_of(text + "}").empty());
}

RC_GTEST_PROP(Json, DoublesKeepTheirBits, (std::uint64_t bits)) {
  const double value = std::bit_cast<double>(bits);
  RC_PRE(std::isfinite(value));
  Errors errors;
  RC_ASSERT(parse_json(pretty(number(value)), errors).get<double>() == value);
}

TEST(Json, PrettyKeepsShortThingsOnOneLine) {
  const Json json = {
      {"numbers", std::vector<int>(60, 1)}, {"text", std::string(90, 'a')}, {"pair", {{"a", 1}, {"b", {2, 3}}}}};
  std::string ones = "1";
  for (int i = 1; i < 60; ++i) ones += ", 1";
  EXPECT_EQ(pretty(json), "{\n  \"numbers\": [" + ones + "],\n  \"text\": \"" + std::string(90, 'a') +
                              "\",\n  \"pair\": { \"a\": 1, \"b\": [2, 3] }\n}");
}

TEST(Json, WholeNumbersAreWrittenAsSuch) {
  EXPECT_EQ(number(6).dump(), "6");
  EXPECT_EQ(number(-0.5).dump(), "-0.5");
  EXPECT_EQ(number(1e300).dump(), "1e+300");
  EXPECT_EQ(number(INFINITY).dump(), "null");
}

TEST(Json, ShownIsShort) {
  EXPECT_EQ(shown(Json(0.1)), "0.1");
  EXPECT_EQ(shown(Json(std::string(200, 'x'))).size(), 60 + std::string("…\"").size());
  EXPECT_EQ(shown(Json(std::vector<int>(1000))), "a list of 1000 entries");
}

}  // namespace
}  // namespace didact::io::json_test
