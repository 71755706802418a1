#include "io/read_cache.hpp"

#include "io/files.hpp"

#include <algorithm>

namespace didact::io {
namespace {

/// Where each problem has a pool of its own there is nothing to share.
constexpr std::size_t most_values = 16;

}  // namespace

std::string ReadCache::text(const std::filesystem::path& file, const std::string& path, Errors& errors) {
  const std::lock_guard lock(mutex_);
  if (const auto known = texts_.find(file); known != texts_.end()) return known->second;
  const std::size_t before = errors.count();
  std::string text = read_text(file, path, errors);
  if (errors.count() == before) texts_[file] = text;
  return text;
}

std::optional<std::any> ReadCache::find(const Json& key) const {
  const std::lock_guard lock(mutex_);
  const auto it = std::find_if(values_.begin(), values_.end(), [&](const auto& kept) { return kept.first == key; });
  return it == values_.end() ? std::nullopt : std::optional(it->second);
}

void ReadCache::keep(const Json& key, std::any value) {
  const std::lock_guard lock(mutex_);
  if (values_.size() < most_values) values_.emplace_back(key, std::move(value));
}

}  // namespace didact::io
