#include "io/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <unordered_set>

namespace didact::io {
namespace {

constexpr std::size_t deepest = 100;

/// Walks over the text and leaves word of how far the parser has come, which its events do not tell.
class Cursor {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Cursor(const char* at, const char** reached) : at_(at), reached_(reached) {}
  reference operator*() const { return *at_; }
  Cursor& operator++() {
    *reached_ = ++at_;
    return *this;
  }
  Cursor operator++(int) {
    const Cursor before = *this;
    ++*this;
    return before;
  }
  bool operator==(const Cursor& other) const { return at_ == other.at_; }
  bool operator!=(const Cursor& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  const char** reached_;
};

std::string place(std::string_view text, std::size_t offset) {
  const std::string_view read = text.substr(0, std::min(offset, text.size()));
  const auto line = 1 + std::count(read.begin(), read.end(), '\n');
  const std::size_t start = read.rfind('\n') + 1;  // npos + 1 is 0
  return fmt::format("line {}, column {}", line, std::max<std::size_t>(read.size() - start, 1));
}

/// The library's message without its own prefixes.
std::string plain(std::string message) {
  if (const auto end = message.find("] "); message.starts_with('[') && end != message.npos) message.erase(0, end + 2);
  if (message.starts_with("parse error")) message.erase(0, message.find(": ") + 2);
  if (const auto dash = message.find(" - "); message.starts_with("syntax error") && dash != message.npos) {
    message.erase(0, dash + 3);
  }
  if (message.starts_with("invalid literal")) message += " (numbers must be finite: NaN and Infinity are not JSON)";
  if (message.starts_with("number overflow")) message += ": too large for a double";
  return message;
}

/// Builds the value from the parser's events. The library's own builder overwrites duplicate keys and never stops.
class Builder : public nlohmann::json_sax<Json> {
 public:
  Builder(std::string_view text, const char* const& reached, Errors& errors)
      : text_(text), reached_(reached), errors_(errors) {}

  Json take() { return std::move(root_); }

  bool null() override { return put(nullptr); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(number_integer_t value) override { return put(value); }
  bool number_unsigned(number_unsigned_t value) override { return put(value); }
  bool number_float(number_float_t value, const string_t&) override { return put(value); }
  bool string(string_t& value) override { return put(std::move(value)); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& key) override {
    Level& level = levels_.back();
    const bool fresh = level.keys.insert(key).second;
    level.key = std::move(key);
    if (!fresh) errors_.add([&] { return Error{path(), fmt::format("this key is there twice ({})", here())}; });
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
    errors_.add("", fmt::format("{}: {}", place(text_, position), plain(error.what())));
    return false;
  }

 private:
  struct Level {
    Json* container;
    std::string key;
    std::unordered_set<std::string> keys;
  };

  std::string here() const { return place(text_, static_cast<std::size_t>(reached_ - text_.data())); }

  std::string path() const {
    std::string path;
    for (const Level& level : levels_) {
      path += level.container->is_array() ? fmt::format("[{}]", level.container->size() - 1)
                                          : (path.empty() ? "" : ".") + level.key;
    }
    return path;
  }

  Json* add(Json value) {
    if (levels_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Level& level = levels_.back();
    if (level.container->is_array()) {
      level.container->push_back(std::move(value));
      return &level.container->back();
    }
    // Straight into the vector underneath: looking for the key first would make large objects quadratic.
    auto& members = *level.container->get_ptr<Json::object_t*>();
    static_cast<Json::object_t::Container&>(members).emplace_back(level.key, std::move(value));
    return &members.back().second;
  }

  bool put(Json value) {
    add(std::move(value));
    return true;
  }

  bool open(Json container) {
    if (levels_.size() == deepest) {
      errors_.add("", fmt::format("{}: nested deeper than {} levels", here(), deepest));
      return false;
    }
    Json* const added = add(std::move(container));
    levels_.push_back({added, {}, {}});
    return true;
  }

  bool close() {
    levels_.pop_back();
    return true;
  }

  std::string_view text_;
  const char* const& reached_;
  Errors& errors_;
  Json root_;
  std::vector<Level> levels_;
};

}  // namespace

Json parse_json(std::string_view text, Errors& errors) {
  const char* reached = text.data();
  Builder builder(text, reached, errors);
  const Cursor begin(text.data(), &reached), end(text.data() + text.size(), &reached);
  Json::sax_parse(begin, end, &builder, nlohmann::detail::input_format_t::json, true, true);
  return builder.take();
}

Json number(double value) {
  constexpr double exact = 9007199254740992.0;  // 2^53
  if (std::abs(value) < exact && value == std::floor(value)) return static_cast<std::int64_t>(value);
  return value;
}

namespace {

constexpr std::size_t line_width = 100;

std::string scalar(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// On one line, with spaces; nothing where that is longer than `room`.
std::optional<std::string> on_one_line(const Json& value, std::size_t room) {
  if (!value.is_structured()) return scalar(value);
  if (value.size() > room) return {};
  std::string line;
  for (const auto& [key, entry] : value.items()) {
    const auto text = on_one_line(entry, room);
    if (!text) return {};
    if (!line.empty()) line += ", ";
    if (value.is_object()) line += scalar(key) + ": ";
    line += *text;
    if (line.size() > room) return {};
  }
  if (value.is_array()) return fmt::format("[{}]", line);
  return value.empty() ? "{}" : fmt::format("{{ {} }}", line);
}

void lay_out(const Json& value, std::size_t indent, std::string& out) {
  const bool numbers = value.is_array() && std::none_of(value.begin(), value.end(), [](const Json& entry) {
                         return entry.is_structured() || entry.is_string();
                       });
  const std::size_t room = numbers ? std::string::npos : line_width - std::min(indent, line_width);
  if (const auto line = on_one_line(value, room)) {
    out += *line;
    return;
  }
  const std::string margin(indent + 2, ' ');
  out += value.is_array() ? '[' : '{';
  bool first = true;
  for (const auto& [key, entry] : value.items()) {
    out += first ? "\n" : ",\n";
    first = false;
    out += margin;
    if (value.is_object()) out += scalar(key) + ": ";
    lay_out(entry, indent + 2, out);
  }
  out += "\n" + std::string(indent, ' ');
  out += value.is_array() ? ']' : '}';
}

}  // namespace

std::string pretty(const Json& value) {
  std::string text;
  lay_out(value, 0, text);
  return text;
}

std::string shown(double value) {
  return fmt::format("{}", value);
}

std::string shown(const Json& value) {
  constexpr std::size_t longest = 60;
  if (value.is_number_float()) return shown(value.get<double>());
  if (value.is_array() && value.size() > 8) return fmt::format("a list of {} entries", value.size());
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() <= longest) return text;
  if (value.is_array()) return fmt::format("a list of {} entries", value.size());
  if (value.is_object()) return "an object";
  std::size_t end = longest;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;  // not in the middle of a character
  return text.substr(0, end) + "…\"";
}

}  // namespace didact::io
