#pragma once
// What was read already. Problems that differ in a few numbers, as those of a sweep, share their files and their pools.

#include "io/json.hpp"

#include <any>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace didact::io {

/// May be used by several threads.
class ReadCache {
 public:
  /// A file's text; what is wrong with the file is said each time.
  std::string text(const std::filesystem::path& file, const std::string& path, Errors& errors);

  /// What `read` returns; that of an earlier call with the same key if there was one. A key says all that the value
  /// depends on. Nothing is kept of what could not be read.
  template <class T, class Read>
  std::optional<T> value(const Json& key, const Read& read) {
    if (const auto kept = find(key)) return *std::any_cast<std::shared_ptr<const T>>(*kept);
    std::optional<T> made = read();
    if (made) keep(key, std::shared_ptr<const T>(std::make_shared<T>(*made)));
    return made;
  }

 private:
  std::optional<std::any> find(const Json& key) const;
  void keep(const Json& key, std::any value);

  mutable std::mutex mutex_;
  std::map<std::filesystem::path, std::string> texts_;
  std::vector<std::pair<Json, std::any>> values_;  ///< few
};

}  // namespace didact::io
