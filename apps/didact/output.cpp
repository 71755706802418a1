#include "output.hpp"

#include "io/files.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <unistd.h>

namespace didact::app {
namespace {

bool wants_colour(int descriptor) {
  const char* const no_colour = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  const bool dumb = terminal && std::string_view(terminal) == "dumb";
  return isatty(descriptor) != 0 && !(no_colour && *no_colour) && !dumb;
}

void require_writable_file(const std::string& option, const std::string& path) {
  if (path.empty()) return;
  const std::filesystem::path file = path;
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  const bool exists = access(file.c_str(), F_OK) == 0;
  if (std::filesystem::is_directory(file)) {
    throw io::InvalidProblem(io::Error{option, fmt::format("{} is a directory", path)});
  }
  if (access(exists ? file.c_str() : folder.c_str(), W_OK) != 0) {
    throw io::InvalidProblem(io::Error{option, fmt::format("cannot write {}: {}", path, std::strerror(errno))});
  }
}

}  // namespace

void require_writable(const Arguments& arguments) {
  require_writable_file("--out", arguments.out);
  require_writable_file("--plot", arguments.plot);
  require_writable_file("--checkpoint", arguments.checkpoint);
  if (!arguments.plot.empty() && arguments.plot == arguments.out) {
    throw io::InvalidProblem(io::Error{"--plot", "is the same file as --out"});
  }
  if (arguments.figures.empty()) return;
  std::error_code failed;
  std::filesystem::create_directories(arguments.figures, failed);
  if (failed) {
    throw io::InvalidProblem(
        io::Error{"--figures", fmt::format("cannot make {}: {}", arguments.figures, failed.message())});
  }
  for (const char* const name : {"figure-1.svg", "figure-2.svg"}) {
    require_writable_file("--figures", (std::filesystem::path(arguments.figures) / name).string());
  }
}

void write_picture(const Arguments& arguments, const std::string& svg) {
  io::write_whole(arguments.plot, svg);
}

void write_result(const Arguments& arguments, const std::string& text) {
  if (arguments.out.empty()) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (!written) throw std::runtime_error(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
    return;
  }
  io::write_whole(arguments.out, text);
}

void note(const Arguments& arguments, const std::string& text) {
  if (!arguments.quiet) fmt::print(stderr, "didact: {}\n", text);
}

report::Paint paint_for_output(const Arguments& arguments) {
  return {arguments.out.empty() && wants_colour(STDOUT_FILENO)};
}

report::Paint paint_for_errors() {
  return {wants_colour(STDERR_FILENO)};
}

}  // namespace didact::app
