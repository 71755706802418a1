#include "commands.hpp"
#include "io/json.hpp"
#include "output.hpp"
#include "services/given_problem.hpp"
#include "studio/page.hpp"
#include "studio/site.hpp"
#include "studio/worker.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

extern char** environ;

namespace didact::app {
namespace {

constexpr unsigned short usual_port = 8737;

/// Data files that a problem names, by their plain names and with their content: the studio reads nothing else.
void take_files(io::Json& value, const std::filesystem::path& folder, io::Json& files) {
  if (value.is_structured()) {
    for (io::Json& member : value) take_files(member, folder, files);
    return;
  }
  if (!value.is_string()) return;
  const std::filesystem::path file = folder / value.get<std::string>();
  std::error_code failed;
  const std::string ending = file.extension().string();
  if ((ending != ".csv" && ending != ".txt") || !std::filesystem::is_regular_file(file, failed)) return;
  io::Errors errors;
  const std::string name = file.filename().string();
  files[name] = io::read_text(file, "--open", errors);
  io::throw_if_any(errors);
  value = name;
}

io::Json opened_problem(const std::string& file) {
  if (file.empty()) return {};
  io::Errors errors;
  const std::string text = io::read_text(file, "--open", errors);
  io::throw_if_any(errors);
  io::Json problem = services::given_problem(text, {}).json;
  io::Json files = io::Json::object();
  take_files(problem, std::filesystem::path(file).parent_path(), files);
  return {
      {"problem", std::move(problem)}, {"files", std::move(files)}, {"name", std::filesystem::path(file).filename()}};
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

/// Whether some program took the address; what it says is nobody's business.
bool open_browser(const std::string& address) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (const int stream : {0, 1, 2}) posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
  pid_t pid = 0;
  std::string program = "xdg-open", target = address;
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
  studio::Site site({std::filesystem::read_symlink("/proc/self/exe").string(), "studio", "--worker"},
                    opened_problem(arguments.opened));
  studio::Server server = server_at(arguments.port);
  const std::string token = studio::random_token();
  const std::string address = fmt::format("http://127.0.0.1:{}/#token={}", server.port(), token);
  write_result(arguments, address + '\n');
  if (!arguments.no_browser && !open_browser(address)) note(arguments, "open this address in a browser");
  server.run(studio::Gate(server.port(), token), [&](studio::Request request, std::shared_ptr<studio::Talk> talk) {
    site.serve(std::move(request), std::move(talk));
  });
  return success;
}

}  // namespace didact::app
