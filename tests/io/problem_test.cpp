// Bad input: what is written, and what is said about it.

#include "problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace didact::io::problem_test {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::HasSubstr;

struct Case {
  std::string model;
  std::string patch;
  std::vector<std::string> said;
};

void check_all(const std::vector<Case>& cases) {
  for (const Case& bad : cases) {
    EXPECT_THAT(mistakes(problem(bad.model, bad.patch)), ElementsAreArray(bad.said)) << bad.model << " " << bad.patch;
  }
}

TEST(Problem, EveryExampleIsGood) {
  for (const auto& model : models()) {
    EXPECT_THAT(mistakes(problem_example(model->description())), ElementsAre()) << model->description().name;
  }
}

TEST(Problem, NeedsALearnerOfAKnownModel) {
  EXPECT_THAT(mistakes(parsed("[1]")), ElementsAre("must be an object, {\"learner\": …, \"target\": …}, got [1]"));
  EXPECT_THAT(mistakes(parsed("{}")), ElementsAre("learner: is missing", "target: is missing"));
  EXPECT_THAT(mistakes(parsed(R"({"learner": 3, "target": {}, "efort": {}})")),
              ElementsAre("learner: must be an object, got 3", "efort: unknown key; did you mean \"effort\"?"));
  EXPECT_THAT(mistakes(parsed(R"({"learner": {}, "target": {}})")), ElementsAre("learner.model: is missing"));
  EXPECT_THAT(mistakes(parsed(R"({"learner": {"model": "categorial"}, "target": {}})")),
              ElementsAre("learner.model: unknown model \"categorial\"; did you mean \"categorical\"?"));
  EXPECT_THAT(mistakes(parsed(R"({"learner": {"model": 7}, "target": {}})")),
              ElementsAre("learner.model: must be a text, got 7"));
  EXPECT_THAT(mistakes(parsed(R"({"learner": {"model": "perceptron"}, "target": {}})")),
              ElementsAre(HasSubstr("known here: bernoulli, ")));
}

TEST(Problem, NumbersAreInTheirDomain) {
  check_all({
      {"categorical",
       R"({"learner": {"prior": {"beta": [6, 3, -1]}}})",
       {"learner.prior.beta[2]: must be > 0, got -1"}},
      {"categorical",
       R"({"learner": {"prior": {"beta": [6, "3", 0]}}})",
       {"learner.prior.beta[1]: must be a finite number, got \"3\"", "learner.prior.beta[2]: must be > 0, got 0"}},
      {"categorical",
       R"({"learner": {"prior": {"beta": 6}}})",
       {"learner.prior.beta: must be a list of numbers, got 6"}},
      {"categorical", R"({"learner": {"prior": {"beta": []}}})", {"learner.prior.beta: must not be empty"}},
      {"categorical", R"({"target": {"pi": [0.1, 0.3, 0.5]}})", {"target.pi: must sum to 1, but sums to 0.9"}},
      {"categorical",
       R"({"target": {"pi": [0.1, 0.3, 0.600000002]}})",
       {"target.pi: must sum to 1, but sums to 1.000000002"}},
      {"categorical", R"({"target": {"pi": [-0.1, 0.3, 0.8]}})", {"target.pi[0]: must be in [0, 1], got -0.1"}},
      {"bernoulli", R"({"target": {"p": 1.5}})", {"target.p: must be in [0, 1], got 1.5"}},
      {"bernoulli", R"({"target": {"p": true}})", {"target.p: must be a finite number, got true"}},
      {"bernoulli",
       R"({"learner": {"prior": {"alpha": null, "beta": 0}}})",
       {"learner.prior.alpha: is missing", "learner.prior.beta: must be > 0, got 0"}},
      {"geometric", R"({"target": {"p": 0}})", {"target.p: must be in (0, 1], got 0"}},
      {"poisson", R"({"target": {"rate": -1}})", {"target.rate: must be >= 0, got -1"}},
      {"exponential", R"({"target": {"rate": 0}})", {"target.rate: must be > 0, got 0"}},
      {"gaussian-mean", R"({"learner": {"variance": null}})", {"learner.variance: is missing"}},
      {"gaussian-mean", R"({"learner": {"variance": 0}})", {"learner.variance: must be > 0, got 0"}},
      {"gaussian",
       R"({"learner": {"prior": {"kappa": [1]}}})",
       {"learner.prior.kappa: must be a finite number, got [1]"}},
  });
}

