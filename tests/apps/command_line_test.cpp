// The program from end to end: what it prints where, and its exit code.

#include "paths.hpp"
#include "patience.hpp"
#include "program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace didact::command_line_test {
namespace {

using io::Json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const std::string multinomial = R"({"learner": {"model": "categorical", "prior": {"beta": [6, 3, 1]}},
                                    "target": {"pi": [0.1, 0.3, 0.6]}, "effort": {"per_item": 0.3}})";

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

std::vector<std::string> all_models() {
  std::vector<std::string> names;
  for (const Json& model : json_of(run({"learners", "--format", "json"}))) names.push_back(model["model"]);
  return names;
}

TEST(Teach, AnswersAsTheFormatSays) {
  const Outcome taught = run({"teach", "-", "--format", "json"}, multinomial);
  EXPECT_EQ(taught.code, 0);
  EXPECT_THAT(taught.err, IsEmpty());
  const Json json = json_of(taught);
  EXPECT_THAT(keys_of(json),
              testing::ElementsAre("status", "impedance", "loss", "effort", "lower_bound", "gap", "n", "items",
                                   "counts", "relaxed", "before", "posterior", "seed", "seconds", "version"));
  EXPECT_EQ(json["status"], "optimal");
  EXPECT_NEAR(json["impedance"].get<double>(), 2.6456859610776, 1e-12);
  EXPECT_EQ(json["counts"], Json::parse("[0, 2, 8]"));
  EXPECT_EQ(json["posterior"].dump(), R"({"beta":[6,5,9]})");
  EXPECT_NEAR(json["relaxed"]["n"].get<double>(), 9.9652, 1e-4);
  EXPECT_NEAR(json["before"]["loss"].get<double>(), 6.5997, 1e-4);
  EXPECT_EQ(json["seed"], 1);
}

TEST(Teach, TellsAPerson) {
  const Outcome taught = run({"teach", "-"}, multinomial);
  EXPECT_EQ(taught.code, 0);
  EXPECT_THAT(taught.err, IsEmpty());
  EXPECT_THAT(taught.out, AllOf(StartsWith("Teach a categorical learner 10 items.\n"), HasSubstr("before"),
                                HasSubstr("after"), HasSubstr("impedance   2.64569  =  loss -0.354314  +  effort 3\n"),
                                HasSubstr("proven optimal"), Not(HasSubstr("\033"))));
}

TEST(Teach, WritesItemsAsCsvThatEvaluateReads) {
  const Folder folder;
  const std::string problem = folder.write("problem.json", multinomial), csv = folder.path("lesson.csv");
  const Outcome taught = run({"teach", problem, "--format", "csv", "--out", csv});
  EXPECT_EQ(taught.code, 0);
  EXPECT_THAT(taught.out, IsEmpty());
  EXPECT_EQ(folder.read("lesson.csv"), "item\n2\n2\n3\n3\n3\n3\n3\n3\n3\n3\n");
  const Json judged = json_of(run({"evaluate", problem, "--set", csv, "--format", "json"}));
  EXPECT_EQ(judged["excess"], 0.0);
}

TEST(Teach, UsesNamesEverywhere) {
  Json problem = Json::parse(multinomial);
  problem["names"] = {"red", "item", "a \"b\", c"};
  const Folder folder;
  const std::string file = folder.write("p.json", problem.dump());
  EXPECT_EQ(json_of(run({"teach", file, "--format", "json"}))["items"][0], "item");
  EXPECT_THAT(run({"teach", file}).out, AllOf(HasSubstr("  red "), HasSubstr("  a \"b\", c ")));
  const std::string csv = folder.write("s.csv", run({"teach", file, "--format", "csv"}).out);
  EXPECT_EQ(json_of(run({"evaluate", file, "--set", csv, "--format", "json"}))["excess"], 0.0);
}

