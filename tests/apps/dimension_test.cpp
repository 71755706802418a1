// didact dimension from end to end.

#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace didact::dimension_test {
namespace {

using io::Json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

const std::string small = "concept,x1,x2,x3\nc1,0,0,1\nc2,0,1,1\nc3,1,1,1\n";

TEST(DimensionCommand, AnswersAsTheFormatSays) {
  const Outcome found = run({"dimension", "-", "--format", "json"}, small);
  EXPECT_EQ(found.code, 0);
  EXPECT_THAT(found.err, IsEmpty());
  const Json json = json_of(found);
  EXPECT_EQ(json["concepts"].size(), 3u);
  EXPECT_EQ(json["concepts"][1].dump(), R"({"name":"c2","lower":2,"upper":2,"items":["x1","x2"]})");
  EXPECT_EQ(json["dimension"].dump(), R"({"lower":2,"upper":2})");
  EXPECT_NEAR(json["average"]["upper"].get<double>(), 4.0 / 3, 1e-12);
  EXPECT_EQ(json["recursive"]["lower"], 1);
  EXPECT_EQ(json["recursive"]["upper"], 1);
  EXPECT_EQ(json["recursive"]["plan"].size(), 2u);
  EXPECT_EQ(json["recursive"]["plan"][1]["concepts"][0]["name"], "c2");
}

TEST(DimensionCommand, TellsAPerson) {
  const Outcome found = run({"dimension", "--class", "thresholds:10"});
  EXPECT_EQ(found.code, 0);
  EXPECT_THAT(found.out,
              AllOf(StartsWith("11 concepts over 10 items: teaching dimension 2, on average 1.81818, recursive 1."),
                    HasSubstr("proven")));
}

TEST(DimensionCommand, TeachesOneConcept) {
  EXPECT_THAT(run({"dimension", "-", "--concept", "c2"}, small).out, HasSubstr(R"("c2" is taught by 2 items)"));
  EXPECT_EQ(run({"dimension", "-", "--concept", "c2", "--format", "csv"}, small).out,
            "concept,lower,upper,items\nc2,2,2,x1 x2\n");
  const Outcome unknown = run({"dimension", "-", "--concept", "c9"}, small);
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("--concept: no concept is named \"c9\""));
}

TEST(DimensionCommand, WritesRows) {
  const Folder folder;
  EXPECT_EQ(run({"dimension", "-", "--format", "csv", "--out", folder.path("rows.csv")}, small).code, 0);
  EXPECT_EQ(folder.read("rows.csv"), "concept,lower,upper,items\nc1,1,1,x2\nc2,2,2,x1 x2\nc3,1,1,x1\n");
}

TEST(DimensionCommand, RefusesBadInput) {
  EXPECT_EQ(run({"dimension"}).code, 2);
  EXPECT_EQ(run({"dimension", "-", "--class", "warmuth"}, small).code, 2);
  EXPECT_EQ(run({"dimension", "no-such-file.csv"}).code, 2);
  EXPECT_THAT(run({"dimension", "--class", "thresholds"}).err, HasSubstr("--class: \"thresholds\" must be like"));
  const Outcome equal = run({"dimension", "-", "--format", "json"}, "c,x\na,1\nb,1\n");
  EXPECT_EQ(equal.code, 2);
  EXPECT_THAT(json_of(equal)["errors"][0]["message"].get<std::string>(), HasSubstr(R"("b" equals "a")"));
}

TEST(DimensionCommand, KeepsToItsTime) {
  std::string text = "c";
  for (int i = 0; i < 80; ++i) text += ",x" + std::to_string(i);
  std::uint64_t state = 1;
  for (int c = 0; c < 400; ++c) {
    text += "\nc" + std::to_string(c);
    for (int i = 0; i < 80; ++i) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      text += (state >> 60) & 1 ? ",1" : ",0";
    }
  }
  const Outcome found = run({"dimension", "-", "--format", "json", "--seconds", "1"}, text);
  EXPECT_EQ(found.code, 0);
  const Json json = json_of(found);
  EXPECT_LE(json["dimension"]["lower"].get<int>(), json["dimension"]["upper"].get<int>());
}

/// The time is that of all concepts: of those that it does not reach nothing is known but what holds of any.
TEST(DimensionCommand, HasOneDeadlineForAllConcepts) {
  const Outcome found = run({"dimension", "--class", "power-set:12", "--format", "json", "--seconds", "1e-9"});
  EXPECT_EQ(found.code, 0);
  const Json json = json_of(found);
  EXPECT_TRUE(json["concepts"].empty());
  EXPECT_EQ(json["dimension"], Json::parse(R"({"lower": 1, "upper": 12})"));
}

}  // namespace
}  // namespace didact::dimension_test
