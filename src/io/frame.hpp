#pragma once
// Data that came along with a problem, in memory instead of in a file or in the problem's text.

#include <didact/core/internal/table.hpp>

#include <string>
#include <vector>

namespace didact::io {

struct Frame {
  struct Column {
    std::string name;                ///< or none
    Table::Strip numbers = {};       ///< or
    std::vector<std::string> texts;  ///< where there are no numbers
    bool is_text() const { return numbers.first == nullptr; }
  };

  std::string title;  ///< what messages call it
  Index rows = 0;
  std::vector<Column> columns;
  std::shared_ptr<const void> owner;  ///< keeps the numbers alive

  bool has_names() const { return !columns.empty() && !columns[0].name.empty(); }
};

}  // namespace didact::io