TEST(Problem, NaNFromAProgramIsRefused) {
  Json json = problem("poisson");
  json["target"]["rate"] = std::nan("");
  EXPECT_THAT(mistakes(json), ElementsAre("target.rate: must be a finite number, got nan"));
}

TEST(Problem, SumsOfNearlyOneAreKeptAsTheyAre) {
  EXPECT_THAT(mistakes(problem("categorical", R"({"target": {"pi": [0.1, 0.3, 0.6000000005]}})")), ElementsAre());
}

TEST(Problem, MatricesAreSymmetricAndPositiveDefinite) {
  const std::string model = "multivariate-gaussian-mean";
  const auto covariance = [](const std::string& matrix) { return R"({"learner": {"covariance": )" + matrix + "}}"; };
  check_all({
      {model,
       covariance("[[1, 0.5], [0.4, 1]]"),
       {"learner.covariance: must be symmetric, but [0][1] is 0.5 and [1][0] is 0.4"}},
      {model,
       covariance("[[1, 2], [2, 1]]"),
       {"learner.covariance: must be positive definite, but has the eigenvalue -1"}},
      {model,
       covariance("[[0, 0], [0, 0]]"),
       {"learner.covariance: must be positive definite, but has the eigenvalue 0"}},
      {model,
       covariance("[[1, 0], [0]]"),
       {"learner.covariance[1]: must have 2 entries, as the matrix has rows, got 1"}},
      {model, covariance("[[1, 0], 0]"), {"learner.covariance[1]: must be a list, got 0"}},
      {model, covariance("[[1, 0], [0, null]]"), {"learner.covariance[1][1]: must be a finite number, got null"}},
      {model, covariance("2"), {"learner.covariance: must be a list of rows, got 2"}},
      {model, covariance("[]"), {"learner.covariance: must not be empty"}},
  });
  EXPECT_THAT(mistakes(problem(model, covariance("[[1, 0.1], [0.1000000000000001, 1]]"))), ElementsAre());
}

TEST(Problem, SizesAgree) {
  check_all({
      {"categorical",
       R"({"target": {"pi": [0.5, 0.5]}})",
       {"target.pi: must have 3 entries, as learner.prior.beta has, got 2"}},
      {"categorical",
       R"({"effort": {"per_category": [1, 2]}})",
       {"effort.per_category: must have 3 entries, as learner.prior.beta has, got 2"}},
      {"categorical", R"({"names": ["a", "b"]})", {"names: must have 3 entries, as learner.prior.beta has, got 2"}},
      {"multivariate-gaussian-mean",
       R"({"target": {"mean": [1, 2, 3]}})",
       {"target.mean: must have 2 entries, as learner.covariance has, got 3"}},
      {"multivariate-gaussian",
       R"({"learner": {"prior": {"mean": [1]}}})",
       {"learner.prior.scale: must have 1 entry, as learner.prior.mean has, got 3",
        "target.mean: must have 1 entry, as learner.prior.mean has, got 3",
        "target.covariance: must have 1 entry, as learner.prior.mean has, got 3"}},
      {"categorical",
       R"({"learner": {"prior": null, "one_of": [{"weight": 0.5, "prior": {"beta": [1, 1, 1]}},
                                                                  {"weight": 0.5, "prior": {"beta": [1, 1]}}]}})",
       {"learner.one_of[1].prior.beta: must have 3 entries, as learner.one_of[0].prior.beta has, got 2"}},
  });
}

TEST(Problem, ALearnersOwnMistakesAreNamed) {
  check_all(
      {{"multivariate-gaussian", R"({"learner": {"prior": {"nu": 2}}})", {"learner.prior.nu: must be > D - 1, got 2"}},
       {"multivariate-gaussian",
        R"({"target": {"mean": null, "covariance": null, "belief":
                {"mean": [0, 0, 0], "kappa": 1, "nu": 1, "scale": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}}})",
        {"target.belief.nu: must be > D - 1, got 1"}}});
}

