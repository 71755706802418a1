#pragma once
// A legend by itself, for pictures beside one another that share it.

#include "plot/frame.hpp"

namespace didact::plot {

struct Key {
  std::string title = {};
  std::vector<Entry> entries;
  std::vector<std::string> notes = {};
};

inline double height(const Key& key, double width) {
  return legend_height(key.entries, width - 20);
}
inline void draw_into(Canvas& canvas, const Key& key, const Box& box) {
  draw_legend(canvas, key.entries, {box.x + 10, box.y, box.width - 20, box.height});
}
inline std::vector<std::string> remarks(const Key&) {
  return {};
}

}  // namespace didact::plot
