// Models whose items are no rows of numbers: documents and sequences, in and out.

#include "patience.hpp"
#include "problems.hpp"
#include "report/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace didact::io::listed_models_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

io::Answer taught(const std::string& name, const std::string& patch = "{}", const Context& context = {}) {
  return read_problem(problem(name, patch), context)->teach({});
}

Json answer(const std::string& name, const std::string& patch = "{}", const Context& context = {}) {
  return report::to_json(taught(name, patch, context));
}

/// What a set is worth that teach wrote as CSV.
io::Verdict read_again(const std::string& name, const std::string& patch, const std::string& csv) {
  const Folder folder;
  return read_problem(problem(name, patch))->evaluate(folder.write("set.csv", csv), {});
}

const std::string named =
    R"({"learner": {"vocabulary": ["ball", "vote", "a:b"]}, "names": ["sport", "politics, law"]})";
const std::string weather = R"({"names": ["sun", "rain"]})";

TEST(Documents, AreWrittenAsLabelAndCounts) {
  const Json json = answer("naive-bayes");
  EXPECT_EQ(json["status"], "optimal");
  EXPECT_EQ(json["items"].size(), json["n"].get<std::size_t>());
  EXPECT_EQ(json["items"][0]["label"], 1);
  EXPECT_EQ(json["items"][0]["counts"].size(), 3u);
  EXPECT_EQ(json["counts"]["classes"].size(), 2u);
  EXPECT_EQ(json["counts"]["words"].size(), 2u);
  EXPECT_EQ(json["posterior"]["words"].size(), 2u);
  EXPECT_EQ(answer("naive-bayes", named)["items"][1]["label"], "politics, law");
}

TEST(Documents, ComeBackFromCsv) {
  for (const std::string& patch : {std::string("{}"), named}) {
    const io::Answer answer = taught("naive-bayes", patch);
    const std::string csv = report::to_csv(answer);
    const io::Verdict verdict = read_again("naive-bayes", patch, csv);
    EXPECT_EQ(verdict.set.impedance, answer.lesson.impedance) << csv;
    EXPECT_EQ(verdict.set.n, answer.lesson.n) << csv;
  }
  EXPECT_THAT(report::to_csv(taught("naive-bayes", named)),
              AllOf(HasSubstr("label,words\nsport,ball:"), HasSubstr("a:b:"), HasSubstr("\"politics, law\",")));
}

TEST(Documents, MayBeEmpty) {
  const std::string patch =
      R"({"effort": {"per_word": 100, "per_item": 0.1}, "learner": {"prior": {"classes": [5, 1]}}})";
  const io::Answer answer = taught("naive-bayes", patch);
  ASSERT_GT(answer.lesson.n, 0);
  const std::string csv = report::to_csv(answer);
  EXPECT_THAT(csv, HasSubstr("\n2,\n"));
  EXPECT_EQ(read_again("naive-bayes", patch, csv).set.impedance, answer.lesson.impedance);
}

TEST(Documents, OfManyWordsAreObjects) {
  Json json = problem("naive-bayes", R"({"effort": {"per_word": 0.1}})");
  const std::size_t V = 1001;
  for (auto& row : json["learner"]["prior"]["words"]) row = std::vector<double>(V, 1);
  for (auto& row : json["target"]["words"]) {
    std::vector<double> pi(V, 0.1 / (V - 1));
    pi[7] = 0.9;
    row = pi;
  }
  const Json out = report::to_json(read_problem(json)->teach({}));
  ASSERT_GT(out["n"].get<int>(), 0);
  EXPECT_TRUE(out["items"][0]["counts"].is_object());
  EXPECT_TRUE(out["items"][0]["counts"].contains("8"));
  json["learner"]["has_seen"] = out["items"];
  EXPECT_EQ(report::to_json(read_problem(json)->teach({}))["before"]["loss"], out["loss"]);
}

TEST(Documents, AreReadInEveryForm) {
  const std::string dense = R"({"learner": {"has_seen": [{"label": 2, "counts": [0, 2, 1]}]}})";
  const std::string sparse = R"({"learner": {"has_seen": [{"label": 2, "counts": {"3": 1, "2": 2}}]}})";
  EXPECT_EQ(answer("naive-bayes", dense)["before"], answer("naive-bayes", sparse)["before"]);
  const Folder folder;
  folder.write("seen.csv", "2,2:1 3:1 2:1\n");
  folder.write("words.txt", "ball\r\nvote\nlaw\n\n");
  const Context context{folder.path()};
  EXPECT_EQ(answer("naive-bayes", R"({"learner": {"has_seen": "seen.csv"}})", context)["before"],
            answer("naive-bayes", dense)["before"]);
  folder.write("named.csv", "class,words\n2,vote:2 law:1\n");
  EXPECT_EQ(
      answer("naive-bayes", R"({"learner": {"has_seen": "named.csv", "vocabulary": "words.txt"}})", context)["before"],
      answer("naive-bayes", dense)["before"]);
}

