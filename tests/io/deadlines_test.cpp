// Limits hold in every model with every rule: an answer in time, whose bound is below every set that is known.

#include "paths.hpp"
#include "patience.hpp"
#include "problems.hpp"
#include "report/report.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <fstream>
#include <iterator>
#include <optional>
#include <poll.h>
#include <sstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace didact::io::deadlines_test {
namespace {

/// Processor time beyond the limit; it is less than the clock's time where a machine is busy.
#ifdef __SANITIZE_ADDRESS__
constexpr double slack = 4;
#else
constexpr double slack = 0.2;
#endif

struct Outcome {
  bool came = false;   ///< else `answer` says what came instead
  Json answer;         ///< or {"refused": …}, {"failed": …}
  double seconds = 0;  ///< of the processor, reading and all

  double number(const char* key, double if_null) const {
    return answer.at(key).is_number() ? answer.at(key).get<double>() : if_null;
  }
  double impedance() const { return number("impedance", infinity); }
  double bound() const { return number("lower_bound", answer.at("status") == "unteachable" ? infinity : -infinity); }
};

Json answer_to(const Json& problem) {
  try {
    Json answer = report::to_json(read_problem(problem)->teach({}));
    Json kept;
    for (const char* key : {"status", "reason", "direction", "impedance", "lower_bound", "n"}) {
      if (answer.contains(key)) kept[key] = answer[key];
    }
    return kept;
  } catch (const InvalidProblem& error) {
    return {{"refused", error.what()}};
  } catch (const std::exception& error) {
    return {{"failed", error.what()}};
  }
}

/// In a process of its own, which is ended if it takes too long.
Outcome taught_apart(const Json& problem, double limit) {
  int pipes[2] = {};
  if (pipe(pipes) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    const auto most = static_cast<rlim_t>(limit + slack + 2);
    const rlimit processor{most, most};
    setrlimit(RLIMIT_CPU, &processor);
    const std::string text = answer_to(problem).dump();
    [[maybe_unused]] const auto written = write(pipes[1], text.data(), text.size());
    _exit(0);
  }
  close(pipes[1]);
  std::string text;
  pollfd ready{pipes[0], POLLIN, 0};
  char part[4096];
  while (poll(&ready, 1, static_cast<int>(1000 * (patience + 10 * limit))) > 0) {
    const auto count = read(pipes[0], part, sizeof part);
    if (count <= 0) break;
    text.append(part, static_cast<std::size_t>(count));
  }
  close(pipes[0]);
  kill(child, SIGKILL);
  int status = 0;
  rusage used = {};
  wait4(child, &status, 0, &used);
  Outcome outcome;
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  outcome.seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
  outcome.answer = text.empty() ? Json{{"failed", "no answer"}} : Json::parse(text);
  outcome.came = outcome.answer.contains("status");
  return outcome;
}

Outcome taught_within(Json problem, double limit) {
  problem["limits"]["seconds"] = limit;
  return taught_apart(problem, limit);
}

/// One thing that a problem may have: a rule, an effort, a loss.
struct Option {
  std::string name;
  Json patch;
};

Json scaled(const Json& value, double factor) {
  if (value.is_number()) return factor * value.get<double>();
  Json result = value;
  if (value.is_structured()) {
    for (auto& entry : result) entry = scaled(entry, factor);
  }
  return result;
}

void add_rules(const Json& items, std::vector<Option>& options) {
  for (const auto& [rule, value] : items.items()) options.push_back({rule, {{"items", {{rule, value}}}}});
}

/// What the template only names, or cannot show: those that do not suit a model are mistakes in its problems.
std::vector<Option> further_options(const Description& description, const Json& base) {
  std::vector<Option> options = {{"y range", parsed(R"({"items": {"range": {"x": [-1, 1], "y": [-1, 1]}}})")},
                                 {"risk", parsed(R"({"loss": "risk", "target": {"weights": null, "bias": null, "test": [
          {"x": [0.9, 0.3], "y": 1}, {"x": [-0.1, 0.4], "y": -1}, {"x": [1.5, 1.3], "y": -1}, {"x": [2, 1.9], "y": 1},
          {"x": [0.1, -2.4], "y": -1}, {"x": [2.8, -2.6], "y": -1}]}})")}};
  const Json& learner = base["learner"];
  if (!description.conjugate || !learner.contains("prior") || !learner["prior"].is_object()) return options;
  options.push_back({"stubborn", {{"learner", {{"prior", scaled(learner["prior"], 20)}}}}});
  const Json members = {{{"weight", 0.5}, {"prior", learner["prior"]}},
                        {{"weight", 0.5}, {"prior", scaled(learner["prior"], 1.3)}}};
  for (const char* judge : {"expected", "worst"}) {
    options.push_back({judge, {{"learner", {{"prior", nullptr}, {"one_of", members}, {"judge", judge}}}}});
  }
  return options;
}

