// didact simulate as a person runs it: what it says, how it goes on after a kill, what it refuses.

#include "long_runs.hpp"
#include "patience.hpp"
#include <didact/core/types.hpp>

#include <gmock/gmock.h>

#include <cmath>
#include <random>

namespace didact::simulate_test {
namespace {

using io::Json;
using testing::HasSubstr;

const std::string gaussian = R"({"learner": {"model": "multivariate-gaussian", "prior": {"mean": [1, 1, 1], "kappa": 1,
  "nu": 2.00001, "scale": [[1e-5, 0, 0], [0, 1e-5, 0], [0, 0, 1e-5]]}},
  "target": {"mean": [0, 0, 0], "covariance": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}, "effort": {"per_item": 0.3}})";

TEST(Simulate, HasThePapersBaseline) {
  const Folder folder;
  const std::string file = folder.write("p.json", multinomial);
  const Json exact = json_of(run({"simulate", file, "--exact", "--format", "json"}));
  double mean = 0, square = 0, least = 1e9, sets = 0;
  for (int a = 0; a <= 10; ++a) {
    for (int b = 0; a + b <= 10; ++b, ++sets) {
      const int c = 10 - a - b;
      const double chance = std::tgamma(11) / (std::tgamma(a + 1) * std::tgamma(b + 1) * std::tgamma(c + 1)) *
                            std::pow(0.1, a) * std::pow(0.3, b) * std::pow(0.6, c);
      // Dirichlet(6 + a, 3 + b, 1 + c) at (0.1, 0.3, 0.6), and ten times 0.3
      const double density = std::tgamma(20) / (std::tgamma(6 + a) * std::tgamma(3 + b) * std::tgamma(1 + c)) *
                             std::pow(0.1, 5 + a) * std::pow(0.3, 2 + b) * std::pow(0.6, c);
      const double impedance = 3 - std::log(density);
      mean += chance * impedance;
      square += chance * impedance * impedance;
      least = std::min(least, impedance);
    }
  }
  EXPECT_EQ(exact["sets"], sets);
  EXPECT_NEAR(exact["mean"].get<double>(), mean, 1e-12);
  EXPECT_NEAR(exact["sd"].get<double>(), std::sqrt(square - mean * mean), 1e-10);
  EXPECT_NEAR(exact["min"].get<double>(), least, 1e-12);
  EXPECT_EQ(exact["size"], 10);
  EXPECT_EQ(exact["exact"], true);
  const Json drawn = json_of(run({"simulate", file, "--sets", "1e6", "--format", "json"}));
  EXPECT_EQ(drawn["sets"], 1'000'000);
  EXPECT_NEAR(drawn["mean"].get<double>(), exact["mean"].get<double>(), 5 * drawn["standard_error"].get<double>());
  EXPECT_NEAR(drawn["sd"].get<double>(), exact["sd"].get<double>(), 0.01);
  EXPECT_NEAR(drawn["min"].get<double>(), exact["min"].get<double>(), 1e-12);
  EXPECT_NEAR(drawn["min"].get<double>(), drawn["optimum"].get<double>(), 1e-9);
  for (const char* share : {"0.05", "0.25", "0.5", "0.75", "0.95"}) {
    EXPECT_NEAR(drawn["quantiles"][share].get<double>(), exact["quantiles"][share].get<double>(),
                drawn["quantile_error"].get<double>() + 1e-9)
        << share;
  }
  Index counted = 0;
  for (const Json& count : drawn["histogram"]["counts"]) counted += count.get<Index>();
  EXPECT_EQ(counted, 1'000'000);
  EXPECT_EQ(drawn["histogram"]["edges"].size(), drawn["histogram"]["counts"].size() + 1);
  const std::string text = run({"simulate", file}).out;
  EXPECT_THAT(text, HasSubstr("100,000 random sets of 10 items"));
  EXPECT_THAT(text, HasSubstr("← the optimum"));
}

