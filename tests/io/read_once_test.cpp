// A problem is read once, and asked as often as one likes.

#include "io/read_cache.hpp"
#include "problems.hpp"
#include "report/report.hpp"
#include "services/simulate.hpp"
#include "services/sweep.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace didact::io::read_once_test {
namespace {

Json without_times(Json json) {
  json.erase("seconds");
  if (json.contains("parts")) {
    for (Json& part : json["parts"]) part = without_times(part);
  }
  return json;
}

Json of_a_pool(const std::string& rest = "{}") {
  Json json = problem("gaussian-mean", R"({"items": {"pool": "rows.csv"}, "effort": {"per_item": 0.05}})");
  json.merge_patch(parsed(rest));
  return json;
}

TEST(ReadOnce, EveryModelAnswersAgainFromOneReading) {
  for (const auto& model : models()) {
    if (model->description().name == "program") continue;  // its example's command is not there
    const auto read = read_problem(problem_example(model->description()));
    const Json first = without_times(report::to_json(read->teach({})));
    EXPECT_EQ(without_times(report::to_json(read->teach({}))), first) << model->description().name;
    EXPECT_EQ(&read->description(), &model->description());
  }
}

TEST(ReadOnce, FilesMayGoOnceTheyAreRead) {
  const Folder folder;
  const std::string rows = folder.write("rows.csv", "0.5\n1.5\n2\n3\n-1\n");
  const auto read = read_problem(of_a_pool(), {folder.path()});
  const Json first = without_times(report::to_json(read->teach({})));
  std::filesystem::remove(rows);
  EXPECT_EQ(without_times(report::to_json(read->teach({}))), first);
  const GivenSet set(parsed("[0.5, 2]"), {}, "set");
  EXPECT_TRUE(read->evaluate(set, {}).set.violates.empty());
  const services::Listener nobody;
  services::SimulationRequest request{.sets = 1000, .size = "2"};
  request.set = set;
  const auto report = services::simulate(*read, request, services::threads_for(nobody));
  EXPECT_EQ(report->optimum->impedance, first["impedance"].get<double>());
  EXPECT_TRUE(report->rival.has_value());
}

TEST(ReadOnce, AKnownLessonIsNotLookedForAgain) {
  const auto read = read_problem(problem("categorical"));
  Lesson known = read->teach({}).lesson;
  known.seconds = 12345;  // as no search says
  const io::Verdict verdict = read->evaluate({parsed("[1, 2, 3]"), {}, "set"}, {}, &known);
  EXPECT_EQ(verdict.optimum.seconds, 12345);
}

/// The file is gone after the first point is read, and a sweep reads every point of it.
TEST(ReadOnce, ASweepReadsItsFilesOnce) {
  const Folder folder;
  const std::string rows = folder.write("rows.csv", "0.5\n1.5\n2\n3\n-1\n");
  Context context{folder.path()};
  context.cache = std::make_shared<ReadCache>();
  const Json expected = without_times(report::to_json(read_problem(of_a_pool(R"({"size": 2})"), context)->teach({})));
  std::filesystem::remove(rows);
  EXPECT_EQ(without_times(report::to_json(read_problem(of_a_pool(R"({"size": 2})"), context)->teach({}))), expected);
  const auto other = read_problem(of_a_pool(R"({"size": 1, "target": {"mean": 2}})"), context);
  EXPECT_EQ(report::to_json(other->teach({}))["rows"].size(), 1u);
}

TEST(ReadOnce, WhatDiffersIsReadAnew) {
  const Folder folder;
  folder.write("rows.csv", "a,b\n0.5,7\n1.5,8\n");
  Context context{folder.path()};
  context.cache = std::make_shared<ReadCache>();
  for (const std::string column : {"a", "b"}) {
    Json json = of_a_pool(R"({"size": 1})");
    json["items"]["columns"] = {column};
    const Json items = report::to_json(read_problem(json, context)->teach({}), true)["items"];
    EXPECT_EQ(items[0].get<double>() > 5, column == "b") << items;
  }
}

TEST(ReadOnce, NothingIsKeptOfWhatCouldNotBeRead) {
  const Folder folder;
  Context context{folder.path()};
  context.cache = std::make_shared<ReadCache>();
  EXPECT_THROW(read_problem(of_a_pool(), context), InvalidProblem);
  folder.write("rows.csv", "0.5\n1.5\n");
  EXPECT_NO_THROW(read_problem(of_a_pool(), context));
}

}  // namespace
}  // namespace didact::io::read_once_test