TEST(Teach, ReadsFilesBesideTheProblem) {
  const Folder folder;
  folder.write("seen.csv", "1\n1\n");
  const std::string file =
      folder.write("p.json", R"({"learner": {"model": "bernoulli", "prior": {"alpha": 1, "beta": 1},
      "has_seen": "seen.csv"}, "target": {"p": 0.5}, "effort": {"per_item": 5}})");
  EXPECT_EQ(json_of(run({"teach", file, "--format", "json"}))["posterior"].dump(), R"({"alpha":3,"beta":1})");
}

TEST(Teach, SeveralLearners) {
  const Outcome taught = run({"teach", "-", "--format", "json"}, R"({"learner": {"model": "bernoulli", "one_of": [
      {"weight": 0.5, "prior": {"alpha": 1, "beta": 4}}, {"weight": 0.5, "prior": {"alpha": 3, "beta": 1}}]},
      "target": {"p": 0.5}, "effort": {"per_item": 0.1}})");
  const Json json = json_of(taught);
  EXPECT_EQ(json["posterior"].size(), 2u);
  EXPECT_EQ(json["losses"].size(), 2u);
  EXPECT_NEAR(json["losses"][0].get<double>() / 2 + json["losses"][1].get<double>() / 2, json["loss"].get<double>(),
              1e-12);
}

TEST(Teach, SameSeedSameBits) {
  const std::string problem = run({"new", "gaussian", "--format", "json"}).out;
  const auto items = [&](const char* seed) {
    return json_of(run({"teach", "-", "--format", "json", "--seed", seed}, problem))["items"];
  };
  EXPECT_EQ(items("7"), items("7"));
  EXPECT_NE(items("7"), items("8"));
}

TEST(Teach, PlainStyleRepeatsItems) {
  const std::string problem = run({"new", "gaussian-mean", "--format", "json"}).out;
  const Json items = json_of(run({"teach", "-", "--format", "json", "--style", "plain"}, problem))["items"];
  for (const Json& item : items) EXPECT_EQ(item, items[0]);
}

TEST(Teach, LeavesOutManyItemsUnlessAsked) {
  const std::string problem =
      R"({"learner": {"model": "bernoulli", "prior": {"alpha": 1, "beta": 1}}, "target": {"p": 0.5},
                                  "size": 10001})";
  const Outcome brief = run({"teach", "-", "--format", "json"}, problem);
  EXPECT_FALSE(json_of(brief).contains("items"));
  EXPECT_THAT(brief.err, HasSubstr("--items"));
  EXPECT_THAT(run({"teach", "-", "--format", "json", "--quiet"}, problem).err, IsEmpty());
  EXPECT_EQ(json_of(run({"teach", "-", "--format", "json", "--items"}, problem))["items"].size(), 10001u);
}

TEST(Teach, VerdictsWithoutALesson) {
  const Outcome unbounded =
      run({"teach", "-", "--format", "json"},
          R"({"learner": {"model": "bernoulli", "prior": {"alpha": 1, "beta": 1}}, "target": {"p": 0.5}})");
  EXPECT_EQ(unbounded.code, 3);
  EXPECT_EQ(json_of(unbounded)["status"], "unbounded");
  EXPECT_EQ(json_of(unbounded)["direction"], "more items");
  EXPECT_TRUE(json_of(unbounded)["lower_bound"].is_null());
  const Outcome unteachable =
      run({"teach", "-", "--format", "json"},
          R"({"learner": {"model": "bernoulli", "prior": {"alpha": 2, "beta": 1}}, "target": {"p": 0}})");
  EXPECT_EQ(unteachable.code, 3);
  EXPECT_EQ(json_of(unteachable)["status"], "unteachable");
  EXPECT_TRUE(json_of(unteachable)["impedance"].is_null());
  const Outcome part = run({"teach", "-", "--format", "json"},
                           R"({"learner": {"model": "product", "parts": [
                               {"model": "poisson", "prior": {"shape": 2, "rate": 1}},
                               {"model": "bernoulli", "prior": {"alpha": 2, "beta": 1}}]},
                               "target": {"parts": [{"rate": 4}, {"p": 0}]}, "effort": {"per_item": 0.3}})");
  EXPECT_EQ(part.code, 3);
  EXPECT_EQ(json_of(part)["status"], "unteachable");
  EXPECT_EQ(json_of(part)["parts"][0]["status"], "optimal");
}