/// All of them, with those that the template offers.
std::vector<Option> options_of(const Description& description) {
  std::vector<Option> options = {{"plain", Json::object()}, {"many", {{"effort", {{"per_item", 0.001}}}}}};
  std::vector<std::string> lines;
  std::istringstream stream(problem_template(description));
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  const Json base = problem_example(description);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto start = lines[i].find("// \"");
    if (start == std::string::npos || lines[i].find("…") != std::string::npos || start > 8) continue;
    if (lines[i].find("judge") != std::string::npos || lines[i].find("\"limits\"") != std::string::npos) continue;
    std::string text;
    for (std::size_t j = 0; j < lines.size(); ++j) text += (j == i ? lines[j].substr(start + 3) : lines[j]) + "\n";
    const Json json = parsed(text);
    if (json.contains("items") && json["items"] != (base.contains("items") ? base["items"] : Json())) {
      add_rules(json["items"], options);
    } else {
      options.push_back({lines[i].substr(start + 3, lines[i].find(':') - start - 3), json});
    }
  }
  for (Option& option : further_options(description, base)) options.push_back(std::move(option));
  return options;
}

/// Every option alone and with every other one.
std::vector<std::pair<std::string, Json>> problems_of(const Description& description) {
  const std::vector<Option> options = options_of(description);
  std::vector<std::pair<std::string, Json>> problems;
  for (std::size_t i = 0; i < options.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      Json json = problem_example(description);
      json.merge_patch(options[i].patch);
      if (j < i) json.merge_patch(options[j].patch);
      if (!mistakes(json).empty()) continue;
      problems.emplace_back(options[i].name + (j < i ? " and " + options[j].name : ""), std::move(json));
    }
  }
  return problems;
}

/// What is wrong with answers to one problem, of which the last had most time.
std::string contradiction(const std::vector<Outcome>& outcomes) {
  double best = infinity;
  for (const Outcome& outcome : outcomes) best = std::min(best, outcome.impedance());
  for (const Outcome& outcome : outcomes) {
    if (outcome.bound() > best + 1e-9 * std::max(1.0, std::abs(best))) {
      return "the bound of " + outcome.answer.dump() + " is above a set of " + std::to_string(best);
    }
  }
  return "";
}

/// Limits from next to nothing to a little, and, where that was not enough, a long one to compare with.
std::string fault_of(const Json& problem) {
  std::vector<Outcome> outcomes;
  for (const double limit : {1e-9, 1e-3, 0.1}) {
    outcomes.push_back(taught_within(problem, limit));
    const Outcome& now = outcomes.back();
    if (now.answer.contains("refused")) return "";
    std::ostringstream said;
    said << "limit " << limit << " s: " << now.answer.dump() << " after " << now.seconds << " s";
    if (!now.came || now.seconds > limit + slack) return said.str();
  }
  if (outcomes.back().answer["status"] == "feasible") {
    outcomes.push_back(taught_within(problem, 5));
    if (!outcomes.back().came) return "limit 5 s: " + outcomes.back().answer.dump();
  }
  return contradiction(outcomes);
}

class DeadlinesOf : public testing::TestWithParam<std::string> {};

