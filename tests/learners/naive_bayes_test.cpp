#include "complaints.hpp"
#include "listed_sets.hpp"
#include <didact/learners/naive_bayes.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace didact::testing::naive_bayes_test {
namespace {

/// Loss and effort of a set, document by document, by no code of the engine's.
double true_impedance(const NaiveBayesProblem& problem, const std::vector<Document>& documents) {
  Row classes(problem.learner.classes.size(), 0.0);
  std::vector<Row> words(classes.size(), Row(problem.learner.words[0].size(), 0.0));
  double length = 0;
  for (const Document& document : documents) {
    classes[document.label] += 1;
    for (const auto& [word, count] : document.words) {
      words[document.label][word] += static_cast<double>(count);
      length += static_cast<double>(count);
    }
  }
  double sum = dirichlet(problem.learner.classes, classes, problem.target.classes);
  for (std::size_t k = 0; k < classes.size(); ++k) {
    sum += dirichlet(problem.learner.words[k], words[k], problem.target.words[k]);
  }
  const auto n = static_cast<double>(documents.size());
  if (problem.effort.of_size) sum += problem.effort.of_size(n);
  return sum + problem.effort.per_item * n + (n > 0 ? problem.effort.fixed : 0) + problem.per_word * length;
}

std::vector<Document> all_documents(Index classes, Index words, Index most) {
  std::vector<Document> kinds;
  for (Index k = 0; k < classes; ++k) {
    const Index combinations = static_cast<Index>(std::pow(most + 1, words));
    for (Index code = 0; code < combinations; ++code) {
      Document document{k, {}};
      for (Index v = 0, rest = code; v < words; ++v, rest /= most + 1) {
        if (rest % (most + 1) > 0) document.words.push_back({v, rest % (most + 1)});
      }
      kinds.push_back(document);
    }
  }
  return kinds;
}

Row some_simplex(std::size_t size) {
  Row values;
  for (std::size_t k = 0; k < size; ++k) values.push_back(*rc::gen::inRange(1, 20));
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  for (double& value : values) value /= sum;
  return values;
}

Row some_beta(std::size_t size) {
  Row values;
  for (std::size_t k = 0; k < size; ++k) values.push_back(0.5 * *rc::gen::inRange(1, 9));
  return values;
}

NaiveBayesProblem some_problem(std::size_t K, std::size_t V) {
  NaiveBayesProblem problem;
  problem.learner = {some_beta(K), {}};
  problem.target = {some_simplex(K), {}};
  for (std::size_t k = 0; k < K; ++k) {
    problem.learner.words.push_back(some_beta(V));
    problem.target.words.push_back(some_simplex(V));
  }
  problem.effort.per_item = 0.1 * *rc::gen::inRange(1, 15);
  problem.per_word = 0.1 * *rc::gen::inRange(1, 8);
  if (*rc::gen::inRange(0, 3) == 0) problem.effort.fixed = 0.1 * *rc::gen::inRange(0, 20);
  if (*rc::gen::inRange(0, 3) == 0) problem.effort.of_size = [](double n) { return n == 2 ? 0.0 : 0.4; };
  return problem;
}

std::string dishonesty(const NaiveBayesProblem& problem, const ListedLesson<Document>& answer) {
  const auto& [lesson, items] = answer;
  Complaints wrong;
  wrong.unless(lesson.status == Status::optimal, "not optimal: ", lesson.why());
  wrong.near("impedance", lesson.impedance, true_impedance(problem, expanded(items)), 1e-10 * scale_of(lesson.loss));
  wrong.near("loss_before", lesson.loss_before, problem.learner.loss_stepwise(problem.target, {}), 1e-10);
  wrong.at_most("lower_bound", lesson.lower_bound, lesson.impedance);
  wrong.unless(lesson.n == items.size(), "n");
  if (lesson.relaxed && lesson.n > 0) {
    wrong.at_most("relaxed", lesson.relaxed->impedance, lesson.impedance, 1e-9 * scale_of(lesson.impedance));
  }
  return wrong.text();
}

RC_GTEST_PROP(NaiveBayes, no_set_of_documents_is_better, ()) {
  constexpr std::size_t K = 2, V = 2;
  NaiveBayesProblem problem = some_problem(K, V);
  problem.max_size = 3;
  problem.min_size = *rc::gen::inRange<Index>(0, 3);
  const auto answer = teach(problem);
  RC_ASSERT(dishonesty(problem, answer) == "");
  static const std::vector<Document> kinds = all_documents(K, V, 2);
  std::vector<Document> none;
  const double brute =
      least(problem, kinds, 0, 3, none, [](const auto& p, const auto& set) { return true_impedance(p, set); });
  RC_ASSERT(answer.lesson.impedance <= brute + 1e-10 * scale_of(brute));
}

/// Counts instead of documents reach further: words of a class only where it has documents.
RC_GTEST_PROP(NaiveBayes, no_counts_are_better, ()) {
  constexpr Index most = 9;
  NaiveBayesProblem problem = some_problem(2, 2);
  problem.effort.of_size = {};
  problem.limits.max_items = 2 * most;
  double best = infinity;
  Row gain;  // of each class's words, by themselves
  for (std::size_t k = 0; k < 2; ++k) {
    const Row zero(2, 0.0);
    const double untaught = dirichlet(problem.learner.words[k], zero, problem.target.words[k]);
    double lowest = 0;
    for (double a = 0; a <= 60; ++a) {
      for (double b = 0; b <= 60; ++b) {
        const double loss = dirichlet(problem.learner.words[k], {a, b}, problem.target.words[k]);
        lowest = std::min(lowest, loss - untaught + problem.per_word * (a + b));
      }
    }
    gain.push_back(lowest);
  }
  double words_untaught = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    words_untaught += dirichlet(problem.learner.words[k], {0, 0}, problem.target.words[k]);
  }
  for (double a = 0; a <= most; ++a) {
    for (double b = 0; b <= most; ++b) {
      double value = dirichlet(problem.learner.classes, {a, b}, problem.target.classes) + words_untaught;
      value += problem.effort.per_item * (a + b) + (a + b > 0 ? problem.effort.fixed : 0);
      value += (a > 0 ? gain[0] : 0) + (b > 0 ? gain[1] : 0);
      best = std::min(best, value);
    }
  }
  const auto answer = teach(problem);
  RC_ASSERT(dishonesty(problem, answer) == "");
  RC_ASSERT(answer.lesson.impedance <= best + 1e-10 * scale_of(best));
  const DocumentCounts counts = problem.learner.count(answer.items);
  if (std::max(counts.classes[0], counts.classes[1]) <= most) {
    RC_ASSERT(answer.lesson.impedance >= best - 1e-10 * scale_of(best));
  }
}

