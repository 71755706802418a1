#pragma once
// Data that was uploaded: files in a folder of this run, by plain names.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>

namespace didact::studio {

class Uploads {
 public:
  /// Makes the folder, which only this user can read. Throws std::runtime_error.
  Uploads();
  /// Takes it away.
  ~Uploads();
  Uploads(const Uploads&) = delete;
  Uploads& operator=(const Uploads&) = delete;

  const std::filesystem::path& folder() const { return folder_; }

  /// Another number after each change.
  std::uint64_t version() const { return version_; }
  /// Empty, or why not. Throws std::exception where the disk is full.
  std::string put(const std::string& name, const std::string& content);

 private:
  static constexpr std::uintmax_t most_bytes = 512 << 20;

  std::filesystem::path folder_;
  std::mutex mutex_;
  std::atomic<std::uint64_t> version_ = 0;
};

/// Letters, digits, and some signs; not at the beginning a dot.
bool is_plain_name(const std::string& name);

}  // namespace didact::studio