TEST(Simulate, SaysHowManyBeatAGivenSet) {
  const Folder folder;
  const std::string file = folder.write("p.json", multinomial), set = folder.write("s.csv", "2\n3\n3\n");
  const Json json = json_of(run({"simulate", file, "--set", set, "--size", "3", "--exact", "--format", "json"}));
  const Json given = json_of(run({"evaluate", file, "--set", set, "--format", "json"}));
  EXPECT_EQ(json["set"]["impedance"], given["impedance"]);
  const double beaten = json["set"]["beaten_by"].get<double>();
  EXPECT_GT(beaten, 0);
  EXPECT_LT(beaten, 1);
  const Json drawn = json_of(run({"simulate", file, "--set", set, "--size", "3", "--format", "json"}));
  EXPECT_NEAR(drawn["set"]["beaten_by"].get<double>(), beaten, 5 * std::sqrt(beaten * (1 - beaten) / 1e5));
}

TEST(Simulate, IsTheSameOnAnyNumberOfThreads) {
  const Folder folder;
  const std::string file = folder.write("p.json", gaussian);
  const std::vector<std::string> command = {"simulate", file, "--sets", "50000", "--format", "json", "--threads"};
  std::vector<Json> answers;
  for (const char* threads : {"1", "2", "7"}) {
    auto arguments = command;
    arguments.emplace_back(threads);
    answers.push_back(without_time(json_of(run(arguments))));
  }
  EXPECT_EQ(answers[1], answers[0]);
  EXPECT_EQ(answers[2], answers[0]);
}

TEST(Simulate, SurvivesBeingKilled) {
  const Folder folder;
  const std::string file = folder.write("p.json", gaussian), checkpoint = folder.path("run.json");
  const std::vector<std::string> command = {"simulate", file, "--sets", "5000000", "--format", "json"};
  const auto start = std::chrono::steady_clock::now();
  const Json truth = without_time(json_of(run(command)));
  const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - start;
  std::mt19937 random(20261116);
  std::uniform_real_distribution<double> share(0, 0.5);
  auto resumable = command;
  for (const std::string word : {"--checkpoint", checkpoint.c_str(), "--checkpoint-seconds", "0.005"}) {
    resumable.push_back(word);
  }
  const auto written = [&] {
    std::error_code none;
    return std::filesystem::last_write_time(checkpoint, none);  // the earliest time if there is none
  };
  int killed = 0, resumed = 0;
  for (int attempt = 0; attempt < 200 && (killed < 15 || resumed < 5); ++attempt) {
    auto arguments = resumable;
    if (std::filesystem::exists(checkpoint)) {
      arguments.push_back("--resume");
      ++resumed;
    }
    const auto before = written();
    Process process(arguments, "");
    if (attempt % 2 == 0) {  // any moment of its life, or one after it has written
      std::this_thread::sleep_for(share(random) * whole);
    } else {
      comes_true([&] { return written() != before || process.ended(); });
      std::this_thread::sleep_for(share(random) * whole / 10);
    }
    process.signal(SIGKILL);
    if (process.wait().code == 128 + SIGKILL) {
      ++killed;
    } else {
      std::filesystem::remove(checkpoint);  // it was done: from the beginning again
    }
  }
  EXPECT_GE(killed, 15);
  EXPECT_GE(resumed, 5);
  auto arguments = resumable;
  if (std::filesystem::exists(checkpoint)) arguments.push_back("--resume");
  const Outcome last = run(arguments);
  EXPECT_EQ(last.code, 0) << last.err;
  EXPECT_EQ(without_time(json_of(last)), truth);
}

