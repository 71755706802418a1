#pragma once
// Numbers in rows and columns, to be read only: a table's own, or somebody else's who keeps them where they are.

#include <didact/core/types.hpp>

#include <memory>
#include <vector>

namespace didact {

/// Copies share the numbers.
class Table {
 public:
  /// A column: each number is `step` doubles after the one before.
  struct Strip {
    const double* first = nullptr;
    Index step = 1;
  };
  using Column = Eigen::Map<const Vector, 0, Eigen::InnerStride<>>;

  Table() = default;
  Table(Matrix&& numbers) : Table(std::make_shared<const Matrix>(std::move(numbers))) {}
  template <class Derived>
  Table(const Eigen::MatrixBase<Derived>& numbers) : Table(Matrix(numbers)) {}
  /// Without a copy: `owner` keeps the numbers alive.
  Table(Index rows, std::vector<Strip> columns, std::shared_ptr<const void> owner)
      : rows_(rows), columns_(std::move(columns)), owner_(std::move(owner)) {}

  Index rows() const { return rows_; }
  Index cols() const { return static_cast<Index>(columns_.size()); }
  double operator()(Index row, Index column) const {
    const Strip& strip = columns_[static_cast<std::size_t>(column)];
    return strip.first[row * strip.step];
  }
  /// An expression, of use while the table lives.
  auto row(Index row) const {
    return Eigen::RowVectorXd::NullaryExpr(cols(), [this, row](Index column) { return (*this)(row, column); });
  }
  Column col(Index column) const {
    const Strip& strip = columns_[static_cast<std::size_t>(column)];
    return {strip.first, rows_, Eigen::InnerStride<>(strip.step)};
  }
  /// These rows, in this order.
  Matrix chosen(const std::vector<Index>& rows) const {
    Matrix part(static_cast<Index>(rows.size()), cols());
    for (std::size_t i = 0; i < rows.size(); ++i) part.row(static_cast<Index>(i)) = row(rows[i]);
    return part;
  }

 private:
  explicit Table(const std::shared_ptr<const Matrix>& numbers) : rows_(numbers->rows()), owner_(numbers) {
    for (Index j = 0; j < numbers->cols(); ++j) columns_.push_back({numbers->col(j).data(), 1});
  }

  Index rows_ = 0;
  std::vector<Strip> columns_;
  std::shared_ptr<const void> owner_;
};

}  // namespace didact
