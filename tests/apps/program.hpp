#pragma once
// Runs the built program as a person would, without a shell.

#include "folder.hpp"
#include "io/json.hpp"
#include "paths.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <optional>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

extern char** environ;

namespace didact {

struct Outcome {
  int code = -1;  ///< the exit code, or 128 + the signal that ended it
  std::string out;
  std::string err;
};

/// A program that runs beside the test.
class Process {
 public:
  Process(const std::vector<std::string>& arguments, const std::string& input,
          const std::string& program = paths::program()) {
    in_ = folder_.write("in", input);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, in_.c_str(), O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, folder_.path("out").c_str(), O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_addopen(&files, 2, folder_.path("err").c_str(), O_WRONLY | O_CREAT, 0600);
    std::vector<char*> argv = {const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    if (posix_spawnp(&pid_, program.c_str(), &files, nullptr, argv.data(), environ) != 0) {
      throw std::runtime_error("cannot run " + program);
    }
    posix_spawn_file_actions_destroy(&files);
  }

  void signal(int number) const { kill(pid_, number); }
  bool ended() const {
    siginfo_t info = {};
    return waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0;
  }
  /// Whether it has a handler of its own for a signal by now.
  bool catches(int number) const {
    std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("SigCgt:")) return std::stoull(line.substr(7), nullptr, 16) >> (number - 1) & 1;
    }
    return false;
  }
  /// What it has written.
  std::string so_far() const { return folder_.read("out"); }

  Outcome wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), folder_.read("out"), folder_.read("err")};
  }

 private:
  Folder folder_;
  std::string in_;
  pid_t pid_ = 0;
};

inline Outcome run(const std::vector<std::string>& arguments, const std::string& input = "") {
  return Process(arguments, input).wait();
}

inline io::Json json_of(const Outcome& run) {
  io::Errors errors;
  io::Json json = io::parse_json(run.out, errors);
  EXPECT_TRUE(errors.empty()) << run.out << run.err;
  return json;
}

}  // namespace didact
