#include "studio/worker.hpp"

#include "report/report.hpp"
#include "studio/requests.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <iostream>
#include <new>
#include <sys/resource.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace didact::studio {
namespace {

/// One line, whatever is in it.
void say(const Json& json) {
  const std::string line = json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
  std::fwrite(line.data(), 1, line.size(), stdout);
  std::fflush(stdout);
}

std::atomic<bool> asked_to_stop{false};

Json outcome(const Json& request) {
  const Handling handling{{request.at("directory").get<std::string>(), io::Context::Files::listed},
                          [](const Json& at) {
                            say({{"progress", at}});
                          },
                          &asked_to_stop};
  try {
    return {{"answer", answer(request.at("what").get<std::string>(), request.at("body"), handling)}};
  } catch (const io::InvalidProblem& problem) {
    return report::to_json(problem.errors());
  } catch (const std::bad_alloc&) {
    return report::to_json(std::vector<io::Error>{{"", "this needs more memory than the studio gives to a problem"}});
  } catch (const std::exception& error) {
    return report::to_json(std::vector<io::Error>{{"", fmt::format("the engine failed: {}", error.what())}});
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
  for (std::string line; std::getline(std::cin, line);) {
    const Json request = Json::parse(line);
    asked_to_stop = false;
    say(outcome(request));
  }
  return 0;
}

}  // namespace didact::studio
