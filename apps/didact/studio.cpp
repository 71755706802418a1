#include "commands.hpp"
#include "io/files.hpp"
#include "io/registry.hpp"
#include "output.hpp"
#include "studio/page.hpp"
#include "studio/site.hpp"
#include "studio/worker.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <fcntl.h>
#include <map>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>

extern char** environ;

namespace didact::app {
namespace {

constexpr unsigned short usual_port = 8737;

/// Data files that a problem names, under plain names of their own and with their content: the studio reads nothing
/// else.
class DataFiles {
 public:
  explicit DataFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void take(io::Json& value) {
    if (value.is_structured()) {
      for (io::Json& member : value) take(member);
      return;
    }
    if (!value.is_string()) return;
    const std::filesystem::path file = folder_ / value.get<std::string>();
    std::error_code failed;
    const std::string ending = file.extension().string();
    if ((ending != ".csv" && ending != ".txt") || !std::filesystem::is_regular_file(file, failed)) return;
    auto [known, is_new] = names_.emplace(std::filesystem::canonical(file).string(), "");
    if (is_new) {
      known->second = free_name(file);
      io::Errors errors;
      contents_[known->second] = io::read_text(file, "--open", errors);
      io::throw_if_any(errors);
    }
    value = known->second;
  }
  const io::Json& contents() const { return contents_; }

 private:
  std::string free_name(const std::filesystem::path& file) const {
    std::string stem = file.stem().string();
    for (char& letter : stem) {
      if (!studio::is_plain_name("x" + std::string(1, letter))) letter = '_';
    }
    for (int number = 1;; ++number) {
      const std::string name =
          fmt::format("{}{}{}", stem, number == 1 ? "" : fmt::format(" ({})", number), file.extension().string());
      if (!contents_.contains(name)) return name;
    }
  }

  std::filesystem::path folder_;
  std::map<std::string, std::string> names_;  ///< of each file
  io::Json contents_ = io::Json::object();
};

io::Json opened_problem(const std::string& file) {
  if (file.empty()) return {};
  io::Errors errors;
  const std::string text = io::read_text(file, "--open", errors);
  io::throw_if_any(errors);
  io::Json problem = io::parse_json(text, errors);
  if (errors.empty()) io::model_of(problem, errors);  // what else is wrong is said beside the problem
  io::throw_if_any(errors);
  DataFiles files(std::filesystem::path(file).parent_path());
  files.take(problem);
  return {{"problem", std::move(problem)}, {"files", files.contents()}};
}

/// The usual port, or any; a port that was asked for, or none.
studio::Server server_at(const std::optional<unsigned short>& port) {
  if (port) return studio::Server(*port);
  try {
    return studio::Server(usual_port);
  } catch (const std::runtime_error&) {
    return studio::Server(0);
  }
}

/// A page that leads to the address: on a command line everybody on the machine could read the token.
std::filesystem::path leading_page(const std::filesystem::path& folder, const std::string& address) {
  const std::filesystem::path file = folder / ".open.html";
  io::write_whole(file, fmt::format("<!doctype html><meta http-equiv=\"refresh\" content=\"0;url={0}\">"
                                    "<a href=\"{0}\">didact studio</a>\n",
                                    address));
  return file;
}

/// Whether some program took the page; what it says is nobody's business.
bool open_browser(const std::filesystem::path& page) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (const int stream : {0, 1, 2}) posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
  pid_t pid = 0;
  std::string program = "xdg-open", target = page.string();
  char* words[] = {program.data(), target.data(), nullptr};
  const int failed = posix_spawnp(&pid, program.c_str(), &files, nullptr, words, environ);
  posix_spawn_file_actions_destroy(&files);
  int status = 0;
  return failed == 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

int studio(const Arguments& arguments) {
  if (arguments.worker) return studio::work();
  if (studio::page().empty()) {
    throw std::runtime_error(
        "this program was built without the studio's page. Install Node.js 18 or newer and npm, and build again with "
        "scripts/build");
  }
  const io::Json opened = opened_problem(arguments.opened);
  studio::Server server = server_at(arguments.port);  // longer than those who answer
  studio::Site site({std::filesystem::read_symlink("/proc/self/exe").string(), "studio", "--worker"}, opened);
  const std::string token = studio::random_token();
  const std::string address = fmt::format("http://127.0.0.1:{}/#token={}", server.port(), token);
  write_result(arguments, address + '\n');
  if (!arguments.no_browser) {  // it may take its time, or stay as long as it is open
    std::thread([page = leading_page(site.folder(), address), arguments] {
      if (!open_browser(page)) note(arguments, "open this address in a browser");
    }).detach();
  }
  server.run(studio::AccessCheck(server.port(), token),
             [&](const studio::Request& request, std::shared_ptr<studio::Talk> talk) { site.serve(request, talk); });
  return success;
}

}  // namespace didact::app
