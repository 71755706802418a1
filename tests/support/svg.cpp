#include "svg.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <optional>
#include <set>
#include <sstream>

namespace didact {
namespace {

bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == ':';
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  SvgPage read() {
    while (at_ < text_.size() && page_.faults.empty()) {
      if (text_[at_] == '<') {
        read_tag();
      } else {
        const std::size_t end = std::min(text_.find('<', at_), text_.size());
        const std::string plain = resolved(text_.substr(at_, end - at_));
        if (!open_.empty()) {
          page_.elements[open_.back()].text += plain;
        } else if (plain.find_first_not_of(" \n") != plain.npos) {
          fault("text outside of all elements");
        }
        at_ = end;
      }
    }
    if (!open_.empty()) fault("an element is not closed: " + page_.elements[open_.back()].name);
    return std::move(page_);
  }

 private:
  void fault(const std::string& what) { page_.faults.push_back(what + " (at " + std::to_string(at_) + ")"); }

  std::string resolved(std::string_view raw) {
    static const std::map<std::string, std::string, std::less<>> entities = {
        {"amp", "&"}, {"lt", "<"}, {"gt", ">"}, {"quot", "\""}, {"#39", "'"}};
    std::string out;
    for (std::size_t i = 0; i < raw.size(); ++i) {
      const auto byte = static_cast<unsigned char>(raw[i]);
      if (byte < 0x20 && raw[i] != '\n' && raw[i] != '\t') fault("a control character");
      if (raw[i] != '&') {
        out += raw[i];
        continue;
      }
      const std::size_t end = raw.find(';', i);
      const auto entity = end == raw.npos ? entities.end() : entities.find(raw.substr(i + 1, end - i - 1));
      if (entity == entities.end()) {
        fault("an unknown entity");
        return out;
      }
      out += entity->second;
      i = end;
    }
    return out;
  }

  std::string name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_name(text_[at_])) ++at_;
    if (at_ == begin) fault("a name is missing");
    return std::string(text_.substr(begin, at_ - begin));
  }

  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  bool take(std::string_view expected) {
    if (text_.substr(at_, expected.size()) != expected) return false;
    at_ += expected.size();
    return true;
  }

  void read_tag() {
    if (take("</")) {
      const std::string closed = name();
      if (open_.empty() || page_.elements[open_.back()].name != closed) return fault("closes nothing: " + closed);
      open_.pop_back();
      if (!take(">")) fault("a closing tag without >");
      return;
    }
    ++at_;
    if (open_.empty() && !page_.elements.empty()) return fault("a second root");
    Element element{name(), {}, ""};
    for (skip_spaces(); at_ < text_.size() && is_name(text_[at_]); skip_spaces()) read_attribute(element);
    const bool empty = take("/");
    if (!take(">")) return fault("a tag without >");
    page_.elements.push_back(std::move(element));
    if (!empty) open_.push_back(page_.elements.size() - 1);
  }

  void read_attribute(Element& element) {
    const std::string key = name();
    if (!take("=\"")) return fault("an attribute without a quoted value: " + key);
    const std::size_t end = text_.find('"', at_);
    if (end == text_.npos) return fault("an open quote");
    const std::string_view raw = text_.substr(at_, end - at_);
    if (raw.find('<') != raw.npos) fault("< in an attribute");
    if (!element.attributes.emplace(key, resolved(raw)).second) fault("an attribute twice: " + key);
    at_ = end + 1;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::size_t> open_;
  SvgPage page_;
};

std::optional<double> number_of(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value)) return {};
  return value;
}

/// The page, and what lies on it.
class Looker {
 public:
  explicit Looker(double width, double height) : width_(width), height_(height) {}

  void look(const Element& element) {
    for (const auto& [key, value] : element.attributes) {
      if (key == "style" || key.starts_with("on") || key.ends_with("href")) fault(element, key + " is not allowed");
    }
    static const std::set<std::string> known = {"svg",  "title", "desc",   "style", "rect",
                                                "line", "path",  "circle", "text"};
    if (!known.contains(element.name)) fault(element, "is not a known element");
    if (element.name == "line") inside(element, {"x1", "x2"}, {"y1", "y2"});
    if (element.name == "circle") inside(element, {"cx"}, {"cy"});
    if (element.name == "text") look_at_text(element);
    if (element.name == "rect") look_at_rectangle(element);
    if (element.name == "path") look_at_path(element);
  }

