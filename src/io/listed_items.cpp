#include "io/listed_items.hpp"

namespace didact::io {

std::optional<ItemRows> read_item_rows(const std::filesystem::path& file, const std::string& path,
                                       const Context& context, Errors& errors) {
  const std::size_t before = errors.count();
  ItemRows given{{}, {path, file == "-" ? "standard input" : file.filename().string()}};
  const std::string text = context.text(file, path, errors);
  given.rows = parse_csv(text, path, errors);
  if (errors.count() > before) return {};
  if (!given.rows.empty()) return given;
  errors.add(path, given.place.file + " is empty");
  return {};
}

}  // namespace didact::io