TEST(Problem, UnknownKeysNameTheNearest) {
  check_all({
      {"categorical", R"({"effort": {"per_itme": 1}})", {"effort.per_itme: unknown key; did you mean \"per_item\"?"}},
      {"categorical", R"({"learner": {"piror": {}}})", {"learner.piror: unknown key; did you mean \"prior\"?"}},
      {"categorical",
       R"({"learner": {"prior": {"betas": [1]}}})",
       {"learner.prior.betas: unknown key; did you mean \"beta\"?"}},
      {"categorical", R"({"target": {"p": 1}})", {"target.p: unknown key; did you mean \"pi\"?"}},
      {"categorical", R"({"limits": {"max_item": 1}})", {"limits.max_item: unknown key; did you mean \"max_items\"?"}},
      {"categorical", R"({"items": {"distnct": true}})", {"items.distnct: unknown key; did you mean \"distinct\"?"}},
      {"categorical",
       R"({"xyz": 1})",
       {"xyz: unknown key; known here: learner, target, effort, items, size, loss, names, limits, $schema"}},
  });
}

TEST(Problem, OneOf) {
  const auto one_of = [](const std::string& members, const std::string& more = "") {
    return R"({"learner": {"prior": null, "one_of": )" + members + more + "}}";
  };
  const std::string a = R"("prior": {"alpha": 1, "beta": 2})";
  check_all({
      {"bernoulli",
       R"({"learner": {"one_of": [{"weight": 1, )" + a + "}]}}",
       {"learner.one_of: cannot stand beside learner.prior: give one or the other"}},
      {"bernoulli", R"({"learner": {"prior": null}})", {"learner.prior: is missing"}},
      {"bernoulli", one_of("[]"), {"learner.one_of: must not be empty"}},
      {"bernoulli", one_of("{}"), {"learner.one_of: must be a list, got {}"}},
      {"bernoulli",
       one_of("[{\"weight\": 0.5, " + a + "}, {\"weight\": 0.4, " + a + "}]"),
       {"learner.one_of: the weights must sum to 1, but sum to 0.9"}},
      {"bernoulli",
       one_of("[{\"weight\": 1.5, " + a + "}, {" + a + "}]"),
       {"learner.one_of[0].weight: must be in [0, 1], got 1.5", "learner.one_of[1].weight: is missing"}},
      {"bernoulli",
       one_of(R"([{"weight": 1, "prior": {"alpha": 1}, "wieght": 2}, 3])"),
       {"learner.one_of[0].wieght: unknown key; did you mean \"weight\"?",
        "learner.one_of[1]: must be an object, got 3", "learner.one_of[1].weight: is missing",
        "learner.one_of[0].prior.beta: is missing"}},
      {"bernoulli",
       one_of("[{\"weight\": 1, " + a + "}]", R"(, "judge": "best")"),
       {"learner.judge: must be \"expected\" or \"worst\", got \"best\""}},
      {"bernoulli",
       R"({"learner": {"judge": "worst"}})",
       {"learner.judge: needs learner.one_of: with one prior there is nothing to judge between"}},
      {"bernoulli",
       one_of("[{\"weight\": 0.7, " + a + "}, {\"weight\": 0.7, " + a + "}]", R"(, "judge": "worst")"),
       {"learner.one_of: the weights must sum to 1, but sum to 1.4"}},
  });
  EXPECT_THAT(mistakes(problem("bernoulli", one_of("[{" + a + "}, {" + a + "}]", R"(, "judge": "worst")"))),
              ElementsAre());
}

TEST(Problem, Targets) {
  const auto belief = [](const std::string& text) { return R"({"target": {"p": null, "belief": )" + text + "}}"; };
  check_all({
      {"bernoulli", R"({"target": null})", {"target: is missing"}},
      {"bernoulli", R"({"target": 0.5})", {"target: must be an object, got 0.5"}},
      {"bernoulli", R"({"target": {"p": null}})", {"target.p: is missing"}},
      {"bernoulli", R"({"target": {"data": [1]}})", {"target: give one of: p (a point); belief; data"}},
      {"bernoulli", belief("[]"), {"target.belief: must not be empty"}},
      {"bernoulli", belief("3"), {"target.belief: must be an object, got 3"}},
      {"bernoulli", belief(R"({"alpha": 1})"), {"target.belief.beta: is missing"}},
      {"bernoulli", belief(R"({"alpha": 1, "beta": -1})"), {"target.belief.beta: must be > 0, got -1"}},
      {"bernoulli",
       belief(R"([{"weight": 0.5, "target": {"p": 0.5}}, {"weight": 0.5, "target": {"p": 1}}])"),
       {"target.belief[1].target.p: must be in (0, 1) in a belief, got 1"}},
      {"bernoulli", belief(R"([{"target": {"p": 0.5}}])"), {"target.belief[0].weight: is missing"}},
  });
  check_all({
      {"categorical",
       R"({"target": {"pi": null, "belief": [{"weight": 1, "target": {"pi": [0, 0.5, 0.5]}}]}})",
       {"target.belief[0].target.pi[0]: must be in (0, 1] in a belief, got 0"}},
      {"poisson",
       R"({"target": {"rate": null, "belief": [{"weight": 1, "target": {"rate": 0}}]}})",
       {"target.belief[0].target.rate: must be > 0 in a belief, got 0"}},
      {"geometric",
       R"({"target": {"p": null, "belief": [{"weight": 1, "target": {"p": 1}}]}})",
       {"target.belief[0].target.p: must be in (0, 1) in a belief, got 1"}},
  });
}