TEST(Simulate, PrintsWhatItKnowsWhenInterrupted) {
  const Folder folder;
  const std::string file = folder.write("p.json", gaussian), checkpoint = folder.path("run.json");
  Process process({"simulate", file, "--sets", "1e12", "--format", "json", "--checkpoint", checkpoint,
                   "--checkpoint-seconds", "0.05"},
                  "");
  const auto kept = [&] { return Json::parse(folder.read("run.json"))["yield"]["finite"].get<Index>(); };
  ASSERT_TRUE(comes_true([&] { return std::filesystem::exists(checkpoint) && kept() > 0; }));
  process.signal(SIGINT);
  const Outcome outcome = process.wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_THAT(outcome.err, HasSubstr("goes on"));
  const Json json = json_of(outcome);
  EXPECT_EQ(json["interrupted"], true);
  EXPECT_GT(json["sets"].get<Index>(), 0);
  EXPECT_LT(json["sets"].get<double>(), 1e12);
  EXPECT_EQ(kept(), json["sets"].get<Index>());  // to the last set
}

TEST(Simulate, ShowsProgressOnlyWhereItIsWanted) {
  const Folder folder;
  const std::string file = folder.write("p.json", multinomial);
  EXPECT_EQ(run({"simulate", file}).err, "");
  EXPECT_THAT(run({"simulate", file, "--progress", "plain"}).err, HasSubstr("100.0 %  100,000 of 100,000 sets"));
}

TEST(Simulate, RefusesByName) {
  const Folder folder;
  const std::string file = folder.write("p.json", multinomial);
  const auto refusal = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = {"simulate", file};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << outcome.out;
    return outcome.err;
  };
  EXPECT_THAT(refusal({"--sets", "0"}), HasSubstr("--sets"));
  EXPECT_THAT(refusal({"--sets", "1.5"}), HasSubstr("--sets"));
  EXPECT_THAT(refusal({"--size", "ten"}), HasSubstr("--size"));
  EXPECT_THAT(refusal({"--size", "9:4"}), HasSubstr("--size"));
  EXPECT_THAT(refusal({"--size", "2:4", "--exact"}), HasSubstr("--exact"));
  EXPECT_THAT(refusal({"--size", "1000000", "--exact"}), HasSubstr("--exact"));
  EXPECT_THAT(refusal({"--resume"}), HasSubstr("--checkpoint"));
  EXPECT_THAT(refusal({"--progress", "loud"}), HasSubstr("--progress"));
  const std::string endless = folder.write(
      "endless.json",
      R"({"learner": {"model": "categorical", "prior": {"beta": [6, 3, 1]}}, "target": {"pi": [0.1, 0.3, 0.6]}})");
  EXPECT_THAT(run({"simulate", endless}).err, HasSubstr("--size: is needed here: the problem is unbounded"));
  EXPECT_EQ(run({"simulate", endless, "--size", "5"}).code, 0);
  const std::string ridge = folder.write("ridge.json", run({"new", "ridge", "--format", "json"}).out);
  EXPECT_THAT(run({"simulate", ridge}).err, HasSubstr("need a pool"));
}

/// Every model that has a distribution draws from it.
TEST(Simulate, KnowsEveryModel) {
  const Folder folder;
  const Json models = json_of(run({"learners", "--format", "json"}));
  int simulated = 0;
  for (const Json& model : models) {
    const std::string name = model["model"];
    if (name == "program") continue;  // its template's program is the reader's to write
    const std::string file = folder.write(name + ".json", run({"new", name, "--format", "json"}).out);
    const Outcome outcome = run({"simulate", file, "--sets", "200", "--size", "3", "--format", "json"});
    if (outcome.code == 2) {
      EXPECT_THAT(outcome.err, HasSubstr("need a pool")) << name;
      continue;
    }
    ASSERT_EQ(outcome.code, 0) << name << outcome.err;
    const Json json = json_of(outcome);
    EXPECT_EQ(json["sets"], 200) << name;
    EXPECT_TRUE(json["mean"].is_number()) << name << outcome.out;
    ++simulated;
  }
  EXPECT_GE(simulated, 15);
}

}  // namespace
}  // namespace didact::simulate_test