TEST(Documents, GiveATarget) {
  const Json json = answer("naive-bayes", R"({"target": {"classes": null, "words": null, "data": [
      {"label": 1, "counts": [7, 2, 1]}, {"label": 2, "counts": [1, 2, 7]}]}})");
  EXPECT_EQ(json["impedance"], answer("naive-bayes")["impedance"]);
  EXPECT_THAT(mistakes(problem("naive-bayes", R"({"target": {"classes": null, "words": null, "data": [
                  {"label": 1, "counts": [7, 2, 1]}, {"label": 2, "counts": [0, 0, 0]}]}})")),
              ElementsAre("target.data: gives no words of class 2: at least one of its documents must have some"));
}

TEST(Documents, MistakesAreNamedByPath) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"({"learner": {"prior": {"words": [[1, 1, 1]]}}})",
       "learner.prior.words: must have 2 entries, as learner.prior.classes has, got 1"},
      {R"({"learner": {"prior": {"words": [[1, 1, 1], [1, 1]]}}})",
       "learner.prior.words[1]: must have 3 entries, as learner.prior.words[0] has, got 2"},
      {R"({"learner": {"prior": {"words": [[1, 1, 1], [1, -1, 1]]}}})",
       "learner.prior.words[1][1]: must be > 0, got -1"},
      {R"({"target": {"words": [[0.5, 0.5, 0], [0.5, 0.5, 0.5]]}})", "target.words[1]: must sum to 1, but sums to 1.5"},
      {R"({"learner": {"has_seen": [{"label": 3, "counts": [0, 0, 1]}]}})",
       "learner.has_seen[0].label: must be a class, 1 to 2, got 3"},
      {R"({"learner": {"has_seen": [{"label": 1, "counts": [0, 1.5, 1]}]}})",
       "learner.has_seen[0].counts[1]: must be a whole number >= 0, got 1.5"},
      {R"({"learner": {"has_seen": [{"label": 1, "counts": {"9": 1}}]}})",
       "learner.has_seen[0].counts.9: is no word: must be a word, 1 to 3"},
      {R"({"learner": {"vocabulary": ["a", "b"]}})",
       "learner.vocabulary: must have 3 words, as learner.prior.words has, got 2"},
      {R"({"learner": {"vocabulary": ["a", "b", "a"]}})", R"(learner.vocabulary[2]: "a" is there twice)"},
      {R"({"learner": {"vocabulary": ["a", "b c", "d"]}})",
       R"(learner.vocabulary[1]: must be a word without spaces, got "b c")"},
      {R"({"names": ["a"]})", "names: must have 2 entries, as learner.prior.classes has, got 1"},
      {R"({"learner": {"one_of": []}})", "learner.one_of: a class of learners is not supported for naive-bayes"},
      {R"({"effort": {"per_transition": 1}})", "effort.per_transition: is no effort of a naive-bayes learner"},
      {R"({"effort": {"per_word": -1}})", "effort.per_word: must be >= 0, got -1"},
  };
  for (const auto& [patch, mistake] : cases) {
    EXPECT_THAT(mistakes(problem("naive-bayes", patch)), ElementsAre(mistake)) << patch;
  }
}

TEST(Documents, MistakesInAFileAreNamedByRow) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"1,2\n1,1:1\n3,1:1\n", "--set: set.csv, row 2, column 1: must be a class, 1 to 2, got \"3\""},
      {"1,1:1 2:x\n",
       R"(--set: set.csv, row 1, column 2: must be pairs such as word:2, separated by spaces, got "2:x")"},
      {"1,1:1 7:1\n", R"(--set: set.csv, row 1, column 2: "7" is no word: must be a word, 1 to 3)"},
      {"1\n", "--set: set.csv, row 1: must have 2 cells, a label and the words, got 1"},
  };
  for (const auto& [csv, mistake] : cases) {
    try {
      read_again("naive-bayes", "{}", csv);
      ADD_FAILURE() << csv;
    } catch (const InvalidProblem& invalid) {
      EXPECT_EQ(invalid.errors()[0].text(), mistake);
    }
  }
}

