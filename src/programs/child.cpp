#include "programs/child.hpp"

#include "io/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char** environ;

namespace didact::programs {
namespace {

constexpr std::size_t kept_of_errors = 4096;

struct Pipe {
  Descriptor read, write;
};

/// Above the standard streams, which one that is closed would otherwise be taken for.
Descriptor moved_up(int number) {
  const int up = fcntl(number, F_DUPFD_CLOEXEC, 3);
  ::close(number);
  if (up < 0) throw Fault(fmt::format("could not be started: {}", std::strerror(errno)));
  return Descriptor(up);
}

Pipe make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw Fault(fmt::format("could not be started: {}", std::strerror(errno)));
  Descriptor read = moved_up(ends[0]);
  return {std::move(read), moved_up(ends[1])};
}

void never_wait(const Descriptor& end) {
  fcntl(end.number(), F_SETFL, fcntl(end.number(), F_GETFL) | O_NONBLOCK);
}

/// While this lives, writing to a program that is gone is an error and not the end of didact.
class NoSigpipe {
 public:
  NoSigpipe() {
    sigemptyset(&sigpipe_);
    sigaddset(&sigpipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &sigpipe_, &before_);
  }
  ~NoSigpipe() {
    const timespec now = {};
    if (!was_pending_) {
      while (sigtimedwait(&sigpipe_, nullptr, &now) < 0 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  NoSigpipe(const NoSigpipe&) = delete;
  NoSigpipe& operator=(const NoSigpipe&) = delete;

 private:
  sigset_t sigpipe_, before_;
  bool was_pending_;
};

/// Appends what there is. False at the end of the stream.
bool read_all(const Descriptor& end, std::string& text, std::size_t enough) {
  char block[16384];
  for (;;) {
    const ssize_t count = ::read(end.number(), block, sizeof block);
    if (count > 0) {
      text.append(block, static_cast<std::size_t>(count));
      if (text.size() > enough) return true;  // enough for now
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
      return false;
    } else if (errno == EAGAIN) {
      return true;
    }
  }
}

/// The program's own group, so that all it starts can be ended with it, and so that Ctrl-C is ours to handle.
int spawn(const Command& command, const Pipe& in, const Pipe& out, const Pipe& err, pid_t& pid) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  if (!command.directory.empty()) posix_spawn_file_actions_addchdir_np(&files, command.directory.c_str());
  posix_spawn_file_actions_adddup2(&files, in.read.number(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out.write.number(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, err.write.number(), STDERR_FILENO);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  posix_spawn_file_actions_addclosefrom_np(&files, 3);  // whatever else is open is none of its business
#endif
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&attributes, 0);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigaddset(&signals, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  std::vector<char*> words;
  for (const std::string& word : command.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const int error = posix_spawnp(&pid, words[0], &files, &attributes, words.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

}  // namespace

std::string readable(const std::string& text, std::size_t most, Keep keep) {
  std::string cut = text;
  if (text.size() > most) {
    cut = keep == Keep::end ? "…" + text.substr(text.size() - most) : text.substr(0, most) + "…";
  }
  for (char& c : cut) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  // What is no UTF-8 becomes a replacement character on the way through JSON.
  return io::Json::parse(io::Json(cut).dump(-1, ' ', false, io::Json::error_handler_t::replace)).get<std::string>();
}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

void Descriptor::close() {
  if (open()) ::close(number_);
  number_ = -1;
}

Child::Child(const Command& command) : longest_line_(command.longest_line) {
  Pipe in = make_pipe(), out = make_pipe(), err = make_pipe();
  if (const int error = spawn(command, in, out, err, pid_); error != 0) {
    pid_ = -1;
    throw Fault(fmt::format("could not be started: {}", std::strerror(error)));
  }
  in_ = std::move(in.write);
  out_ = std::move(out.read);
  err_ = std::move(err.read);
  for (const Descriptor* end : {&in_, &out_, &err_}) never_wait(*end);
}

Child::~Child() {
  kill_and_reap();
}

void Child::serve() {
  write_unsent();
  read_lines();
  read_errors();
}

void Child::write_unsent() {
  if (unsent_.empty() || !in_.open()) return;
  const NoSigpipe guard;
  while (!unsent_.empty()) {
    const ssize_t count = ::write(in_.number(), unsent_.data(), unsent_.size());
    if (count > 0) {
      unsent_.erase(0, static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      return;
    } else if (errno != EINTR) {
      return in_.close();  // it reads no more; what it still writes, or its end, says why
    }
  }
}

void Child::read_lines() {
  if (out_.open() && !read_all(out_, received_, longest_line_)) out_.close();
  if (received_.size() > longest_line_ && received_.find('\n') == std::string::npos) {
    throw Fault(fmt::format("wrote a line of more than {} bytes", longest_line_));
  }
}

void Child::read_errors() {
  if (err_.open() && !read_all(err_, errors_, longest_line_)) err_.close();
  if (errors_.size() > 2 * kept_of_errors) errors_.erase(0, errors_.size() - kept_of_errors);
}

void Child::add_to(std::vector<pollfd>& polled) const {
  if (in_.open() && !unsent_.empty()) polled.push_back({in_.number(), POLLOUT, 0});
  if (out_.open()) polled.push_back({out_.number(), POLLIN, 0});
  if (err_.open()) polled.push_back({err_.number(), POLLIN, 0});
}

std::optional<std::string> Child::line() {
  const std::size_t end = received_.find('\n');
  if (end == std::string::npos) return {};
  std::string text = received_.substr(0, end);
  received_.erase(0, end + 1);
  return text;
}

void Child::interrupt() const {
  if (pid_ > 0) kill(pid_, SIGINT);
}

bool Child::ended() const {
  siginfo_t info = {};
  return waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0;
}

int Child::kill_and_reap() {
  if (pid_ < 0) return 0;
  kill(-pid_, SIGKILL);  // the whole group; its number is still its own, for nobody has waited for it
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return status;
}

std::string Child::obituary() {
  using namespace std::chrono_literals;
  for (int i = 0; i < 500 && !ended(); ++i) std::this_thread::sleep_for(2ms);  // it may be about to
  const bool by_itself = ended();
  const int status = kill_and_reap();
  std::string how = "closed its standard output";
  if (by_itself && WIFSIGNALED(status)) {
    how = fmt::format("was ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  } else if (by_itself) {
    how = fmt::format("exited with code {}", WEXITSTATUS(status));
  }
  return how;
}

std::string Child::last_words() {
  constexpr std::size_t most_lines = 4, most_bytes = 500;
  read_errors();
  std::deque<std::string> lines;
  std::istringstream stream(errors_);
  for (std::string line; std::getline(stream, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    lines.push_back(line);
    if (lines.size() > most_lines) lines.pop_front();
  }
  if (lines.empty()) return "";
  return "; its last words: " + readable(fmt::format("{}", fmt::join(lines, " | ")), most_bytes, Keep::end);
}

}  // namespace didact::programs