TEST(Teach, AnswersEveryModelsTemplateInEveryFormat) {
  const Folder folder;
  std::filesystem::copy_file(paths::source("examples/program_learner.py"), folder.path("learner.py"));
  for (const std::string& model : all_models()) {
    const std::string problem = folder.write("problem.json", run({"new", model}).out);
    EXPECT_EQ(run({"check", problem}).code, 0) << model;
    for (const char* format : {"text", "json", "csv"}) {
      const Outcome taught = run({"teach", problem, "--format", format});
      EXPECT_EQ(taught.code, 0) << model << taught.err;
      EXPECT_THAT(taught.out, Not(IsEmpty()));
      EXPECT_THAT(taught.out, Not(HasSubstr("nan")));
    }
  }
}

TEST(Interrupt, PrintsTheBestSoFar) {
  // Integer vectors within a box: far more than a moment's work.
  const std::string hard =
      R"({"learner": {"model": "multivariate-gaussian", "prior": {"mean": [1, 1, 1, 1], "kappa": 1, "nu": 4,
      "scale": [[1, 0.2, 0, 0], [0.2, 1, 0, 0], [0, 0, 1, 0.1], [0, 0, 0.1, 1]]}}, "items": {"range": [-9, 9], "integers": true},
      "target": {"mean": [0.3, 0, 0.1, 0], "covariance": [[7, 1, 0, 0], [1, 5, 0, 0], [0, 0, 9, 1], [0, 0, 1, 3]]},
      "effort": {"per_item": 0.0001}})";
  Process process({"teach", "-", "--format", "json"}, hard);
  ASSERT_TRUE(comes_true([&] { return process.catches(SIGINT); }));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));  // of the seconds that it takes
  process.signal(SIGINT);
  const Outcome taught = process.wait();
  EXPECT_EQ(taught.code, 130) << taught.err;
  EXPECT_EQ(json_of(taught)["reason"], "interrupted");
  EXPECT_EQ(json_of(taught)["status"], "feasible");
}

TEST(Evaluate, ComparesWithTheOptimum) {
  const Folder folder;
  const std::string problem = folder.write("p.json", multinomial),
                    set = folder.write("s.csv", "1\n2\n2\n2\n3\n3\n3\n3\n3\n3\n");
  const Outcome judged = run({"evaluate", problem, "--set", set, "--format", "json"});
  EXPECT_EQ(judged.code, 0);
  const Json json = json_of(judged);
  EXPECT_THAT(keys_of(json),
              testing::ElementsAre("impedance", "loss", "effort", "n", "posterior", "optimum", "excess", "version"));
  EXPECT_NEAR(json["impedance"].get<double>(), 4.506438302, 1e-9);
  EXPECT_NEAR(json["excess"].get<double>(), 4.506438302 - 2.645685961, 1e-8);
  EXPECT_EQ(json["optimum"]["status"], "optimal");
  EXPECT_THAT(run({"evaluate", problem, "--set", set}).out,
              StartsWith("This set of 10 items is 1.86075 worse than the best"));
}

TEST(Evaluate, SaysWhichRowIsNotAllowed) {
  const Folder folder;
  const auto violates = [&](const std::string& problem, const std::string& items) {
    const std::string set = folder.write("s.csv", items);
    return json_of(run({"evaluate", folder.write("p.json", problem), "--set", set, "--format", "json"}));
  };
  const Json outside =
      violates(R"({"learner": {"model": "gaussian-mean", "variance": 1, "prior": {"mean": 0, "variance": 1}},
      "target": {"mean": 0.5}, "items": {"range": [0, 1]}, "effort": {"per_item": 0.1}})",
               "x\n0.5\n1.5\n");
  EXPECT_EQ(outside["violates"], 2);
  EXPECT_TRUE(outside["effort"].is_null());
  EXPECT_TRUE(outside["impedance"].is_null());
  EXPECT_TRUE(outside["loss"].is_number());
  Json distinct = Json::parse(multinomial);
  distinct["items"]["distinct"] = true;
  EXPECT_EQ(violates(distinct.dump(), "1\n2\n1\n")["violates"], 3);
  const Json foreign = violates(multinomial, "1\n4\n");
  EXPECT_EQ(foreign["violates"], 2);
  EXPECT_TRUE(foreign["loss"].is_null());
  Json sized = Json::parse(multinomial);
  sized["size"] = 3;
  EXPECT_EQ(violates(sized.dump(), "1\n2\n")["violates"], "size");
}