TEST(Problem, ItemRules) {
  check_all({
      {"gaussian", R"({"items": {"range": [2, 1]}})", {"items.range: leaves no item: 2 is above 1"}},
      {"gaussian", R"({"items": {"range": [1]}})", {"items.range: must be [low, high], got [1]"}},
      {"gaussian",
       R"({"items": {"range": "0..1"}})",
       {"items.range: must be [low, high] or a list of such, one for each coordinate, got \"0..1\""}},
      {"gaussian",
       R"({"items": {"range": {"x": [0, 1]}}})",
       {"items.range: must be [low, high] or a list of such, one for each coordinate, got {\"x\":[0,1]}"}},
      {"gaussian", R"({"items": {"range": [0, null]}})", {"items.range[1]: must be a finite number, got null"}},
      {"gaussian",
       R"({"items": {"range": [0.2, 0.8], "integers": true}})",
       {"items.range: leaves no item: none in [0.2, 0.8] is an integer"}},
      {"gaussian",
       R"({"items": {"range": [[0, 1], [0, 1]]}})",
       {"items.range: must be one interval: the items of a gaussian learner are numbers"}},
      {"poisson",
       R"({"items": {"range": [-5, -1]}})",
       {"items.range: leaves no item: none in [-5, -1] is an integer >= 0"}},
      {"exponential",
       R"({"items": {"range": [-5, -1]}})",
       {"items.range: leaves no item: none in [-5, -1] is a number >= 0"}},
      {"bernoulli",
       R"({"items": {"range": [0.1, 0.9]}})",
       {"items.range: leaves no item: none in [0.1, 0.9] is 0 or 1"}},
      {"multivariate-gaussian-mean",
       R"({"items": {"range": [[0, 1]]}})",
       {"items.range: must have 2 entries, as learner.covariance has, got 1"}},
      {"multivariate-gaussian-mean",
       R"({"items": {"range": [[0, 1], [3, 2]]}})",
       {"items.range[1]: leaves no item: 3 is above 2"}},
      {"categorical",
       R"({"items": {"range": [1, 2]}})",
       {"items.range: the items of a categorical learner are names, not numbers"}},
      {"categorical",
       R"({"items": {"integers": true}})",
       {"items.integers: the items of a categorical learner are names, not numbers"}},
      {"gaussian", R"({"items": {"integers": 1}})", {"items.integers: must be true or false, got 1"}},
      {"gaussian",
       R"({"items": {"pool": "stimuli.csv", "columns": ["x"]}})",
       {"items.pool: cannot read stimuli.csv: No such file or directory"}},
      {"poisson",
       R"({"items": {"pool": [1, -2, 2.5]}})",
       {"items.pool: row 2 must be an integer >= 0, got -2", "items.pool: row 3 must be an integer >= 0, got 2.5"}},
      {"gaussian",
       R"({"items": {"pool": [[1, 2]]}})",
       {"items: the pool's items must have 1 numbers, but it has 2 columns for them (1, 2)"}},
      {"gaussian", R"({"items": {"pool": [1, 2, null]}})", {"items.pool[2]: column 1 is empty"}},
      {"gaussian",
       R"({"items": {"pool": [1, 2]}, "size": 3})",
       {"items.pool: 2 of its rows may be used, fewer than size asks for"}},
      {"gaussian",
       R"({"items": {"pool": [1, 2], "repeat": true, "must_exclude": [1, 2]}, "size": 3})",
       {"items.pool: 0 of its rows may be used, fewer than size asks for"}},
      {"gaussian",
       R"({"items": {"pool": [1, 2], "must_include": [1]}, "size": 0})",
       {"items.must_include: has 1 rows, but a set may have at most 0"}},
      {"poisson",
       R"({"items": {"pool": [2, 2, 3]}, "size": 3, "effort": {"closeness": 0.1}})",
       {"size: at least 3 items, but only 2 distinct ones exist"}},
      {"poisson",
       R"({"items": {"pool": [2, 2, 3], "distinct": true, "must_exclude": [3]}, "size": [2, 4]})",
       {"size: at least 2 items, but only 1 distinct ones exist"}},
      {"poisson",
       R"({"items": {"pool": [2, 3, 2], "must_include": [1, 3]}, "effort": {"closeness": 0.1}})",
       {"items.must_include: rows 1 and 3 are the same item, which no set can have twice here"}},
      {"gaussian", R"({"items": []})", {"items: must be an object, got []"}},
  });
}