TEST(NaiveBayes, words_are_split_evenly) {
  NaiveBayesProblem problem;
  problem.max_size = problem.min_size = 7;
  problem.effort.per_item = 0.1;
  problem.per_word = 0.02;
  const auto [lesson, items] = teach(problem);
  ASSERT_EQ(lesson.n, 7);
  const DocumentCounts counts = problem.learner.count(items);
  std::vector<std::pair<Index, Index>> lengths(2, {1000, 0});
  for (const Document& document : items.items) {
    auto& [shortest, longest] = lengths[document.label];
    shortest = std::min(shortest, document.length());
    longest = std::max(longest, document.length());
    for (const auto& [word, count] : document.words) {
      const double mean = counts.words[document.label][word] / counts.classes[document.label];
      EXPECT_LT(std::abs(static_cast<double>(count) - mean), 1);
    }
  }
  for (const auto& [shortest, longest] : lengths) EXPECT_LE(longest - shortest, 1);
  const auto plain = teach(problem, {.style = Style::plain});
  EXPECT_EQ(plain.lesson.impedance, lesson.impedance);
  EXPECT_LE(plain.items.items.size(), 4u);
}

TEST(NaiveBayes, an_empty_document_teaches_its_class) {
  NaiveBayesProblem problem;
  problem.learner.classes = {5, 1};
  problem.effort.per_item = 0.1;
  problem.per_word = 100;
  const auto [lesson, items] = teach(problem);
  ASSERT_GT(lesson.n, 0);
  for (const Document& document : items.items) EXPECT_TRUE(document.words.empty());
}

