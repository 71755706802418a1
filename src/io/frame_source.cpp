#include "io/csv.hpp"
#include "io/pool_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::io {
namespace {

/// What came along with the problem: numbers stay where they are.
class FrameSource final : public PoolSource {
 public:
  FrameSource(const Node& node, const PoolShape& shape, const Frame& frame)
      : PoolSource(shape), frame_(frame), path_(node.path()), errors_(node.errors()) {
    if (frame_.rows == 0) node.error(frame_.title + " has no rows");
    for (const Frame::Column& column : frame_.columns) {
      if (frame_.has_names()) header_.push_back(column.name);
    }
  }

  std::size_t columns() const override { return frame_.columns.size(); }

  Rows read(const Wanted& wanted) override {
    Rows rows;
    rows.items = items(wanted.items);
    for (Index row = 0; wanted.names && row < frame_.rows; ++row) rows.names.push_back(cell(*wanted.names, row));
    if (wanted.costs) rows.costs = costs(*wanted.costs);
    for (Index row = 0; !wanted.conditions.empty() && row < frame_.rows; ++row) {
      const auto holds = [&](const Condition& condition) { return condition.holds(cell(condition.column, row)); };
      if (!std::all_of(wanted.conditions.begin(), wanted.conditions.end(), holds)) rows.left_out.push_back(row);
    }
    return rows;
  }

 private:
  Table items(const std::vector<std::size_t>& columns) {
    struct Owner {
      std::shared_ptr<const void> numbers;
      std::vector<Vector> categories;
    };
    const auto owner = std::make_shared<Owner>();
    owner->numbers = frame_.owner;
    owner->categories.reserve(columns.size());  // stay in their place too
    std::vector<Table::Strip> strips;
    for (const std::size_t c : columns) {
      const Frame::Column& column = frame_.columns[c];
      if (column.is_text()) owner->categories.push_back(numbered(c));
      strips.push_back(column.is_text() ? Table::Strip{owner->categories.back().data(), 1} : column.numbers);
      check_finite(c, values(strips.back()));
    }
    return {frame_.rows, std::move(strips), owner};
  }

  /// The categories that a column of texts names.
  Vector numbered(std::size_t c) {
    Vector numbers = Vector::Zero(frame_.rows);
    for (Index row = 0; row < frame_.rows; ++row) {
      const std::string text = cell(c, row);
      const auto k = category(shape_, text);
      const auto number = k ? k : to_number(text);
      if (!number) {
        complain(row, not_a_value(c, text, true));
        break;
      }
      numbers[row] = *number;
    }
    return numbers;
  }

  Table::Column values(const Table::Strip& strip) const {
    return {strip.first, frame_.rows, Eigen::InnerStride<>(strip.step)};
  }

  void check_finite(std::size_t c, const Table::Column& numbers) {
    for (Index row = 0; row < numbers.size(); ++row) {
      if (std::isfinite(numbers[row])) continue;
      return complain(row, fmt::format("column {} must be a finite number, got {}", column_name(c), numbers[row]));
    }
  }

  std::vector<double> costs(std::size_t c) {
    const Frame::Column& column = frame_.columns[c];
    if (column.is_text()) {
      complain(0, not_a_value(c, cell(c, 0), false));
      return {};
    }
    const Table::Column numbers = values(column.numbers);
    check_finite(c, numbers);
    const auto negative = std::find_if(numbers.begin(), numbers.end(), [](double x) { return x < 0; });
    if (negative != numbers.end()) complain(negative - numbers.begin(), "its cost must be >= 0");
    return {numbers.begin(), numbers.end()};
  }

  std::string cell(std::size_t c, Index row) const {
    const Frame::Column& column = frame_.columns[c];
    if (column.is_text()) return column.texts[static_cast<std::size_t>(row)];
    return fmt::format("{}", values(column.numbers)[row]);
  }

  void complain(Index row, std::string_view message) {
    errors_.add(path_, fmt::format("{}, row {}: {}", frame_.title, row + 1, message));
  }

  const Frame& frame_;
  std::string path_;
  Errors& errors_;
};

}  // namespace

std::unique_ptr<PoolSource> frame_source(const Node& node, const PoolShape& shape, const Frame& frame) {
  return std::make_unique<FrameSource>(node, shape, frame);
}

}  // namespace didact::io