TEST(Problem, NumbersBeyondReach) {
  const std::string lost = ": must be at most 2^52, beyond which one item more or less is lost in rounding, got 1e+33";
  const std::string digits = ", must be at most 1e9: beyond, too few of its digits are left";
  check_all({
      {"bernoulli", R"({"learner": {"prior": {"alpha": 1e33}}})", {"learner.prior.alpha" + lost}},
      {"categorical", R"({"learner": {"prior": {"beta": [1, 1e33, 1]}}})", {"learner.prior.beta[1]" + lost}},
      {"gaussian", R"({"learner": {"prior": {"kappa": 1e33}}})", {"learner.prior.kappa" + lost}},
      {"geometric",
       R"({"learner": {"prior": {"alpha": 2, "beta": 5}}, "target": {"p": 1e-20}})",
       {"target.p: expects items of about 1e+20, must be at most 2^52"}},
      {"poisson", R"({"target": {"rate": 1e20}})", {"target.rate: expects items of about 1e+20, must be at most 2^52"}},
      {"exponential",
       R"({"learner": {"prior": {"shape": 2, "rate": 1e20}}, "target": {"rate": 2}})",
       {"target.rate: beside it the prior's rate is worth as many items as 2e+20, must be at most 2^52"}},
      {"gaussian-mean",
       R"({"learner": {"variance": 1, "prior": {"mean": 0, "variance": 1e-300}}, "target": {"mean": 1}})",
       {"target.mean: lies 1e+150 standard deviations of the belief from the learner's mean" + digits,
        "target.mean: the prior's variance is worth as many items as 1e+300, must be at most 2^52"}},
      {"gaussian",
       R"({"learner": {"prior": {"mean": 0, "kappa": 1, "shape": 2, "scale": 1e70}}, "target": {"mean": 0, "variance": 1}})",
       {"target.variance: beside it the prior's scale is worth as many items as 1e+70, must be at most 2^52"}},
      {"gaussian",
       R"({"learner": {"prior": {"mean": 0, "kappa": 1, "shape": 2, "scale": 1e300}}, "target": {"mean": 0, "variance": 1}, "size": 0})",
       {}},
      {"multivariate-gaussian-mean",
       R"({"learner": {"covariance": [[1]], "prior": {"mean": [0], "covariance": [[1]]}}, "target": {"mean": [1e20]}})",
       {"target.mean: lies 1e+20 standard deviations of the belief from the learner's mean" + digits,
        "target.mean: lies 1e+20 standard deviations of the items from 0" + digits}},
  });
}

/// A refusal that only solving shows names a path as well.
TEST(Problem, RefusalsNameAPath) {
  auto refusal = [](const std::string& name, const std::string& patch) -> std::string {
    try {
      read_problem(problem(name, patch))->teach({});
    } catch (const InvalidProblem& invalid) {
      return invalid.errors().at(0).path;
    }
    return "none";
  };
  EXPECT_EQ(refusal("poisson", R"({"effort": {"per_item": 1e-20}})"), "effort.per_item");
  EXPECT_EQ(refusal("naive-bayes", R"({"effort": {"per_item": 0.1, "per_word": 1e-20}})"), "effort.per_word");
  EXPECT_EQ(refusal("markov-chain", R"({"effort": {"per_item": 0.1, "per_transition": 1e-20}})"),
            "effort.per_transition");
  EXPECT_EQ(refusal("gaussian-naive-bayes", R"({"effort": {"per_item": 1e-12}})"), "effort.per_item");
  EXPECT_EQ(refusal("threshold", R"({"size": 4503599627370496})"), "size");
  EXPECT_EQ(refusal("svm", R"({"target": {"weights": [1e200, 1]}})"), "target.weights");
  EXPECT_EQ(refusal("linear-regression", R"({"learner": {"variance": 1e-80}})"), "learner.variance");
  EXPECT_EQ(refusal("gaussian", R"({"size": 4503599627370496, "items": {"range": [-1, 1]}})"), "items");
}

