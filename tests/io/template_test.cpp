#include "io/template.hpp"

#include "problems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace didact::io::template_test {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(Template, IsAValidProblem) {
  for (const auto& model : models()) {
    const std::string text = problem_template(model->description());
    EXPECT_THAT(mistakes(parsed(text)), testing::ElementsAre()) << text;
    EXPECT_EQ(parsed(text), problem_example(model->description()));
  }
}

TEST(Template, EveryOptionIsValidOnceUncommented) {
  for (const auto& model : models()) {
    const auto lines = lines_of(problem_template(model->description()));
    int options = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto start = lines[i].find("// \"");
      if (start == std::string::npos || lines[i].find("…") != std::string::npos || start > 8) continue;
      if (lines[i].find("judge") != std::string::npos) continue;  // belongs to one_of
      std::string text;
      for (std::size_t j = 0; j < lines.size(); ++j) text += (j == i ? lines[j].substr(start + 3) : lines[j]) + "\n";
      EXPECT_THAT(mistakes(parsed(text)), testing::ElementsAre()) << text;
      ++options;
    }
    EXPECT_GE(options, model->description().item_rules.empty() ? 5 : 6) << model->description().name;
  }
}

TEST(Template, LinesFitAnEditor) {
  for (const auto& model : models()) {
    for (const std::string& line : lines_of(problem_template(model->description())))
      EXPECT_LE(line.size(), 160u) << line;
  }
}

}  // namespace
}  // namespace didact::io::template_test
