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

}  // namespace didact::io
