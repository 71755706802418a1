// didact-mpi: the same answers from any number of processes, and what is left when one of them dies.

#include "long_runs.hpp"
#include "paths.hpp"
#include "patience.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>

#ifdef DIDACT_TEST_MPI

namespace didact::mpi_test {
namespace {

using io::Json;
using testing::HasSubstr;

const std::string gaussian =
    R"({"learner": {"model": "gaussian", "prior": {"mean": 1, "kappa": 1, "shape": 2, "scale": 2}},
  "target": {"mean": 0, "variance": 1}, "effort": {"per_item": 0.1}})";

/// The processes of didact-mpi that have this word on their command line, by their numbers.
std::vector<pid_t> running(const std::string& word) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != name.npos) continue;
    std::ifstream file(entry.path() / "cmdline", std::ios::binary);
    const std::string line(std::istreambuf_iterator<char>(file), {});
    const std::string program = line.substr(0, line.find('\0'));
    if (program.ends_with("didact-mpi") && line.find(word) != line.npos) found.push_back(std::stoi(name));
  }
  std::sort(found.begin(), found.end());
  return found;
}

class Mpi : public testing::Test {
 protected:
  Mpi() {
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 1);
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1);                    // Open MPI keeps memory to the end
    setenv("OMPI_MCA_btl_vader_single_copy_mechanism", "none", 1);  // which containers forbid
  }

  static std::vector<std::string> words(int processes, const std::vector<std::string>& arguments) {
    std::vector<std::string> all = {"-n", std::to_string(processes), paths::mpi_program()};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return all;
  }
  static Outcome run_on(int processes, const std::vector<std::string>& arguments) {
    return Process(words(processes, arguments), "", "mpirun").wait();
  }
  static Json answer_of(const Outcome& outcome) {
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return without_time(json_of(outcome));
  }

  Folder folder_;
  std::string file_ = folder_.write("p.json", gaussian);
};

TEST_F(Mpi, AnswersTheSameOnAnyNumberOfProcesses) {
  const std::vector<std::vector<std::string>> commands = {
      {"simulate", file_, "--sets", "300000", "--format", "json"},
      {"sweep", file_, "--over", "effort.per_item=0.01:1:log:50", "--format", "json"},
      {"dimension", "--class", "intervals:5", "--format", "json"}};
  for (const auto& command : commands) {
    const Json alone = answer_of(run(command));
    for (const int processes : {1, 2, 3}) {
      EXPECT_EQ(answer_of(run_on(processes, command)), alone) << command[0] << " on " << processes;
    }
  }
}

TEST_F(Mpi, ComplainsOnce) {
  const std::string wrong =
      folder_.write("wrong.json", R"({"learner": {"model": "gaussian", "prior": {}}, "target": {}})");
  const Outcome outcome = run_on(3, {"simulate", wrong});
  EXPECT_EQ(outcome.code, 2);
  const std::string complaint = "learner.prior";
  const std::size_t first = outcome.err.find(complaint);
  ASSERT_NE(first, std::string::npos) << outcome.err;
  const Outcome alone = run({"simulate", wrong});
  EXPECT_THAT(outcome.err, HasSubstr(alone.err));
  EXPECT_EQ(outcome.err.find(alone.err, outcome.err.find(alone.err) + 1), std::string::npos) << "said twice";
  EXPECT_EQ(run_on(2, {"teach", file_}).code, 2);
}

TEST_F(Mpi, RefusesABadCheckpointEverywhere) {
  const std::string checkpoint = folder_.write("bad.json", "nothing");
  const Outcome outcome = run_on(3, {"simulate", file_, "--checkpoint", checkpoint, "--resume"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("--resume"));
}

TEST_F(Mpi, KeepsWhatIsDoneWhenAProcessDies) {
  const std::string checkpoint = folder_.path("run.json");
  std::vector<std::string> command;
  auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), command.begin(), command.end());
    return more;
  };
  Outcome outcome;
  for (long long sets = 20'000'000; outcome.code <= 0 && sets < 1e12; sets *= 4) {  // until one dies before all is done
    command = {"simulate", file_, "--sets", std::to_string(sets), "--format", "json"};
    std::filesystem::remove(checkpoint);
    Process process(words(3, with({"--checkpoint", checkpoint, "--checkpoint-seconds", "0.05"})), "", "mpirun");
    ASSERT_TRUE(comes_true([&] { return std::filesystem::exists(checkpoint) || process.ended(); }));
    const auto processes = running(file_);
    if (processes.size() == 3) kill(processes.back(), SIGKILL);  // the youngest does not keep the books
    outcome = process.wait();
  }
  EXPECT_GT(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("a process of it died"));
  const Json kept = Json::parse(folder_.read("run.json"));
  EXPECT_GT(kept["done"].size(), 0u);
  const Json resumed = answer_of(run(with({"--checkpoint", checkpoint, "--resume"})));
  EXPECT_EQ(resumed, answer_of(run(command)));
}

}  // namespace
}  // namespace didact::mpi_test

#endif
