// didact sweep: every point is what didact teach says there.

#include "long_runs.hpp"

#include <gmock/gmock.h>

namespace didact::sweep_test {
namespace {

using io::Json;
using testing::HasSubstr;

TEST(Sweep, SolvesEachPointAsTeachDoes) {
  const Folder folder;
  const std::string file = folder.write("p.json", multinomial);
  const Json sweep = json_of(run({"sweep", file, "--over", "effort.per_item=0.05:2:log:9", "--format", "json"}));
  EXPECT_EQ(sweep["over"], Json::parse(R"(["effort.per_item"])"));
  ASSERT_EQ(sweep["points"].size(), 9u);
  EXPECT_EQ(sweep["points"][0]["at"][0], 0.05);
  EXPECT_EQ(sweep["points"][8]["at"][0], 2);
  for (const Json& point : sweep["points"]) {
    Json problem = Json::parse(multinomial);
    problem["effort"]["per_item"] = point["at"][0];
    const Json alone = json_of(run({"teach", "-", "--format", "json"}, problem.dump()));
    for (const char* key : {"status", "n", "loss", "effort", "impedance"}) EXPECT_EQ(point[key], alone[key]) << key;
    EXPECT_NEAR(point["lower_bound"].get<double>(), alone["lower_bound"].get<double>(), 1e-9);
  }
  EXPECT_GT(sweep["points"][0]["n"], sweep["points"][8]["n"]);  // dear items are few
}

TEST(Sweep, GoesOverTwoParameters) {
  const Folder folder;
  const std::string file = folder.write("p.json", multinomial);
  const std::vector<std::string> command = {"sweep",  file,         "--over",   "learner.prior.beta[0]=1,6",
                                            "--over", "size=2:4:3", "--format", "csv"};
  const Outcome outcome = run(command);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, testing::StartsWith("learner.prior.beta[0],size,status,n,loss,effort,impedance,lower_bound\n"
                                               "1,2,optimal,2,"));
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 7);
  EXPECT_THAT(outcome.out, HasSubstr("\n6,4,optimal,4,"));
}

TEST(Sweep, TakesALearnerARow) {
  const Folder folder;
  const std::string file = folder.write("p.json", multinomial);
  folder.write("students.csv", "beta[0],beta[1],beta[2]\n6,3,1\n1,1,1\n2,20,2\n");
  folder.write("lists.csv", "beta\n\"[6, 3, 1]\"\n\"[1, 1, 1]\"\n\"[2, 20, 2]\"\n");
  const Json one = json_of(run({"sweep", file, "--over", "learner.prior=@students.csv", "--format", "json"}));
  const Json other = json_of(run({"sweep", file, "--over", "learner.prior.beta=@lists.csv", "--format", "json"}));
  ASSERT_EQ(one["points"].size(), 3u);
  EXPECT_EQ(one["points"][2]["at"][0], 3);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(one["points"][i]["impedance"], other["points"][i]["impedance"]);
  const Json alone = json_of(run({"teach", file, "--format", "json"}));
  EXPECT_EQ(one["points"][0]["impedance"], alone["impedance"]);
  EXPECT_NE(one["points"][1]["impedance"], alone["impedance"]);
}

TEST(Sweep, IsTheSameOnAnyNumberOfThreadsAndAfterAKill) {
  const Folder folder;
  const std::string file = folder.write("p.json", multinomial), checkpoint = folder.path("run.json");
  const std::vector<std::string> command = {"sweep",    file,  "--over", "effort.per_item=0.001:2:log:3000",
                                            "--format", "json"};
  auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), command.begin(), command.end());
    return more;
  };
  const Json truth = without_time(json_of(run(with({"--threads", "1"}))));
  EXPECT_EQ(without_time(json_of(run(with({"--threads", "7"})))), truth);
  for (int attempt = 0; attempt < 5; ++attempt) {
    const bool begun = std::filesystem::exists(checkpoint);
    Process process(begun ? with({"--checkpoint", checkpoint, "--checkpoint-seconds", "0.01", "--resume"})
                          : with({"--checkpoint", checkpoint, "--checkpoint-seconds", "0.01"}),
                    "");
    std::this_thread::sleep_for(std::chrono::milliseconds(10 + 17 * attempt));
    process.signal(SIGKILL);
    process.wait();
  }
  const bool begun = std::filesystem::exists(checkpoint);
  EXPECT_EQ(without_time(json_of(run(begun ? with({"--checkpoint", checkpoint, "--resume"}) : command))), truth);
}

TEST(Sweep, RefusesByName) {
  const Folder folder;
  const std::string file = folder.write("p.json", multinomial);
  const auto refusal = [&](const std::string& over) {
    const Outcome outcome = run({"sweep", file, "--over", over});
    EXPECT_EQ(outcome.code, 2) << over << outcome.out;
    return outcome.err;
  };
  EXPECT_EQ(run({"sweep", file}).code, 2);
  EXPECT_THAT(refusal("effort.per_item"), HasSubstr("PATH=VALUES"));
  EXPECT_THAT(refusal("effort.per_item=1:2:3:4"), HasSubstr("from:to:log:points"));
  EXPECT_THAT(refusal("effort.per_item=0:2:log:4"), HasSubstr("> 0"));
  EXPECT_THAT(refusal("effort.per_item=1:2:0"), HasSubstr("points"));
  EXPECT_THAT(refusal("effort.per_item=0.1,-1"), HasSubstr("at point 2"));
  EXPECT_THAT(refusal("effort.per_itm=0.1,1"), HasSubstr("per_item"));
  EXPECT_THAT(refusal("learner.prior.beta[7]=1,2"), HasSubstr("leads out of a list"));
  EXPECT_THAT(refusal("learner.prior=@no.csv"), HasSubstr("no.csv"));
  EXPECT_THAT(refusal("target.pi.x=1,2"), HasSubstr("nothing called x"));
}

}  // namespace
}  // namespace didact::sweep_test
