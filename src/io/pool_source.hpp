#pragma once
// Where the rows of a pool come from: a file, the problem itself, or data that came along with it.

#include "io/pool.hpp"

#include <memory>

namespace didact::io {

class PoolSource {
 public:
  /// What a column must say in rows that may be used.
  struct Condition {
    std::size_t column;
    std::string text;
    bool holds(const std::string& cell) const;
  };
  /// Which columns are what.
  struct Wanted {
    std::vector<std::size_t> items;  ///< numbers or categories; a label last
    std::optional<std::size_t> names;
    std::optional<std::size_t> costs;
    std::vector<Condition> conditions;
  };
  struct Rows {
    Table items;
    std::vector<std::string> names;
    std::vector<double> costs;
    std::vector<Index> left_out;  ///< rows for which some condition does not hold
  };

  explicit PoolSource(const PoolShape& shape) : shape_(shape) {}
  virtual ~PoolSource() = default;
  PoolSource(const PoolSource&) = delete;
  PoolSource& operator=(const PoolSource&) = delete;

  /// The names of the columns, or none.
  const std::vector<std::string>& header() const { return header_; }
  virtual std::size_t columns() const = 0;
  std::string column_name(std::size_t c) const { return header_.empty() ? std::to_string(c + 1) : header_[c]; }
  /// All of them, once. Of use only if no errors were added.
  virtual Rows read(const Wanted& wanted) = 0;

 protected:
  /// A category by its name.
  static std::optional<double> category(const PoolShape& shape, const std::string& cell);
  /// "column x must be a category, got …"
  std::string not_a_value(std::size_t column, const std::string& cell, bool is_item) const;

  const PoolShape& shape_;
  std::vector<std::string> header_;
};

/// The source that `node` names or has in it; null if it is none, with errors that say why.
std::unique_ptr<PoolSource> open_source(const Node& node, const PoolShape& shape, const Context& context);

// Its kinds.
std::unique_ptr<PoolSource> written_source(const Node& node, const PoolShape& shape, const Context& context);
std::unique_ptr<PoolSource> frame_source(const Node& node, const PoolShape& shape, const Frame& frame);

/// What a cell says that was given as a value of the problem.
std::string cell_text(const Json& value);

}  // namespace didact::io