TEST(Problem, SizesAndLimits) {
  check_all({
      {"gaussian", R"({"size": -1})", {"size: must be a whole number >= 0, got -1"}},
      {"gaussian", R"({"size": 2.5})", {"size: must be a whole number >= 0, got 2.5"}},
      {"gaussian", R"({"size": 1e30})", {"size: must be at most 2^52, got 1e+30"}},
      {"gaussian", R"({"size": "3"})", {"size: must be a number of items n or [min, max], got \"3\""}},
      {"gaussian", R"({"size": [3]})", {"size: must be a number of items n or [min, max], got [3]"}},
      {"gaussian", R"({"size": [3, 2]})", {"size: leaves no size: 3 is above 2"}},
      {"gaussian", R"({"size": [3, null]})", {"size[1]: must be a whole number >= 0, got null"}},
      {"gaussian", R"({"size": 5, "limits": {"max_items": 4}})", {"size: at least 5 items, but limits.max_items is 4"}},
      {"categorical",
       R"({"size": 4, "items": {"distinct": true}})",
       {"size: at least 4 items, but only 3 distinct ones exist"}},
      {"poisson",
       R"({"size": 4, "items": {"distinct": true, "range": [2, 4]}})",
       {"size: at least 4 items, but only 3 distinct ones exist"}},
      {"ridge",
       R"({"size": 2, "items": {"range": [2, 2]}, "effort": {"closeness": 1}})",
       {"size: at least 2 items, but only 1 distinct ones exist"}},
      {"hypotheses",
       R"({"size": 2, "items": {"range": [0, 0]}, "effort": {"closeness": 1}})",
       {"size: at least 2 items, but only 1 distinct ones exist"}},
      {"bernoulli",
       R"({"size": 3, "effort": {"closeness": 1}})",
       {"size: at least 3 items, but only 2 distinct ones exist"}},
      {"gaussian",
       R"({"size": 2, "items": {"distinct": true, "range": [2, 2]}})",
       {"size: at least 2 items, but only 1 distinct ones exist"}},
      {"gaussian",
       R"({"limits": {"max_items": 1.5, "seconds": -1}})",
       {"limits.max_items: must be a whole number >= 0, got 1.5", "limits.seconds: must be >= 0, got -1"}},
      {"gaussian",
       R"({"loss": "zero-one"})",
       {"loss: must be \"kl\" or \"squared\" or \"predictive\" for gaussian, got \"zero-one\""}},
      {"gaussian", R"({"names": ["a"]})", {"names: a gaussian learner has no categories to name"}},
      {"categorical",
       R"({"names": ["a", "a", ""]})",
       {"names[1]: \"a\" is there twice", "names[2]: must not be empty"}},
      {"categorical", R"({"names": ["a", 2, "b"]})", {"names[1]: must be a text, got 2"}},
  });
}

