#include "output.hpp"

#include "io/errors.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
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

}  // namespace

void require_writable(const Arguments& arguments) {
  if (arguments.out.empty()) return;
  const std::filesystem::path file = arguments.out;
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  const bool exists = access(file.c_str(), F_OK) == 0;
  if (std::filesystem::is_directory(file)) {
    throw io::InvalidProblem(io::Error{"--out", fmt::format("{} is a directory", arguments.out)});
  }
  if (access(exists ? file.c_str() : folder.c_str(), W_OK) != 0) {
    throw io::InvalidProblem(
        io::Error{"--out", fmt::format("cannot write {}: {}", arguments.out, std::strerror(errno))});
  }
}

void write_result(const Arguments& arguments, const std::string& text) {
  if (arguments.out.empty()) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    if (!written) throw std::runtime_error(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
    return;
  }
  std::ofstream file(arguments.out, std::ios::binary);
  file << text << std::flush;
  if (!file) throw std::runtime_error(fmt::format("cannot write {}: {}", arguments.out, std::strerror(errno)));
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