  std::vector<std::string> faults;

 private:
  void fault(const Element& element, const std::string& what) {
    std::string shown = element.name;
    for (const auto& [key, value] : element.attributes) shown += " " + key + "=" + value;
    faults.push_back(what + ": " + shown.substr(0, 200) + " " + element.text);
  }

  void inside(const Element& element, const std::vector<std::string>& xs, const std::vector<std::string>& ys) {
    for (const auto* keys : {&xs, &ys}) {
      for (const std::string& key : *keys) {
        const auto found = element.attributes.find(key);
        const auto value = found == element.attributes.end() ? std::nullopt : number_of(found->second);
        if (!value) {
          fault(element, key + " is no finite number");
        } else {
          on_page(element, *value, keys == &xs ? width_ : height_);
        }
      }
    }
  }

  void on_page(const Element& element, double value, double size) {
    if (!std::isfinite(value) || value < -0.01 || value > size + 0.01) fault(element, "outside of the page");
  }

  static std::string value(const Element& element, const std::string& key) {
    const auto found = element.attributes.find(key);
    return found == element.attributes.end() ? "" : found->second;
  }

  void look_at_rectangle(const Element& element) {
    const auto at = [&](const char* key) { return number_of(value(element, key)).value_or(NAN); };
    if (!(at("width") >= 0) || !(at("height") >= 0)) return fault(element, "no size");
    on_page(element, at("x"), width_);
    on_page(element, at("x") + at("width"), width_);
    on_page(element, at("y"), height_);
    on_page(element, at("y") + at("height"), height_);
  }

  void look_at_path(const Element& element) {
    std::istringstream parts(value(element, "d"));
    bool across = true;
    for (std::string part; parts >> part;) {
      if (part == "Z") continue;
      if (part.starts_with('M') || part.starts_with('L')) part.erase(0, 1);
      const auto number = number_of(part);
      if (!number) return fault(element, "a coordinate is no number");
      on_page(element, *number, across ? width_ : height_);
      across = !across;
    }
    if (!across) fault(element, "half a point");
  }

  /// By a width that no common font stays below by much.
  void look_at_text(const Element& element) {
    inside(element, {"x"}, {"y"});
    if (!faults.empty() || element.attributes.contains("transform")) return;
    const double size = value(element, "class") == "title" ? 16 : value(element, "class") == "panel" ? 13 : 11;
    const auto characters =
        std::count_if(element.text.begin(), element.text.end(), [](char c) { return (c & 0xC0) != 0x80; });
    const double width = 0.42 * size * static_cast<double>(characters), x = *number_of(element.attributes.at("x"));
    const auto anchor = element.attributes.find("text-anchor");
    const double part = anchor == element.attributes.end() ? 0 : anchor->second == "middle" ? 0.5 : 1;
    on_page(element, x - part * width, width_);
    on_page(element, x + (1 - part) * width, width_);
  }

  double width_, height_;
};

}  // namespace

SvgPage read_svg(std::string_view text) {
  return Reader(text).read();
}

std::vector<std::string> faults_of_svg(std::string_view text) {
  const SvgPage page = read_svg(text);
  if (!page.faults.empty()) return page.faults;
  if (page.elements.empty() || page.elements[0].name != "svg") return {"the root is no svg"};
  const auto& root = page.elements[0].attributes;
  const auto width = number_of(root.at("width")), height = number_of(root.at("height"));
  if (!width || !height || *width <= 0 || *height <= 0) return {"the page has no size"};
  if (root.at("viewBox") != "0 0 " + root.at("width") + " " + root.at("height")) return {"the viewBox is another"};
  Looker looker(*width, *height);
  for (const Element& element : page.elements) looker.look(element);
  return looker.faults;
}

}  // namespace didact
