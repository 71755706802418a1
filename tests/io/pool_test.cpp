// Pools of conjugate models as files have them: columns, names, costs, conditions, and what is wrong with them.

#include "problems.hpp"
#include "report/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace didact::io::pool_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string stimuli =
    "id,width,height,kind,price\n"
    "\"tall, red\",1,4,old,0.5\n"
    "flat,3,1,new,0\n"
    "square,2,2,new,0.1\n"
    "\"the \"\"big\"\" one\",4,5,old,0.2\n"
    "\n";

class Pools : public testing::Test {
 protected:
  Json with(const std::string& items, const std::string& rest = "{}") const {
    Json json = problem("multivariate-gaussian-mean", R"({"learner": {"covariance": [[1, 0], [0, 1]],
      "prior": {"mean": [0, 0], "covariance": [[4, 0], [0, 4]]}}, "target": {"mean": [2, 2]}, "effort": {"per_item": 0.2}})");
    json["items"] = parsed(items);
    json.merge_patch(parsed(rest));
    return json;
  }
  std::vector<std::string> wrong(const std::string& items, const std::string& rest = "{}") const {
    return mistakes(with(items, rest), {folder_.path()});
  }
  Json taught(const std::string& items, const std::string& rest = "{}") const {
    const Json json = with(items, rest);
    return report::to_json(read_problem(json, {folder_.path()})->teach({}), true);
  }

  Folder folder_;
  std::string file_ = folder_.write("stimuli.csv", stimuli);
};

TEST_F(Pools, HaveNamesCostsAndRows) {
  const Json answer = taught(
      R"({"pool": "stimuli.csv", "columns": ["width", "height"], "names": "id", "cost": "price"})", R"({"size": 1})");
  EXPECT_EQ(answer["status"], "optimal");
  EXPECT_EQ(answer["rows"], Json::parse("[3]"));
  EXPECT_EQ(answer["items"], Json::parse("[[2, 2]]"));
  EXPECT_NEAR(answer["effort"].get<double>(), 0.3, 1e-12);
}

TEST_F(Pools, KeepTheNamesOfTheirColumns) {
  const Json json = with(R"({"pool": "stimuli.csv", "columns": ["height", "width"], "names": "id"})", R"({"size": 1})");
  const io::Answer answer = read_problem(json, {folder_.path()})->teach({});
  EXPECT_EQ(report::to_csv(answer), "height,width\n2,2\n");
  EXPECT_THAT(report::to_text(answer, {}), HasSubstr("name     height   width"));
}

TEST_F(Pools, ObeyWishes) {
  const std::string pool = R"({"pool": "stimuli.csv", "columns": [2, 3], "names": 1, )";
  EXPECT_EQ(taught(pool + R"("must_include": ["the \"big\" one"]})", R"({"size": 1})")["rows"], Json::parse("[4]"));
  EXPECT_EQ(taught(pool + R"("must_exclude": ["square", 4]})", R"({"size": 2})")["rows"], Json::parse("[1, 2]"));
  EXPECT_EQ(taught(pool + R"("where": {"kind": "old"}})", R"({"size": 2})")["rows"], Json::parse("[1, 4]"));
}

TEST_F(Pools, AreRefusedByRowAndColumn) {
  EXPECT_THAT(
      wrong(R"({"pool": "stimuli.csv"})"),
      ElementsAre(
          "items: the pool's items must have 2 numbers, but it has 5 columns for them (id, width, height, kind, "
          "price)"));
  EXPECT_THAT(wrong(R"({"pool": "stimuli.csv", "columns": ["width", "heigth"]})"),
              ElementsAre(HasSubstr("items.columns[1]: there is no column \"heigth\"")));
  EXPECT_THAT(wrong(R"({"pool": "stimuli.csv", "columns": ["width", "kind"]})").front(),
              HasSubstr("items.pool: stimuli.csv, row 1: column kind must be a finite number, got \"old\""));
  EXPECT_THAT(wrong(R"({"pool": "stimuli.csv", "columns": [2, 3], "where": {"kind": "lost"}})"),
              ElementsAre("items.where: leaves no row"));
  EXPECT_THAT(wrong(R"({"pool": "stimuli.csv", "columns": [2, 3], "where": {"sort": "old"}})"),
              ElementsAre("items.where.sort: there is no such column"));
  EXPECT_THAT(
      wrong(R"({"pool": "stimuli.csv", "columns": [2, 3], "names": 1, "where": {"kind": "old"}, "must_include": [2]})"),
      ElementsAre("items.must_include: row 2 is not among those of where"));
  folder_.write("stimuli.csv", "1,2\n3,\n\n4,5\n6\n");
  EXPECT_THAT(
      wrong(R"({"pool": "stimuli.csv"})"),
      ElementsAre("items.pool: stimuli.csv, row 2: column 2 is empty", "items.pool: stimuli.csv, row 3: is blank",
                  "items.pool: stimuli.csv, row 5: must have 2 cells, got 1"));
}