/// The example of a newsroom: 20 classes and 50,000 words.
TEST(Documents, OfALargeVocabularyTakeSeconds) {
  constexpr std::size_t K = 20, V = 50'000;
  Json json = problem("naive-bayes", R"({"effort": {"per_item": 0.5, "per_word": 0.05}})");
  Random random(7);
  auto simplex = [&](std::size_t size) {
    std::vector<double> pi(size);
    double sum = 0;
    for (double& p : pi) sum += p = -std::log(random.uniform() + 1e-12) + 1e-6;
    for (double& p : pi) p /= sum;
    return pi;
  };
  json["learner"]["prior"]["classes"] = std::vector<double>(K, 1.0);
  json["target"]["classes"] = simplex(K);
  json["learner"]["prior"]["words"] = Json::array();
  json["target"]["words"] = Json::array();
  for (std::size_t k = 0; k < K; ++k) {
    json["learner"]["prior"]["words"].push_back(std::vector<double>(V, 0.5));
    json["target"]["words"].push_back(simplex(V));
  }
  io::Answer taught;
  [[maybe_unused]] const double taken = own_seconds_of([&] { taught = read_problem(json)->teach({}); });
  EXPECT_EQ(taught.lesson.status, Status::optimal);
  EXPECT_GE(taught.lesson.n, static_cast<Index>(K));
#ifndef __SANITIZE_ADDRESS__
  EXPECT_LT(taken, 60);
#endif
}

TEST(Sequences, AreWrittenAsLists) {
  const Json json = answer("markov-chain");
  EXPECT_EQ(json["status"], "optimal");
  EXPECT_EQ(json["items"].size(), json["n"].get<std::size_t>());
  EXPECT_TRUE(json["items"][0][0].is_number());
  EXPECT_EQ(json["counts"]["start"].size(), 2u);
  EXPECT_EQ(json["counts"]["transitions"].size(), 2u);
  EXPECT_EQ(answer("markov-chain", weather)["items"][0][0], "sun");
}

TEST(Sequences, ComeBackFromCsv) {
  for (const std::string& patch : {std::string("{}"), weather, std::string(R"({"names": ["sequence", "x"]})")}) {
    const io::Answer answer = taught("markov-chain", patch);
    const std::string csv = report::to_csv(answer);
    const io::Verdict verdict = read_again("markov-chain", patch, csv);
    EXPECT_EQ(verdict.set.impedance, answer.lesson.impedance) << csv;
    EXPECT_EQ(verdict.set.n, answer.lesson.n) << csv;
  }
}

TEST(Sequences, AreSeenAndGiveATarget) {
  const Folder folder;
  folder.write("seen.csv", "sequence\n1 1 2\n2\n");
  const Context context{folder.path()};
  EXPECT_EQ(answer("markov-chain", R"({"learner": {"has_seen": "seen.csv"}})", context)["before"],
            answer("markov-chain", R"({"learner": {"has_seen": [[1, 1, 2], [2]]}})")["before"]);
  const Json json = answer("markov-chain", R"({"target": {"start": null, "transitions": null,
      "data": [[1, 1, 2, 1], [2, 2]]}})");
  EXPECT_EQ(json["status"], "optimal");
  EXPECT_THAT(
      mistakes(problem("markov-chain", R"({"target": {"start": null, "transitions": null, "data": [[1, 2]]}})")),
      ElementsAre("target.data: gives nothing that follows state 2: at least one sequence must go on from it"));
}

TEST(Sequences, MistakesAreNamedByPath) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {R"({"learner": {"prior": {"transitions": [[1, 1]]}}})",
       "learner.prior.transitions: must have 2 entries, as learner.prior.start has, got 1"},
      {R"({"learner": {"prior": {"transitions": [[1, 1], [1, 0]]}}})",
       "learner.prior.transitions[1][1]: must be > 0, got 0"},
      {R"({"target": {"transitions": [[0.5, 0.5], [0.5, 0.6]]}})",
       "target.transitions[1]: must sum to 1, but sums to 1.1"},
      {R"({"learner": {"has_seen": [[1, 3]]}})", "learner.has_seen[0][1]: must be a state, 1 to 2, got 3"},
      {R"({"learner": {"has_seen": [[]]}})", "learner.has_seen[0]: must be a list of states, at least one, got []"},
      {R"({"names": ["a b", "c"]})",
       "names[0]: a state's name must not have a space: sequences have them between states"},
      {R"({"target": {"start": null, "transitions": null, "belief": []}})",
       "target.belief: a belief over targets is not supported for markov-chain"},
      {R"({"items": {"distinct": true}})", "items.distinct: means nothing for a markov-chain learner"},
  };
  for (const auto& [patch, mistake] : cases) {
    EXPECT_THAT(mistakes(problem("markov-chain", patch)), ElementsAre(mistake)) << patch;
  }
}

}  // namespace
}  // namespace didact::io::listed_models_test
