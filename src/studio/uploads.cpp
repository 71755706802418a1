#include "studio/uploads.hpp"

#include "io/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <stdexcept>

namespace didact::studio {

Uploads::Uploads() {
  std::string name = (std::filesystem::temp_directory_path() / "didact-studio-XXXXXX").string();
  if (!mkdtemp(name.data())) throw std::runtime_error("cannot make a folder for uploaded data in " + name);
  folder_ = name;
}

Uploads::~Uploads() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string Uploads::put(const std::string& name, const std::string& content) {
  if (!is_plain_name(name)) {
    return fmt::format("a name has up to 100 letters, digits, spaces and - _ . ( ), not {}", name);
  }
  const std::lock_guard lock(mutex_);
  std::filesystem::create_directory(folder_);  // somebody may have tidied up
  std::filesystem::permissions(folder_, std::filesystem::perms::owner_all);
  std::uintmax_t bytes = content.size();
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    if (entry.path().filename() != name) bytes += entry.file_size();
  }
  if (bytes > most_bytes) return fmt::format("all data together are more than {} bytes", most_bytes);
  io::write_whole(folder_ / name, content);
  ++version_;
  return "";
}

bool is_plain_name(const std::string& name) {
  constexpr std::size_t longest = 100;
  const auto is_good = [](unsigned char letter) {
    return std::isalnum(letter) || letter >= 0x80 ||
           std::string_view(" -_.()").find(static_cast<char>(letter)) != std::string_view::npos;
  };
  return !name.empty() && name.size() <= longest && name[0] != '.' && std::all_of(name.begin(), name.end(), is_good);
}

}  // namespace didact::studio
