// Items: has_seen, target.data and the sets that are evaluated, inline and from CSV files.

#include "io/items.hpp"

#include "io/read_problem.hpp"
#include "problems.hpp"
#include <didact/didact.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace didact::io::items_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

template <Learner L>
didact::Problem<L> read(const Json& json, const Context& context = {}) {
  Errors errors;
  auto read = read_conjugate<L>(json, context, model(std::string(L::name)).description(), errors);
  for (const Error& error : errors.list()) ADD_FAILURE() << error.text();
  return read.problem;
}

std::string seen(const std::string& items) {
  return R"({"learner": {"has_seen": )" + items + "}}";
}
std::string fit(const std::string& keys, const std::string& items) {
  return R"({"target": {)" + keys + R"(, "data": )" + items + "}}";
}

TEST(Items, HasSeenIsFoldedIntoThePrior) {
  EXPECT_EQ(read<Categorical>(problem("categorical", seen("[1, 3, [3]]"))).learners[0].value.beta,
            (std::vector<double>{7, 3, 3}));
  const Bernoulli coin = read<Bernoulli>(problem("bernoulli", seen("[1, 0, 0]"))).learners[0].value;
  EXPECT_EQ(coin.alpha, 3);
  EXPECT_EQ(coin.beta, 7);
  EXPECT_EQ(read<Poisson>(problem("poisson", seen("[]"))).learners[0].value.shape, 2);
}

TEST(Items, HasSeenReachesEveryLearner) {
  const auto several =
      read<Bernoulli>(problem("bernoulli", R"({"learner": {"has_seen": [1, 1], "prior": null, "one_of": [
      {"weight": 0.25, "prior": {"alpha": 1, "beta": 1}}, {"weight": 0.75, "prior": {"alpha": 5, "beta": 1}}]}})"));
  EXPECT_EQ(several.learners[0].value.alpha, 3);
  EXPECT_EQ(several.learners[1].value.alpha, 7);
  EXPECT_EQ(several.learners[1].weight, 0.75);
}

TEST(Items, DataIsFittedByItsBestTarget) {
  const auto target = [](auto problem) {
    return std::get<typename decltype(problem.learners[0].value)::Target>(problem.target);
  };
  EXPECT_EQ(target(read<Categorical>(problem("categorical", fit(R"("pi": null)", "[1, 3, 3, 3]")))).pi,
            (std::vector<double>{0.25, 0, 0.75}));
  EXPECT_EQ(target(read<Poisson>(problem("poisson", fit(R"("rate": null)", "[1, 2, 6]")))).rate, 3);
  EXPECT_EQ(target(read<Exponential>(problem("exponential", fit(R"("rate": null)", "[1, 3]")))).rate, 0.5);
  EXPECT_EQ(target(read<Geometric>(problem("geometric", fit(R"("p": null)", "[0, 4]")))).p, 1.0 / 3);
}

TEST(Items, AVarianceFarFromZeroKeepsItsDigits) {
  const auto problem_far = problem("gaussian", fit(R"("mean": null, "variance": null)", "[1e8, 100000001, 100000002]"));
  const auto target = std::get<Gaussian::Target>(read<Gaussian>(problem_far).target);
  EXPECT_EQ(target.mean, 100000001);
  EXPECT_DOUBLE_EQ(target.variance, 2.0 / 3);
}

TEST(Items, ACovarianceIsFitted) {
  const auto json = problem("multivariate-gaussian", fit(R"("mean": null, "covariance": null)",
                                                         "[[100, 0, 0], [102, 0, 0], [101, 3, 0], [101, 1, 4]]"));
  const auto target = std::get<MultivariateGaussian::Target>(read<MultivariateGaussian>(json).target);
  EXPECT_TRUE(target.mean.isApprox(Vector{{101, 1, 1}}));
  EXPECT_NEAR(target.covariance(0, 0), 0.5, 1e-12);
  EXPECT_NEAR(target.covariance(1, 2), 0, 1e-12);
  EXPECT_NEAR(target.covariance(1, 1), 1.5, 1e-12);
}

