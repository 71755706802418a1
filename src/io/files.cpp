#include "io/files.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>

namespace didact::io {

namespace {

/// The file is named unless the whole complaint is about it.
void complain(const std::filesystem::path& file, const std::string& path, const std::string& why, Errors& errors) {
  errors.add(path, path.empty() ? "cannot be read: " + why : fmt::format("cannot read {}: {}", file.string(), why));
}

}  // namespace

std::string read_text(const std::filesystem::path& file, const std::string& path, Errors& errors) {
  if (file == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    complain(file, path, "it is a directory", errors);
    return {};
  }
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream.is_open() || stream.bad()) {
    complain(file, path, std::strerror(errno), errors);
  }
  return text;
}

}  // namespace didact::io
