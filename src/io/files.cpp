#include "io/files.hpp"

#include "io/read_cache.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <unistd.h>

namespace didact::io {

namespace {

/// The file is named unless the whole complaint is about it.
void complain(const std::filesystem::path& file, const std::string& path, const std::string& why, Errors& errors) {
  errors.add(path, path.empty() ? "cannot be read: " + why : fmt::format("cannot read {}: {}", file.string(), why));
}

[[noreturn]] void cannot_write(const std::filesystem::path& file) {
  throw std::runtime_error(fmt::format("cannot write {}: {}", file.string(), std::strerror(errno)));
}

void write_to_the_disk(const std::filesystem::path& file, const std::string& text) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) cannot_write(file);
  bool good = true;
  for (std::size_t written = 0; good && written < text.size();) {
    const ssize_t count = ::write(descriptor, text.data() + written, text.size() - written);
    if (count >= 0) written += static_cast<std::size_t>(count);
    good = count >= 0 || errno == EINTR;
  }
  good = good && (::fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS);  // a pipe has no disk
  if (::close(descriptor) != 0 || !good) cannot_write(file);
}

}  // namespace

void write_whole(const std::filesystem::path& file, const std::string& text) {
  std::error_code ignored;
  const auto status = std::filesystem::symlink_status(file, ignored);
  const bool ordinary = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  if (!ordinary || ::access(folder.c_str(), W_OK) != 0) return write_to_the_disk(file, text);
  const std::filesystem::path unfinished = file.parent_path() / ("." + file.filename().string() + ".unfinished");
  try {
    write_to_the_disk(unfinished, text);
    std::filesystem::rename(unfinished, file);
  } catch (...) {
    std::filesystem::remove(unfinished, ignored);
    throw;
  }
}

const Frame* Context::frame(const std::string& name) const {
  if (!attached) return nullptr;
  const auto it = attached->frames.find(name);
  return it == attached->frames.end() ? nullptr : &it->second;
}

std::optional<std::filesystem::path> Context::file(const std::string& name, const std::string& path,
                                                   Errors& errors) const {
  if (files == Files::any) return directory / name;
  if (files == Files::none) {
    errors.add(path, "files cannot be read here; write the content inline, as a list");
    return {};
  }
  const bool plain = !name.empty() && name[0] != '.' && name.find_first_of(std::string("/\\\0", 3)) == name.npos;
  std::error_code failed;
  const std::filesystem::path found = directory / name;
  if (plain && std::filesystem::symlink_status(found, failed).type() == std::filesystem::file_type::regular) {
    return found;
  }
  errors.add(path, "no data of this name was uploaded: " + name);
  return {};
}

std::string Context::text(const std::filesystem::path& file, const std::string& path, Errors& errors) const {
  return cache ? cache->text(file, path, errors) : read_text(file, path, errors);
}

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