TEST_P(DeadlinesOf, HoldWithEveryRule) {
  for (const auto& [name, problem] : problems_of(model(GetParam()).description())) {
    const std::string fault = fault_of(problem);
    EXPECT_EQ(fault, "") << name << ": " << problem.dump();
  }
}

TEST(Deadlines, HoldOverPools) {
  std::ifstream file(paths::source("tests/frozen/problems.jsonl"));
  int tried = 0;
  for (std::string line; std::getline(file, line);) {
    const Json problem = Json::parse(line)["problem"];
    const bool known = problem.contains("learner") && problem["learner"].contains("model");
    if (!known || problem["learner"]["model"] == "program") continue;
    if (!problem.contains("items") || !problem["items"].contains("pool")) continue;
    EXPECT_EQ(fault_of(problem), "") << line;
    ++tried;
  }
  EXPECT_GT(tried, 50);
}

// Large problems, where a loop that does not look at the clock takes long.

/// Numbers between two others, the same on every run.
class Numbers {
 public:
  double operator()(double low, double high) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * static_cast<double>(state_ >> 40) / static_cast<double>(1u << 24);
  }
  Json list(std::size_t count, double low, double high) {
    Json values = Json::array();
    for (std::size_t i = 0; i < count; ++i) values.push_back((*this)(low, high));
    return values;
  }
  Json table(std::size_t rows, std::size_t columns, double low, double high) {
    Json values = Json::array();
    for (std::size_t i = 0; i < rows; ++i) values.push_back(list(columns, low, high));
    return values;
  }
  Json shares(std::size_t count) {
    std::vector<double> values = list(count, 0.1, 1).get<std::vector<double>>();
    double sum = 0;
    for (const double value : values) sum += value;
    for (double& value : values) value /= sum;
    return values;
  }

 private:
  std::uint64_t state_ = 1;
};

Json diagonal(std::size_t D, double value) {
  Json matrix = Json::array();
  for (std::size_t i = 0; i < D; ++i) {
    matrix.push_back(std::vector<double>(D, 0));
    matrix[i][i] = value;
  }
  return matrix;
}

template <class Prior>
Json twelve_of(Prior prior) {
  Json members = Json::array();
  for (int j = 0; j < 12; ++j) members.push_back({{"weight", 1.0 / 12}, {"prior", prior()}});
  return members;
}

using Named = std::pair<std::string, Json>;