TEST(Items, DataThatDeterminesNoTargetIsRefused) {
  const std::string gaussian = R"("mean": null, "variance": null)", vectors = R"("mean": null, "covariance": null)";
  const std::vector<std::tuple<std::string, std::string, std::string>> cases = {
      {"gaussian", fit(gaussian, "[0.1]"),
       "gives variance 0, which must be > 0: at least 2 different items are needed, got 1"},
      {"gaussian", fit(gaussian, "[0.1, 0.1, 0.1]"), "at least 2 different items are needed, got 3 equal ones"},
      {"gaussian", fit(gaussian, "[]"), "must have at least one item"},
      {"exponential", fit(R"("rate": null)", "[0, 0]"), "gives no finite rate: at least one item must not be 0"},
      {"multivariate-gaussian", fit(vectors, "[[1, 2, 3], [1, 0, 2], [0.1, 0.2, 0.7]]"),
       "gives a covariance that is not positive definite: at least 4 items (D + 1) in general position are needed, got "
       "3"},
      {"multivariate-gaussian", fit(vectors, "[[1, 2, 0.1], [1.3, 0, 0.1], [2, 0.7, 0.1], [4, 2, 0.1], [3, 1, 0.1]]"),
       "in general position are needed, got 5"},
  };
  for (const auto& [name, patch, message] : cases) {
    EXPECT_THAT(mistakes(problem(name, patch)), ElementsAre(HasSubstr("target.data: ")));
    EXPECT_THAT(mistakes(problem(name, patch)), ElementsAre(HasSubstr(message))) << patch;
  }
}

TEST(Items, InlineMistakesNameTheirIndex) {
  const std::vector<std::tuple<std::string, std::string, std::string>> cases = {
      {"categorical", "[1, 4]", "learner.has_seen[1]: must be a category, 1 to 3, got 4"},
      {"categorical", "[1.5]", "learner.has_seen[0]: must be a category, 1 to 3, got 1.5"},
      {"categorical", "[\"red\"]", "learner.has_seen[0]: must be a category, 1 to 3, got \"red\""},
      {"poisson", "[1, -1]", "learner.has_seen[1]: must be an integer >= 0, got -1"},
      {"bernoulli", "[2]", "learner.has_seen[0]: must be 0 or 1, got 2"},
      {"exponential", "[[1, 2]]", "learner.has_seen[0]: must have 1 number, got 2"},
      {"exponential", "[true]", "learner.has_seen[0]: must be a finite number, got true"},
      {"exponential", "[[\"a\"]]", "learner.has_seen[0][0]: must be a finite number, got \"a\""},
      {"exponential", "7", "learner.has_seen: must be a list of items or the name of a CSV file, got 7"},
      {"multivariate-gaussian-mean", "[[1, 2], [3]]", "learner.has_seen[1]: must have 2 numbers, got 1"},
      {"multivariate-gaussian-mean", "[1, 2]", "learner.has_seen[0]: must be a list of numbers, got 1"},
  };
  for (const auto& [name, items, message] : cases) {
    EXPECT_THAT(mistakes(problem(name, seen(items))), testing::Contains(message)) << items;
  }
}

TEST(Items, NamesStandForCategories) {
  const std::string names = R"({"names": ["red", "green", "2"], "learner": {"has_seen": ["green", "2", 2]}})";
  EXPECT_EQ(read<Categorical>(problem("categorical", names)).learners[0].value.beta, (std::vector<double>{6, 5, 2}));
  EXPECT_THAT(
      mistakes(problem("categorical", R"({"names": ["red", "green", "blue"], "learner": {"has_seen": ["rde"]}})")),
      ElementsAre("learner.has_seen[0]: must be one of red, green, blue, got \"rde\""));
}

TEST(Items, FilesAreRelativeToTheProblem) {
  const Folder folder;
  folder.write("seen.csv", "category\n1\n3\n");
  EXPECT_EQ(read<Categorical>(problem("categorical", seen("\"seen.csv\"")), {folder.path()}).learners[0].value.beta,
            (std::vector<double>{7, 3, 2}));
}