TEST(Problem, Efforts) {
  check_all({
      {"gaussian", R"({"effort": 0.3})", {"effort: must be an object such as {\"per_item\": 0.3}, got 0.3"}},
      {"gaussian",
       R"({"effort": {"per_item": -1, "fixed": "x", "magnitude": -2}})",
       {"effort.per_item: must be >= 0, got -1", "effort.fixed: must be a finite number, got \"x\"",
        "effort.magnitude: must be >= 0, got -2"}},
      {"categorical",
       R"({"effort": {"magnitude": 1}})",
       {"effort.magnitude: the items of a categorical learner are names, not numbers: they have no magnitude"}},
      {"gaussian",
       R"({"effort": {"per_category": [1]}})",
       {"effort.per_category: a gaussian learner has no categories; per_item is the cost of an item"}},
      {"gaussian",
       R"({"effort": {"closeness": -1, "per_word": 1, "per_transition": 1}})",
       {"effort.per_word: is no effort of a gaussian learner",
        "effort.per_transition: is no effort of a gaussian learner", "effort.closeness: must be >= 0, got -1"}},
      {"categorical",
       R"({"effort": {"closeness": 1}})",
       {"effort.closeness: the items of a categorical learner are names, not numbers: they have no distance"}},
      {"gaussian", R"({"effort": {"per_unit": 1}})", {"effort.per_unit: is taken over a pool alone by gaussian"}},
      {"weibull", R"({"effort": {"per_unit": 1}})", {"effort.per_unit: is taken over a pool alone by weibull"}},
      {"ridge", R"({"effort": {"per_unit": 1}})", {"effort.per_unit: is taken over a pool alone by ridge"}},
      {"gaussian-mean",
       R"({"effort": {"per_unit": 1}})",
       {"effort.per_unit: needs items.range to keep the items at one side of 0, or a pool"}},
      {"gaussian", R"({"effort": {"per_unit": 1}, "items": {"pool": [1, 2]}})", {}},
      {"gaussian", R"({"effort": {"of_size": 3}})", {"effort.of_size: must be a text, got 3"}},
      {"gaussian",
       R"({"effort": {"of_size": "0.3*m"}})",
       {"effort.of_size: position 5: unknown name \"m\" (the only variable is n) in \"0.3*m\""}},
      {"gaussian",
       R"({"effort": {"of_size": "50 - n"}})",
       {"effort.of_size: must be finite and >= 0, but is -1 at n = 51"}},
      {"gaussian",
       R"({"effort": {"of_size": "n"}, "limits": {"max_items": 1000000000}})",
       {"effort.of_size: every size is looked at: with 1 character limits.max_items must be at most 100000000, "
        "got 1000000000"}},
      {"gaussian",
       R"({"effort": {"of_size": ")" + std::string(4999, '1') + R"("}})",
       {"effort.of_size: every size is looked at: with 4999 characters limits.max_items must be at most 200040, "
        "got 1000000"}},
      {"gaussian",
       R"({"effort": {"of_size": "n"}, "size": 2000000})",
       {"size: with effort.of_size only sizes up to 1000000 are looked at unless limits.max_items is given"}},
  });
  EXPECT_THAT(mistakes(problem("gaussian", R"({"effort": {"of_size": "50 - n"}, "size": [0, 50]})")), ElementsAre());
  EXPECT_THAT(mistakes(problem("gaussian", R"({"effort": {"of_size": "50 - n"}, "limits": {"max_items": 50}})")),
              ElementsAre());
}

TEST(Problem, AllMistakesAreReportedAtOnce) {
  const Json json = problem("categorical", R"({"learner": {"prior": {"beta": [6, 3, -1]}, "has_seen": [1, 7]},
      "target": {"pi": [0.5, 0.6, 0.6]}, "effort": {"per_itme": 1, "of_size": "m"}, "size": [3, 1], "loss": "risk"})");
  EXPECT_THAT(mistakes(json),
              ElementsAre("learner.prior.beta[2]: must be > 0, got -1", "target.pi: must sum to 1, but sums to 1.7",
                          "size: leaves no size: 3 is above 1",
                          "loss: must be \"kl\" or \"squared\" or \"predictive\" for categorical, got \"risk\"",
                          "effort.per_itme: unknown key; did you mean \"per_item\"?",
                          "effort.of_size: position 1: unknown name \"m\" (the only variable is n) in \"m\"",
                          "learner.has_seen[1]: must be a category, 1 to 3, got 7"));
}

TEST(Problem, VeryManyMistakesAreCounted) {
  Json json = problem("categorical");
  json["learner"]["prior"]["beta"] = std::vector<int>(1000, -1);
  json["target"]["pi"] = std::vector<double>(1000, 0.001);
  const auto said = mistakes(json);
  EXPECT_EQ(said.size(), 101u);
  EXPECT_EQ(said.back(), "and 900 more mistakes");
}

TEST(Problem, ASchemaMayBeNamed) {
  EXPECT_THAT(mistakes(problem("poisson", R"({"$schema": "didact.schema.json"})")), ElementsAre());
}

}  // namespace
}  // namespace didact::io::problem_test