std::vector<Named> classes_of_learners(Numbers& draw) {
  std::vector<Named> problems;
  for (const char* judge : {"expected", "worst"}) {
    for (const std::size_t D : {std::size_t{9}, std::size_t{20}}) {
      const Json niw = twelve_of([&] {
        return Json{
            {"mean", draw.list(D, -3, 3)}, {"kappa", 1}, {"nu", static_cast<double>(D) + 1}, {"scale", diagonal(D, 1)}};
      });
      problems.emplace_back("multivariate-gaussian",
                            Json{{"learner", {{"model", "multivariate-gaussian"}, {"one_of", niw}, {"judge", judge}}},
                                 {"target", {{"mean", draw.list(D, -3, 3)}, {"covariance", diagonal(D, 2)}}}});
      const Json normal = twelve_of([&] {
        return Json{{"mean", draw.list(D, -3, 3)}, {"covariance", diagonal(D, 1)}};
      });
      problems.emplace_back("multivariate-gaussian-mean", Json{{"learner",
                                                                {{"model", "multivariate-gaussian-mean"},
                                                                 {"covariance", diagonal(D, 1)},
                                                                 {"one_of", normal},
                                                                 {"judge", judge}}},
                                                               {"target", {{"mean", draw.list(D, -3, 3)}}}});
    }
    for (const std::size_t K : {std::size_t{60}, std::size_t{20'000}}) {
      const Json dirichlet = twelve_of([&] { return Json{{"beta", draw.list(K, 0.5, 8)}}; });
      problems.emplace_back("categorical",
                            Json{{"learner", {{"model", "categorical"}, {"one_of", dirichlet}, {"judge", judge}}},
                                 {"target", {{"pi", draw.shares(K)}}}});
    }
  }
  for (auto& [name, problem] : problems) problem["effort"] = {{"per_item", 0.05}};
  return problems;
}

std::vector<Named> regressions(Numbers& draw) {
  std::vector<Named> problems;
  for (const std::size_t D : {std::size_t{5}, std::size_t{9}, std::size_t{20}}) {
    for (const bool known : {true, false}) {
      Json learner = {{"model", "linear-regression"},
                      {"prior", {{"mean", draw.list(D, -2, 2)}, {"covariance", diagonal(D, 1)}}}};
      Json target = {{"weights", draw.list(D, -2, 2)}};
      if (known) learner["variance"] = 0.7;
      if (!known) learner["prior"].update({{"shape", 2}, {"scale", 1.5}}), target["variance"] = 0.8;
      Json problem = {
          {"learner", learner}, {"target", target}, {"items", {{"range", {-2, 3}}}}, {"effort", {{"per_item", 0.01}}}};
      problems.emplace_back("linear-regression", problem);
      problem["effort"]["magnitude"] = 0.01;
      problems.emplace_back("linear-regression with magnitude", problem);
      problem["items"]["range"] = {{"x", {-2, 3}}, {"y", {-1, 1}}};
      problems.emplace_back("linear-regression in a range of y", problem);
    }
  }
  return problems;
}

std::vector<Named> further_large_problems(Numbers& draw) {
  constexpr std::size_t K = 30, D = 30, S = 60;
  auto features = [&](std::initializer_list<const char*> fields) {
    Json rows = Json::array();
    for (std::size_t k = 0; k < K; ++k) {
      rows.push_back(Json::array());
      for (std::size_t d = 0; d < D; ++d) {
        rows[k].push_back(Json::object());
        for (const char* field : fields) rows[k][d][field] = draw(0.6, 4);
      }
    }
    return rows;
  };
  const Json classes = {
      {"model", "gaussian-naive-bayes"},
      {"prior", {{"classes", draw.list(K, 0.5, 5)}, {"features", features({"mean", "kappa", "shape", "scale"})}}}};
  const Json classified = {{"classes", draw.shares(K)}, {"features", features({"mean", "variance"})}};
  Json rows = Json::array();
  for (std::size_t s = 0; s < S; ++s) rows.push_back(draw.shares(S));
  const Json chain = {{"model", "markov-chain"},
                      {"prior", {{"start", draw.list(S, 0.5, 4)}, {"transitions", draw.table(S, S, 0.5, 4)}}}};
  Json concepts = Json::object();
  for (int c = 0; c < 200; ++c) {
    for (int i = 0; i < 60; ++i) concepts["c" + std::to_string(c)].push_back(draw(0, 1) < 0.5 ? 0 : 1);
  }
  const Json pool = draw.table(20'000, 3, -3, 3);
  const Json niw = {{"mean", {0, 0, 0}}, {"kappa", 1}, {"nu", 4}, {"scale", diagonal(3, 1)}};
  const Json gaussian = {{"mean", {1, 1, 0}}, {"covariance", diagonal(3, 0.5)}};
  return {{"gaussian-naive-bayes in a range",
           {{"learner", classes},
            {"target", classified},
            {"items", {{"range", {-5, 5}}}},
            {"effort", {{"per_item", 0.2}}}}},
          {"markov-chain",
           {{"learner", chain},
            {"target", {{"start", draw.shares(S)}, {"transitions", rows}}},
            {"effort", {{"per_item", 0.1}}}}},
          {"many whole items",
           parsed(R"({"learner": {"model": "poisson", "prior": {"shape": 3, "rate": 2}}, "target": {"rate": 40},
                                      "effort": {"per_item": 3e-7}})")},
          {"a long effort",
           parsed(R"({"learner": {"model": "poisson", "prior": {"shape": 3, "rate": 2}}, "target": {"rate": 40},
                                   "effort": {"of_size": "0.01*n*(2 + sin(n))^2 + 0.3*ln(1 + n)*(1 + cos(n)^2) + sqrt(n)*0.01"}})")},
          {"concepts, anticipating",
           {{"learner", {{"model", "concepts"}, {"concepts", concepts}, {"anticipates", true}}},
            {"target", {{"concept", "c7"}}},
            {"size", {0, 2}},
            {"effort", {{"per_item", 0.1}}}}},
          {"rows of a pool",
           {{"learner", {{"model", "multivariate-gaussian"}, {"prior", niw}}},
            {"target", gaussian},
            {"items", {{"pool", pool}}},
            {"effort", {{"per_item", 0.02}}}}},
          {"rows of a pool, squared",
           {{"learner", {{"model", "multivariate-gaussian"}, {"prior", niw}}},
            {"target", gaussian},
            {"loss", "squared"},
            {"items", {{"pool", pool}}},
            {"effort", {{"per_item", 0.02}}}}}};
}

/// The same laws, with less patience, and time to read.
std::string fault_of_large(const Json& problem) {
  const double reading = own_seconds_of([&] { EXPECT_EQ(mistakes(problem), std::vector<std::string>{}); });
  std::vector<Outcome> outcomes;
  for (const double limit : {1e-9, 1e-3, 0.1, 1.0}) {
    outcomes.push_back(taught_within(problem, limit));
    const Outcome& now = outcomes.back();
    std::ostringstream said;
    said << "limit " << limit << " s: " << now.answer.dump() << " after " << now.seconds << " s, of which reading "
         << reading;
    if (!now.came || now.seconds > limit + slack + 2 * reading) return said.str();
    const bool shown = now.answer["status"] == "optimal" || now.answer["status"] == "feasible";
    if (shown && now.impedance() == infinity) return "no set: " + said.str();
    if (!shown || now.answer["status"] == "optimal") break;
  }
  return contradiction(outcomes);
}

TEST(Deadlines, HoldForLargeProblems) {
  Numbers draw;
  for (const auto& list : {classes_of_learners(draw), regressions(draw), further_large_problems(draw)}) {
    for (const auto& [name, problem] : list) {
      const std::string fault = fault_of_large(problem);
      EXPECT_EQ(fault, "") << name << ": " << problem.dump().substr(0, 2000);
    }
  }
}

/// Few rows of a pool leave the squared distance infinite; what is shown when there is no time does not.
TEST(Deadlines, OfAPoolThatIsJudgedBySquaresShowAFiniteLoss) {
  const Json problem = parsed(R"({"learner": {"model": "multivariate-gaussian", "prior": {"mean": [0, 0], "kappa": 1,
      "nu": 1.5, "scale": [[1, 0], [0, 1]]}}, "target": {"mean": [1, 1], "covariance": [[1, 0], [0, 1]]},
      "items": {"pool": [[1, 2], [2, 1], [0, 0], [3, 3], [1, 1], [2, 2], [4, 1]]}, "loss": "squared", "effort": {"per_item": 0.1}})");
  const Outcome stopped = taught_within(problem, 1e-9), whole = taught_within(problem, 10);
  ASSERT_EQ(whole.answer["status"], "optimal");
  EXPECT_LT(stopped.impedance(), infinity);
  EXPECT_EQ(contradiction({stopped, whole}), "");
  for (const char* items : {R"({})", R"({"range": [-4, 4]})"}) {  // nor does any other set
    Json free = problem;
    free["items"] = parsed(items);
    EXPECT_LT(taught_within(free, 1e-9).impedance(), infinity) << items;
  }
  Json few = problem;
  few["items"]["pool"] = parsed("[[1, 2], [2, 1]]");
  EXPECT_EQ(taught_within(few, 1e-9).answer["status"], "unteachable");
  EXPECT_EQ(taught_within(few, 10).answer["status"], "unteachable");
}

std::vector<std::string> model_names() {
  std::vector<std::string> names;
  for (const auto& each : models()) {
    if (each->description().name != "program") names.emplace_back(each->description().name);  // its own processes
  }
  return names;
}

std::string test_name(const testing::TestParamInfo<std::string>& each) {
  std::string name = each.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Models, DeadlinesOf, testing::ValuesIn(model_names()), test_name);

}  // namespace
}  // namespace didact::io::deadlines_test