TEST(Evaluate, TakesTheEmptySetAndStandardInput) {
  const Folder folder;
  const std::string problem = folder.write("p.json", multinomial);
  const Json json = json_of(run({"evaluate", problem, "--set", "-", "--format", "json"}, "item\n"));
  EXPECT_EQ(json["n"], 0);
  EXPECT_NEAR(json["loss"].get<double>(), 6.5997, 1e-4);
  const Outcome both = run({"evaluate", "-", "--set", "-"}, multinomial);
  EXPECT_EQ(both.code, 2);
}

TEST(Unpack, FindsItemsWithTheseStatistics) {
  const Json json = json_of(run({"unpack", "gaussian", "--n", "3", "--s", "3,5", "--format", "json"}));
  double sum = 0, squares = 0;
  for (const Json& item : json["items"]) {
    sum += item.get<double>();
    squares += item.get<double>() * item.get<double>();
  }
  EXPECT_NEAR(sum, 3, 1e-9);
  EXPECT_NEAR(squares, 5, 1e-9);
  EXPECT_EQ(run({"unpack", "categorical", "--n", "3", "--s", "0,2,1", "--format", "csv"}).out, "item\n2\n2\n3\n");
  EXPECT_EQ(run({"unpack", "poisson", "--n", "2", "--s", "10", "--style", "plain"}).out, "5\n5\n");
  EXPECT_EQ(
      json_of(run({"unpack", "multivariate-gaussian", "--n", "2", "--s=1,0,1,-1,-1,2", "--format", "json"}))["items"]
          .size(),
      2u);
}

TEST(Unpack, RefusesWhatNoItemsHave) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"unpack", "gaussian", "--n", "3", "--s", "3"}, "--s: must have 2 numbers, got 1"},
      {{"unpack", "multivariate-gaussian", "--n", "3", "--s", "3,4,5"}, "--s: must have 2, 6, 12, … numbers, got 3"},
      {{"unpack", "gaussian", "--n", "3", "--s", "3,1"}, "--s: "},
      {{"unpack", "gaussian", "--n", "3", "--s", "3,x"}, "--s: must be finite numbers with commas between, got \"x\""},
      {{"unpack", "gausian", "--n", "3", "--s", "3,5"}, "MODEL: unknown model \"gausian\"; did you mean \"gaussian\"?"},
      {{"unpack", "gaussian", "--n", "-3", "--s", "3,5"}, "--n"},
      {{"unpack", "gaussian", "--n", "3"}, "--s is required"},
  };
  for (const auto& [arguments, message] : cases) {
    const Outcome refused = run(arguments);
    EXPECT_EQ(refused.code, 2) << message;
    EXPECT_THAT(refused.err, HasSubstr(message));
    EXPECT_THAT(refused.out, IsEmpty());
  }
}