TEST(Items, FilesOfNamesNeedNoHeader) {
  const Folder folder;
  folder.write("a.csv", "red\nblue\n2\n");
  folder.write("b.csv", "colour\n\"red\"\nblue\n2\n");
  for (const char* file : {"a.csv", "b.csv"}) {
    const Json json = problem(
        "categorical", R"({"names": ["red", "green", "blue"], "learner": {"has_seen": ")" + std::string(file) + "\"}}");
    EXPECT_EQ(read<Categorical>(json, {folder.path()}).learners[0].value.beta, (std::vector<double>{7, 4, 2})) << file;
  }
}

TEST(Items, FileMistakesNameRowAndColumn) {
  const Folder folder;
  const std::vector<std::tuple<std::string, std::string, std::string>> cases = {
      {"poisson", "count\n1\n2\nx\n", "seen.csv, row 3, column 1: must be a finite number, got \"x\""},
      {"poisson", "1\n\n2\n", "seen.csv, row 2, column 1: is empty"},
      {"poisson", "1\n2.5\n", "seen.csv, row 2: must be an integer >= 0, got 2.5"},
      {"poisson", "1,2\n", "seen.csv, row 1: must have 1 number, got 2"},
      {"poisson", "1\nnan\n", "seen.csv, row 2, column 1: must be a finite number, got \"nan\""},
      {"poisson", "", "seen.csv is empty"},
      {"poisson", "\"1", "line 1: this quote does not close"},
      {"multivariate-gaussian-mean", "x,y\n1,2\n3\n4,5,6\n", "seen.csv, row 2: must have 2 numbers, got 1"},
      {"multivariate-gaussian-mean", "1,2\n3,\n", "seen.csv, row 2, column 2: is empty"},
      {"categorical", "1\n4\n", "seen.csv, row 2: must be a category, 1 to 3, got 4"},
  };
  for (const auto& [name, text, message] : cases) {
    folder.write("seen.csv", text);
    const auto said = mistakes(problem(name, seen("\"seen.csv\"")), {folder.path()});
    EXPECT_THAT(said, testing::Contains("learner.has_seen: " + message)) << text;
  }
}

TEST(Items, MissingFilesAndFoldersAreErrors) {
  const Folder folder;
  EXPECT_THAT(mistakes(problem("poisson", seen("\"no.csv\"")), {folder.path()}),
              ElementsAre(testing::AllOf(HasSubstr("learner.has_seen: cannot read "), HasSubstr("No such file"))));
  EXPECT_THAT(mistakes(problem("poisson", seen("\".\"")), {folder.path()}),
              ElementsAre(HasSubstr("it is a directory")));
  EXPECT_THAT(mistakes(problem("poisson", seen("\"x.csv\"")), {folder.path(), Context::Files::none}),
              ElementsAre("learner.has_seen: files cannot be read here; write the content inline, as a list"));
}

/// A problem from a stranger may name what was uploaded, and nothing else on the machine.
TEST(Items, OnlyListedFilesAreReadForStrangers) {
  const Folder folder;
  folder.write("seen.csv", "item\n3\n");
  folder.write("secret.csv", "item\n4\n");
  std::filesystem::create_directory(folder.path() / "data");
  folder.write("data/deep.csv", "item\n5\n");
  const std::filesystem::path data = folder.path() / "data";
  std::filesystem::create_symlink(folder.path() / "secret.csv", data / "link.csv");
  const Context stranger{data, Context::Files::listed};
  EXPECT_THAT(mistakes(problem("poisson", seen("\"deep.csv\"")), stranger), ElementsAre());
  for (const std::string name :
       {"../secret.csv", "link.csv", "/etc/passwd", "no.csv", ".", "..", "", "-", "./deep.csv"}) {
    EXPECT_THAT(mistakes(problem("poisson", seen(Json(name).dump())), stranger),
                ElementsAre("learner.has_seen: no data of this name was uploaded: " + name));
  }
  EXPECT_THAT(mistakes(problem("program"), stranger), ElementsAre("learner.command: programs cannot be run here"));
}

TEST(Items, AHeaderAloneIsNoItems) {
  const Folder folder;
  folder.write("seen.csv", "item\n");
  EXPECT_THAT(mistakes(problem("poisson", seen("\"seen.csv\"")), {folder.path()}), ElementsAre());
}

}  // namespace
}  // namespace didact::io::items_test
