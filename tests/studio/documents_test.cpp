// The documents show what the HTTP API answers: a block "json POST /api/…" is asked, and the block after it is
// compared.

#include "io/errors.hpp"
#include "io/files.hpp"
#include "paths.hpp"
#include "report/report.hpp"
#include "studio/requests.hpp"

#include <gtest/gtest.h>

#include <regex>

namespace didact::studio::documents_test {
namespace {

struct Example {
  std::string what, question, status, answer;
};

std::vector<Example> examples(const std::string& text) {
  static const std::regex blocks("```json POST /api/(\\w+)\n([^`]*)```\\s*```json (\\d+)\n([^`]*)```");
  std::vector<Example> list;
  for (std::sregex_iterator at(text.begin(), text.end(), blocks), end; at != end; ++at) {
    list.push_back({(*at)[1], (*at)[2], (*at)[3], (*at)[4]});
  }
  return list;
}

/// Equal but for times, and the last digits of numbers.
bool alike(const Json& a, const Json& b) {
  if (a.is_number() && b.is_number()) {
    const double x = a.get<double>(), y = b.get<double>();
    return std::abs(x - y) <= 1e-9 * std::max(1.0, std::abs(x));
  }
  if (a.type() != b.type() || a.size() != b.size()) return false;
  if (a.is_object()) {
    for (const auto& [key, value] : a.items()) {
      if (!b.contains(key) || (key != "seconds" && !alike(value, b[key]))) return false;
    }
    return true;
  }
  if (a.is_array()) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!alike(a[i], b[i])) return false;
    }
    return true;
  }
  return a == b;
}

TEST(Documents, ShowWhatIsAnswered) {
  io::Errors errors;
  const std::string text = io::read_text(paths::source("docs/http-api.md"), "", errors);
  const std::vector<Example> all = examples(text);
  ASSERT_GE(all.size(), 5u);
  for (const Example& example : all) {
    Json answered;
    std::string status = "200";
    try {
      answered = answer(example.what, Json::parse(example.question), {});
    } catch (const io::InvalidProblem& problem) {
      status = "400";
      answered = report::to_json(problem.errors());
    }
    EXPECT_EQ(status, example.status) << example.question;
    EXPECT_TRUE(alike(answered, Json::parse(example.answer))) << example.what << " answers\n" << answered.dump(2);
  }
}

}  // namespace
}  // namespace didact::studio::documents_test
