#include "plot/sheet.hpp"

#include <algorithm>

namespace didact::plot {
namespace {

constexpr double border = 16, between = 18, heading = 22, note_line = 17;

std::vector<std::string> note_lines(const std::vector<std::string>& notes, double width) {
  std::vector<std::string> lines;
  for (const std::string& note : notes) {
    for (std::string& line : lines_of(note, width, label_size)) lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<std::string> notes_of(const Picture& picture, double width) {
  return std::visit(
      [&](const auto& content) {
        std::vector<std::string> notes = content.notes;
        for (std::string& remark : remarks(content)) notes.push_back(std::move(remark));
        return note_lines(notes, width - 20);
      },
      picture);
}

const std::string& title_of(const Picture& picture) {
  return std::visit([](const auto& content) -> const std::string& { return content.title; }, picture);
}

double head_height(const Picture& picture, double width) {
  const auto notes = static_cast<double>(notes_of(picture, width).size());
  return (title_of(picture).empty() ? 0 : heading) + notes * note_line + (notes > 0 ? 4 : 0);
}

double picture_height(const Picture& picture, double width) {
  return head_height(picture, width) + std::visit([&](const auto& content) { return height(content, width); }, picture);
}

void draw_picture(Canvas& canvas, const Picture& picture, const Box& box) {
  double y = box.y;
  if (const std::string& title = title_of(picture); !title.empty()) {
    canvas.text({box.x + 10, y + 15}, fitted(title, box.width - 20, 1.05 * panel_size), "panel");
    y += heading;
  }
  for (const std::string& line : notes_of(picture, box.width)) {
    canvas.text({box.x + 10, y + 13}, line, "note");
    y += note_line;
  }
  const double top = box.y + head_height(picture, box.width);
  const double tall = std::visit([&](const auto& content) { return height(content, box.width); }, picture);
  std::visit([&](const auto& content) { draw_into(canvas, content, {box.x, top, box.width, tall}); }, picture);
}

std::string described(const Sheet& sheet) {
  if (!sheet.description.empty()) return sheet.description;
  std::string text = sheet.title;
  auto add = [&](const std::string& part) {
    if (!part.empty()) text += (text.empty() ? "" : ". ") + part;
  };
  for (const std::string& note : sheet.notes) add(note);
  for (const Row& row : sheet.rows) {
    for (const Picture& picture : row) add(title_of(picture));
  }
  return text;
}

template <class X>
std::string draw_alone(X picture) {
  Sheet sheet{.title = picture.title};
  picture.title.clear();
  sheet.rows.push_back({std::move(picture)});
  return draw(sheet);
}

}  // namespace

std::string draw(const Sheet& sheet) {
  Canvas canvas;
  const double inner = sheet.width - 2 * border;
  double y = border;
  for (const std::string& line : lines_of(sheet.title, inner - 20, 1.06 * title_size)) {
    canvas.text({border + 10, y + 16}, line, "title");
    y += 24;
  }
  for (const std::string& line : note_lines(sheet.notes, inner - 20)) {
    canvas.text({border + 10, y + 13}, line, "note");
    y += note_line;
  }
  y += sheet.title.empty() && sheet.notes.empty() ? 0 : 12;
  for (const Row& row : sheet.rows) {
    const double wide = (inner - between * (static_cast<double>(row.size()) - 1)) / static_cast<double>(row.size());
    double tallest = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      draw_picture(canvas, row[i], {border + static_cast<double>(i) * (wide + between), y, wide, 0});
      tallest = std::max(tallest, picture_height(row[i], wide));
    }
    y += tallest + between;
  }
  return document(sheet.width, y, sheet.title.empty() ? "Picture" : sheet.title, described(sheet), canvas.elements());
}

std::string draw(const Bars& picture) {
  return draw_alone(picture);
}
std::string draw(const Curves& picture) {
  return draw_alone(picture);
}
std::string draw(const Histogram& picture) {
  return draw_alone(picture);
}
std::string draw(const Plane& picture) {
  return draw_alone(picture);
}
std::string draw(const Space& picture) {
  return draw_alone(picture);
}
std::string draw(const Intervals& picture) {
  return draw_alone(picture);
}
std::string draw(const Grid& picture) {
  return draw_alone(picture);
}
std::string draw(const Words& picture) {
  return draw_alone(picture);
}

}  // namespace didact::plot
