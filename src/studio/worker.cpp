#include "studio/worker.hpp"

#include "report/report.hpp"
#include "studio/requests.hpp"

#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <new>
#include <optional>
#include <sys/resource.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace didact::studio {
namespace {

/// One line: what it is, and JSON.
void say(std::string_view what, const Json& json) {
  const std::string line = fmt::format("{} {}\n", what, json.dump(-1, ' ', false, Json::error_handler_t::replace));
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fflush(stdout);
}

std::atomic<bool> asked_to_stop{false};

struct Question {
  std::string what, directory, data_version, body;
};

/// A line with what is asked, the folder of uploaded data, their version and the length of the body; then the body.
std::optional<Question> next_question() {
  Question question;
  std::string length;
  if (!std::getline(std::cin, question.what, '\t') || !std::getline(std::cin, question.directory, '\t') ||
      !std::getline(std::cin, question.data_version, '\t') || !std::getline(std::cin, length)) {
    return {};
  }
  question.body.resize(std::stoul(length));
  std::cin.read(question.body.data(), static_cast<std::streamsize>(question.body.size()));
  std::cin.ignore();  // the end of the line
  return question;
}

void answer_to(const Question& question, LastProblem& last) {
  last.forget_unless(question.data_version);
  const auto complain = [](std::string_view what, std::vector<io::Error> errors) {
    say(what, report::to_json(errors));
  };
  const Handling handling{{question.directory, io::Context::Files::listed},
                          {[](const Json& at) { say("progress", at); }, &asked_to_stop},
                          &last};
  try {
    io::Errors errors;
    const Json body = io::parse_json(question.body, errors);
    io::throw_if_any(errors);
    say("answer", answer(question.what, body, handling));
  } catch (const io::InvalidProblem& problem) {
    complain("errors", problem.errors());
  } catch (const std::bad_alloc&) {
    complain("failure", {{"", "this needs more memory than the studio gives to a problem"}});
  } catch (const std::exception& error) {
    complain("failure", {{"", fmt::format("the engine failed: {}", error.what())}});
  }
}

}  // namespace

int work() {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // nobody waits for an answer when the server is gone
#endif
#ifndef __SANITIZE_ADDRESS__  // which takes more addresses than any machine has memory
  constexpr rlim_t most_memory = rlim_t{4} << 30;
  const rlimit memory{most_memory, most_memory};
  setrlimit(RLIMIT_AS, &memory);
#endif
  std::signal(SIGINT, [](int) { asked_to_stop = true; });
  LastProblem last;
  while (const auto question = next_question()) {
    asked_to_stop = false;
    say("begun", nullptr);
    answer_to(*question, last);
  }
  return 0;
}

std::string question(const std::string& what, const std::string& directory, std::uint64_t data_version,
                     const std::string& body) {
  return fmt::format("{}\t{}\t{}\t{}\n{}", what, directory, data_version, body.size(), body);
}

}  // namespace didact::studio
