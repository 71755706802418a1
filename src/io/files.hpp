#pragma once
// Files: reading them whole, and which of them a problem may name.

#include "io/errors.hpp"

#include <filesystem>
#include <string>

namespace didact::io {

/// Where a problem came from.
struct Context {
  std::filesystem::path directory;  ///< paths in the problem are relative to it
  bool may_read_files = true;       ///< false for problems from strangers
};

/// The whole file, or standard input for "-". Failing is an error at `path`.
std::string read_text(const std::filesystem::path& file, const std::string& path, Errors& errors);

/// Writes a file as a whole: one that was there before stays until the new one is on the disk, and what is no ordinary
/// file (a device, a pipe) is written directly. Throws std::runtime_error.
void write_whole(const std::filesystem::path& file, const std::string& text);

}  // namespace didact::io
