#pragma once
// Files: reading them whole, and which of them a problem may name.

#include "io/errors.hpp"
#include "io/frame.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace didact::io {

class Model;
class ReadCache;

/// What came along with a problem that its text cannot say.
struct Attached {
  std::map<std::string, Frame> frames;     ///< data, by the name that stands in the problem for it
  std::shared_ptr<const Model> own_model;  ///< one that is not in the registry
};

/// Where a problem came from, and so what it may ask for.
struct Context {
  enum class Files { any, listed, none };

  std::filesystem::path directory = {};  ///< paths in the problem are relative to it
  Files files = Files::any;              ///< a stranger's problem: none, or by their plain names those in the directory

  std::shared_ptr<const Attached> attached = {};
  std::shared_ptr<ReadCache> cache = {};  ///< of what problems like this one have read already; may be null

  bool may_run_programs() const { return files == Files::any; }
  /// The data of this name that came along, or null.
  const Frame* frame(const std::string& name) const;
  /// The file of this name; if the problem may not have it, nothing and an error at `path`.
  std::optional<std::filesystem::path> file(const std::string& name, const std::string& path, Errors& errors) const;
  /// The whole of a file that file() has found.
  std::string text(const std::filesystem::path& file, const std::string& path, Errors& errors) const;
};

/// The whole file, or standard input for "-". Failing is an error at `path`.
std::string read_text(const std::filesystem::path& file, const std::string& path, Errors& errors);

/// Writes a file as a whole: one that was there before stays until the new one is on the disk, and what is no ordinary
/// file (a device, a pipe) is written directly. Throws std::runtime_error.
void write_whole(const std::filesystem::path& file, const std::string& text);

}  // namespace didact::io
