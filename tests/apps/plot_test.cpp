// --plot and --figures, from end to end.

#include "program.hpp"
#include "svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace didact::plot_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string multinomial = R"({"learner": {"model": "categorical", "prior": {"beta": [6, 3, 1]}},
                                    "target": {"pi": [0.1, 0.3, 0.6]}, "effort": {"per_item": 0.3}})";

std::string text_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::size_t files_in(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

TEST(Plot, DrawsBesideTheUsualResult) {
  const Folder folder;
  const std::string plot = folder.path("lesson.svg");
  const Outcome plain = run({"teach", "-"}, multinomial), drawn = run({"teach", "-", "--plot", plot}, multinomial);
  EXPECT_EQ(drawn.code, 0);
  EXPECT_EQ(drawn.out, plain.out);
  const std::string svg = text_of(plot);
  EXPECT_THAT(faults_of_svg(svg), IsEmpty());
  EXPECT_THAT(svg, HasSubstr("10 items, impedance 2.6457, proven optimal"));
  run({"teach", "-", "--plot", plot}, multinomial);
  EXPECT_EQ(text_of(plot), svg);
  EXPECT_EQ(files_in(folder.path("")), 1u);  // nothing unfinished stays behind
}

TEST(Plot, OfAGivenSetComparesWithTheBest) {
  const Folder folder;
  const std::string plot = folder.path("set.svg");
  const Outcome judged =
      run({"evaluate", "-", "--set", folder.write("set.csv", "1\n1\n3\n"), "--plot", plot}, multinomial);
  EXPECT_EQ(judged.code, 0);
  const std::string svg = text_of(plot);
  EXPECT_THAT(faults_of_svg(svg), IsEmpty());
  EXPECT_THAT(svg, AllOf(HasSubstr("3 items, impedance 9.168"), HasSubstr("best lesson"), HasSubstr("learner after"),
                         HasSubstr("learner before"), HasSubstr("×2")));
}

TEST(Plot, OfASetThatIsNoItemsSaysSo) {
  const Folder folder;
  const std::string plot = folder.path("set.svg");
  run({"evaluate", "-", "--set", folder.write("set.csv", "7\n"), "--plot", plot}, multinomial);
  EXPECT_THAT(faults_of_svg(text_of(plot)), IsEmpty());
  EXPECT_THAT(text_of(plot), HasSubstr("not allowed"));
}

TEST(Plot, OfAClassInEveryFormat) {
  const Folder folder;
  for (const char* const format : {"text", "json", "csv"}) {
    const std::string plot = folder.path(std::string(format) + ".svg");
    EXPECT_EQ(run({"dimension", "--class", "thresholds:5", "--format", format, "--plot", plot}).code, 0);
    EXPECT_THAT(faults_of_svg(text_of(plot)), IsEmpty());
    EXPECT_THAT(text_of(plot), HasSubstr("Teaching dimension 2"));
  }
  EXPECT_THAT(run({"dimension", "--class", "thresholds:5", "--concept", "none", "--plot", folder.path("one.svg")}).err,
              HasSubstr("--plot: draws a whole class"));
}

TEST(Plot, IsRefusedEarlyWhereItCannotBeWritten) {
  const Folder folder;
  const Outcome nowhere = run({"teach", "-", "--plot", folder.path("missing/a.svg")}, multinomial);
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_THAT(nowhere.out, IsEmpty());
  EXPECT_THAT(nowhere.err, HasSubstr("--plot: cannot write"));
  EXPECT_THAT(run({"teach", "-", "--plot", folder.path("")}, multinomial).err, HasSubstr("is a directory"));
  const std::string same = folder.path("same");
  EXPECT_THAT(run({"teach", "-", "--out", same, "--plot", same}, multinomial).err, HasSubstr("the same file as --out"));
}

TEST(Plot, KeepsExitCodesWithoutALesson) {
  const Folder folder;
  const std::string plot = folder.path("none.svg");
  const Outcome taught = run({"teach", "-", "--plot", plot}, R"({"learner": {"model": "bernoulli",
      "prior": {"alpha": 2, "beta": 2}}, "target": {"p": 0.5}})");
  EXPECT_EQ(taught.code, 3);
  EXPECT_THAT(faults_of_svg(text_of(plot)), IsEmpty());
}

TEST(Figures, AreMadeInAFolder) {
  const Folder folder;
  EXPECT_EQ(run({"reproduce", "--figures", folder.path("new/figures")}).code, 0);
  for (const char* const name : {"figure-1.svg", "figure-2.svg"}) {
    EXPECT_THAT(faults_of_svg(text_of(folder.path("new/figures") + "/" + name)), IsEmpty()) << name;
  }
}

}  // namespace
}  // namespace didact::plot_test