TEST(NaiveBayes, a_class_of_probability_zero_gets_no_document) {
  NaiveBayesProblem problem;
  problem.learner = {{1, 1, 1}, {{1, 1}, {1, 1}, {1, 1}}};
  problem.target = {{0.5, 0.5, 0}, {{0.9, 0.1}, {0.5, 0.5}, {0.1, 0.9}}};
  problem.effort.per_item = 0.1;
  problem.per_word = 0.05;
  const auto [lesson, items] = teach(problem);
  EXPECT_EQ(lesson.status, Status::optimal);
  EXPECT_EQ(problem.learner.count(items).classes[2], 0);
  EXPECT_TRUE(std::isfinite(lesson.impedance));
}

TEST(NaiveBayes, the_ends_are_what_they_are_for_categories) {
  NaiveBayesProblem problem;
  problem.effort.per_item = problem.per_word = 0.1;
  problem.learner.words = {{1, 2, 1}, {1, 1, 1}};
  problem.target.words[0] = {0.5, 0, 0.5};
  EXPECT_EQ(teach(problem).lesson.status, Status::unteachable);
  EXPECT_NE(teach(problem).lesson.explanation.find("target.words[0][1]"), std::string::npos);
  problem.learner.words[0][1] = 0.5;
  const auto [lesson, items] = teach(problem);
  EXPECT_EQ(lesson.status, Status::unbounded);
  EXPECT_EQ(lesson.direction, Direction::none);
  EXPECT_EQ(lesson.n, 0);
}

TEST(NaiveBayes, what_is_free_has_no_end) {
  NaiveBayesProblem problem;
  problem.effort.per_item = 0.1;
  EXPECT_EQ(teach(problem).lesson.direction, Direction::larger_items);
  problem.max_size = 0;
  EXPECT_EQ(teach(problem).lesson.status, Status::optimal);  // without documents there are no words
  problem.max_size = {};
  problem.effort.per_item = 0;
  problem.per_word = 0.1;
  EXPECT_EQ(teach(problem).lesson.direction, Direction::more_items);
  problem.max_size = 100;
  EXPECT_EQ(teach(problem).lesson.status, Status::optimal);
}

TEST(NaiveBayes, one_class_or_one_word_is_no_special_case) {
  NaiveBayesProblem problem;
  problem.learner = {{1}, {{1, 1}}};
  problem.target = {{1}, {{0.9, 0.1}}};
  problem.per_word = 0.05;  // documents are free, but one is enough
  const auto one_class = teach(problem);
  EXPECT_EQ(dishonesty(problem, one_class), "");
  problem.learner = {{1, 1}, {{1}, {1}}};
  problem.target = {{0.3, 0.7}, {{1}, {1}}};
  problem.effort.per_item = 0.1;
  problem.per_word = 0;
  EXPECT_EQ(dishonesty(problem, teach(problem)), "");
}

TEST(NaiveBayes, keeps_its_digits_at_a_gain_of_many_words) {
  NaiveBayesProblem problem;
  const std::size_t V = 5000;
  problem.learner = {{1, 1}, {Row(V, 0.1), Row(V, 0.1)}};
  problem.target = {{0.999, 0.001}, {Row(V, 1.0 / V), Row(V, 1.0 / V)}};
  problem.effort.per_item = 5000;  // dear, but the words of each class are worth more
  problem.per_word = 0.01;
  const auto answer = teach(problem);
  EXPECT_EQ(answer.lesson.status, Status::optimal);
  EXPECT_EQ(answer.lesson.n, 2);
  problem.max_size = problem.min_size = 1;
  EXPECT_EQ(teach(problem).items.items[0].label, 0);
}

}  // namespace
}  // namespace didact::testing::naive_bayes_test