TEST_F(Pools, OfCategoriesGoByName) {
  const std::string patch = R"({"learner": {"model": "categorical", "covariance": null,
    "prior": {"mean": null, "covariance": null, "beta": [1, 1, 1]}}, "target": {"mean": null, "pi": [0.2, 0.3, 0.5]},
    "names": ["red", "green", "blue"], "size": 3})";
  folder_.write("stimuli.csv", "colour\nred\nblue\nblue\nblue\ngreen\n");
  const Json answer = taught(R"({"pool": "stimuli.csv"})", patch);
  EXPECT_EQ(answer["status"], "optimal");
  EXPECT_EQ(answer["counts"], Json::parse("[0, 1, 2]"));
  folder_.write("stimuli.csv", "red\npink\n");
  EXPECT_THAT(wrong(R"({"pool": "stimuli.csv"})", patch).front(),
              HasSubstr("row 2: column 1 must be a category, got \"pink\""));
}

TEST_F(Pools, GiveDataToo) {
  const std::string data = R"({"target": {"mean": null, "data": {"file": "stimuli.csv", "columns": ["width", "height"],
                                                                "where": {"kind": "new"}}}, "size": 2})";
  const Json answer = taught(R"({"pool": "stimuli.csv", "columns": ["width", "height"]})", data);
  EXPECT_EQ(answer["status"], "optimal");
  EXPECT_THAT(wrong(R"({"pool": "stimuli.csv", "columns": ["width", "height"]})",
                    R"({"target": {"mean": null, "data": {"file": "stimuli.csv", "columns": ["width"]}}})"),
              ElementsAre("target.data: the file's items must have 2 numbers, but it has 1 columns for them (width)"));
}

TEST_F(Pools, AreEvaluatedAsRows) {
  const Json json = with(R"({"pool": "stimuli.csv", "columns": ["width", "height"], "cost": "price"})");
  const std::string set = folder_.write("set.csv", "1,4\n9,9\n");
  const Evaluation stranger = read_problem(json, {folder_.path()})->evaluate(set, {}).set;
  EXPECT_EQ(stranger.violates, "item 2 is no row of the pool that may be used");
  EXPECT_EQ(stranger.violates_at, 2);
  folder_.write("set.csv", "1,4\n4,5\n");
  EXPECT_NEAR(read_problem(json, {folder_.path()})->evaluate(set, {}).set.effort, 0.4 + 0.7, 1e-12);
}

TEST(Pool, one_item_of_a_class_in_several_rows) {
  const auto taught = [](const std::string& patch) {
    const Json json = problem("concepts", patch);
    return read_problem(json)->teach({}).lesson;
  };
  const std::string twice = R"("pool": [{"x": 1, "c": 0.7}, {"x": 1, "c": 0.1}], "columns": ["x"])";
  const std::string learner = R"("learner": {"concepts": {"c1": null, "c2": null, "c3": null, "c": [0]}},
    "target": {"concept": "c"}, "effort": {"per_item": 0.1}, )";
  Lesson lesson = taught("{" + learner + R"("items": {)" + twice + R"(, "cost": "c", "must_include": [1]}})");
  EXPECT_NEAR(lesson.impedance, 0.8, 1e-12);
  EXPECT_EQ(lesson.rows, std::vector<Index>{0});
  lesson = taught("{" + learner + R"("items": {)" + twice + R"(, "must_include": [1, 2]}})");
  EXPECT_NEAR(lesson.impedance, 0.2, 1e-12);
  EXPECT_EQ(lesson.rows, (std::vector<Index>{0, 1}));
  lesson = taught("{" + learner + R"("size": 2, "items": {)" + twice + "}}");
  EXPECT_EQ(lesson.rows, (std::vector<Index>{0, 1}));
}

}  // namespace
}  // namespace didact::io::pool_test
