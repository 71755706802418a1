#pragma once
// Learners that are programs, to test with.

#include "io/program_model.hpp"
#include "problems.hpp"
#include "report/report.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace didact::io {

/// A learner in Python: `body` sets `loss` from `items`, a list of items, and may do worse.
inline std::string python(const std::string& body, const std::string& ready = "{'ready': True}") {
  return "import json, os, sys, time\n"
         "hello = json.loads(sys.stdin.readline())\n"
         "print(json.dumps(" +
         ready +
         "), flush=True)\n"
         "for line in sys.stdin:\n"
         "    question = json.loads(line)\n"
         "    items = question['items']\n" +
         body + "    print(json.dumps({'id': question['id'], 'loss': loss}), flush=True)\n";
}

inline const std::string distance = "    loss = abs(sum(x[0] for x in items) - 3.7)\n";

class Programs : public testing::Test {
 protected:
  /// A problem for a learner in Python; the patch is merged into it.
  Json with(const std::string& code, const std::string& patch = "{}") const {
    folder_.write("learner.py", code);
    return of({"python3", "-SE", "learner.py"}, patch);  // starts in half the time
  }
  Json of(const std::vector<std::string>& command, const std::string& patch = "{}") const {
    Json json = parsed(R"({"learner": {"model": "program", "timeout": 60, "workers": 2}, "target": null,
                           "items": {"pool": [0.5, 1, 1.5, 2, 3]}})");
    json["learner"]["command"] = command;
    json.merge_patch(parsed(patch));
    if (!json.contains("target")) json["target"] = nullptr;
    return json;
  }
  io::Answer answer(const Json& json, const Options& options = {}) const {
    return read_problem(json, {folder_.path()})->teach(options);
  }
  Lesson teach(const Json& json, const Options& options = {}) const { return answer(json, options).lesson; }

  /// What a program of no use is refused with.
  std::string refusal(const Json& json) const {
    try {
      const Lesson lesson = teach(json);
      return "a lesson of " + std::to_string(lesson.n);
    } catch (const InvalidProblem& invalid) {
      EXPECT_EQ(invalid.errors().size(), 1u);
      EXPECT_EQ(invalid.errors()[0].path, "learner.command");
      EXPECT_NE(report::to_json(invalid.errors()).dump(), "");  // valid UTF-8
      return invalid.errors()[0].message;
    }
  }
  std::string script(const std::string& commands) const { return refusal(of({"sh", "-c", commands})); }

  Folder folder_;
};

}  // namespace didact::io
