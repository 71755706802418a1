#include "io/files.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>

namespace didact::io {

std::string read_text(const std::filesystem::path& file, const std::string& path, Errors& errors) {
  if (file == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    errors.add(path, fmt::format("cannot read {}: it is a directory", file.string()));
    return {};
  }
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream.is_open() || stream.bad()) {
    errors.add(path, fmt::format("cannot read {}: {}", file.string(), std::strerror(errno)));
  }
  return text;
}

}  // namespace didact::io