TEST(Errors, AreTextAndJson) {
  const std::string bad =
      R"({"learner": {"model": "categorical", "prior": {"beta": [6, 3, -1]}}, "target": {"pi": [0.5, 0.5, 0.5]}})";
  for (const char* command : {"teach", "check"}) {
    const Outcome refused = run({command, "-", "--format", "json"}, bad);
    EXPECT_EQ(refused.code, 2);
    EXPECT_EQ(json_of(refused).dump(), R"({"errors":[{"path":"learner.prior.beta[2]","message":"must be > 0, got -1"},)"
                                       R"({"path":"target.pi","message":"must sum to 1, but sums to 1.5"}]})");
    EXPECT_EQ(refused.err,
              "standard input: 2 mistakes\n  learner.prior.beta[2]: must be > 0, got -1\n"
              "  target.pi: must sum to 1, but sums to 1.5\n");
  }
  EXPECT_THAT(run({"teach", "-"}, bad).out, IsEmpty());
  EXPECT_EQ(run({"check", "-"}, "{\n\"learner\": }").err,
            "standard input: line 2, column 12: unexpected '}'; expected '[', '{', or a literal\n");
  EXPECT_THAT(run({"check", "no-such-file.json"}).err,
              AllOf(HasSubstr("no-such-file.json: cannot be read"), HasSubstr("No such file")));
}

TEST(Errors, OfTheCommandLineEndWithTwo) {
  const std::vector<std::vector<std::string>> cases = {{},
                                                       {"taech"},
                                                       {"teach"},
                                                       {"teach", "-", "--format", "xml"},
                                                       {"teach", "-", "--sed", "1"},
                                                       {"teach", "-", "--seed", "x"},
                                                       {"teach", "-", "--gap", "-1"},
                                                       {"teach", "-", "--gap", "nan"},
                                                       {"teach", "-", "--style", "fancy"},
                                                       {"new"},
                                                       {"new", "perceptron"},
                                                       {"teach", "-", "--out", "/no/such/folder/x"},
                                                       {"teach", "-", "more"},
                                                       {"evaluate", "-"},
                                                       {"check", "-", "--format", "csv"}};
  for (const auto& arguments : cases) {
    const Outcome refused = run(arguments, multinomial);
    EXPECT_EQ(refused.code, 2) << testing::PrintToString(arguments) << refused.err;
    EXPECT_THAT(refused.err, Not(IsEmpty()));
    EXPECT_THAT(refused.out, IsEmpty());
  }
  EXPECT_TRUE(json_of(run({"teach", "--format", "json"})).contains("errors"));
}

TEST(Errors, OfTheCommandLineSayWhatWasMeant) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{}, "a command is missing; didact --help lists them"},
      {{"taech", "-"}, "unknown command taech; did you mean \"teach\"?"},
      {{"teach", "-", "--sed", "3"}, "unknown option --sed; did you mean \"--seed\"?"},
      {{"teach", "-", "more"}, "unexpected argument more"},
      {{"teach", "-", "--seed", "-3"}, "--seed: must be a whole number >= 0, got -3"},
      {{"teach", "-", "--gap", "1e999"}, "--gap: must be a number >= 0, got 1e999"},
      {{"teach", "-", "--style", "fancy"}, "--style: must be natural or plain, got fancy"},
      {{"teach", "-", "--format", "xml"}, "--format: must be text or json or csv, got xml"},
      {{"teach"}, "FILE is required"},
  };
  for (const auto& [arguments, message] : cases) EXPECT_EQ(run(arguments).err, "didact: " + message + "\n");
}

TEST(Information, IsOnStandardOutput) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"--help"}, {"--version"}, {"teach", "--help"}, {"learners"}, {"schema"}}) {
    const Outcome said = run(arguments);
    EXPECT_EQ(said.code, 0);
    EXPECT_THAT(said.out, Not(IsEmpty()));
    EXPECT_THAT(said.err, IsEmpty());
  }
  EXPECT_THAT(run({"--help"}).out,
              AllOf(HasSubstr("teach"), HasSubstr("evaluate"), HasSubstr("didact new categorical")));
  EXPECT_THAT(run({"learners", "gaussian"}).out, AllOf(HasSubstr("learner.prior.kappa"), HasSubstr("target.variance")));
  EXPECT_EQ(json_of(run({"schema"}))["$schema"], "http://json-schema.org/draft-07/schema#");
  EXPECT_EQ(run({"check", "-", "--format", "json"}, multinomial).out,
            "{ \"valid\": true, \"model\": \"categorical\" }\n");
}

}  // namespace
}  // namespace didact::command_line_test
