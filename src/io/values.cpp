#include "io/values.hpp"

#include "core/decompositions.hpp"

#include <fmt/format.h>

#include <cmath>

namespace didact::io {
namespace {

constexpr double sum_tolerance = 1e-9;
constexpr double symmetry_tolerance = 1e-12;  // relative: what printing with 13 digits may cost

std::string entries(Index count) {
  return fmt::format("{} {}", count, count == 1 ? "entry" : "entries");
}

std::optional<double> checked(const Node& list, std::size_t i, Domain domain, Ends ends) {
  const Json& entry = list.json()[i];
  if (entry.is_number()) {
    const double value = entry.get<double>();
    if (std::isfinite(value) && outside(value, domain, ends).empty()) return value;
  }
  return read_number(list[i], domain, ends);  // its path is only made where it is needed: lists may be long
}

/// The rows of a matrix, each with as many entries as there are rows.
std::optional<Matrix> read_square(const Node& node) {
  const auto size = static_cast<Index>(node.json().size());
  Matrix matrix(size, size);
  bool good = true;
  for (Index i = 0; i < size; ++i) {
    const Node row = node[static_cast<std::size_t>(i)];
    const auto values = row.is_list() ? read_numbers(row, Domain::real) : std::nullopt;
    if (!values) {
      good = false;
    } else if (static_cast<Index>(values->size()) != size) {
      row.error(fmt::format("must have {}, as the matrix has rows, got {}", entries(size), values->size()));
      good = false;
    } else {
      matrix.row(i) = Vector::Map(values->data(), size).transpose();
    }
  }
  return good ? std::optional(matrix) : std::nullopt;
}

}  // namespace

bool Sizes::agree(char letter, Index size, const Node& node) {
  const auto it = first_.try_emplace(letter, First{size, node.path()}).first;
  if (it->second.size == size) return true;
  node.error(fmt::format("must have {}, as {} has, got {}", entries(it->second.size), it->second.path, size));
  return false;
}

std::optional<Index> Sizes::of(char letter) const {
  const auto it = first_.find(letter);
  return it == first_.end() ? std::nullopt : std::optional(it->second.size);
}

std::string outside(double value, Domain domain, Ends ends) {
  const bool open = ends == Ends::excluded;
  switch (domain) {
    case Domain::positive:
      return value > 0 ? "" : "must be > 0";
    case Domain::pseudo_count:
      if (value > largest_size) return "must be at most 2^52, beyond which one item more or less is lost in rounding";
      return value > 0 ? "" : "must be > 0";
    case Domain::nonnegative:
      if (value > 0 || (value == 0 && !open)) return "";
      return open ? "must be > 0 in a belief" : "must be >= 0";
    case Domain::probability:
      if (value > 0 && value < 1) return "";
      if (open) return "must be in (0, 1) in a belief";
      return value == 0 || value == 1 ? "" : "must be in [0, 1]";
    case Domain::positive_probability:
      if (value > 0 && value < 1) return "";
      if (open) return "must be in (0, 1) in a belief";
      return value == 1 ? "" : "must be in (0, 1]";
    case Domain::simplex:
      if (value > 0 && value <= 1) return "";
      if (open) return "must be in (0, 1] in a belief";
      return value == 0 ? "" : "must be in [0, 1]";
    case Domain::real:
    case Domain::positive_definite:
      return "";
  }
  return "";
}

std::optional<double> read_number(const Node& node, Domain domain, Ends ends) {
  const auto value = node.finite();
  if (!value) return {};
  if (const std::string why = outside(*value, domain, ends); !why.empty()) {
    node.error(fmt::format("{}, got {}", why, shown(*value)));
    return {};
  }
  return value;
}

std::optional<std::vector<double>> read_numbers(const Node& node, Domain domain, Ends ends) {
  if (!node.json().is_array()) {
    node.expected("a list of numbers");
    return {};
  }
  std::vector<double> values;
  values.reserve(node.json().size());
  for (std::size_t i = 0; i < node.json().size(); ++i) {
    if (const auto value = checked(node, i, domain, ends)) values.push_back(*value);
  }
  return values.size() == node.json().size() ? std::optional(std::move(values)) : std::nullopt;
}

bool sum_to_one(const std::vector<double>& values, const Node& node) {
  long double sum = 0;
  for (const double value : values) sum += value;
  const auto total = static_cast<double>(sum);
  if (std::abs(total - 1) <= sum_tolerance) return true;
  node.error(fmt::format("must sum to 1, but sums to {:.12g}", total));
  return false;
}

std::string not_positive_definite(const Matrix& matrix) {
  const double tolerance = symmetry_tolerance * matrix.cwiseAbs().maxCoeff();
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < i; ++j) {
      if (std::abs(matrix(i, j) - matrix(j, i)) <= tolerance) continue;
      return fmt::format("must be symmetric, but [{}][{}] is {} and [{}][{}] is {}", j, i, matrix(j, i), i, j,
                         matrix(i, j));
    }
  }
  if (Cholesky(matrix).succeeded()) return {};
  const double least = eigenvalues(matrix)[0];
  return fmt::format("must be positive definite, but has the eigenvalue {:.6g}", least);
}

void read_value(const Node& node, const ValueRule& rule, Sizes&, double& value) {
  value = read_number(node, rule.domain, rule.ends).value_or(value);
}

void read_value(const Node& node, const ValueRule& rule, Sizes& sizes, std::vector<double>& value) {
  if (node.json().is_array()) {
    if (node.json().empty()) return node.error("must not be empty");
    sizes.agree(rule.shape[0], static_cast<Index>(node.json().size()), node);
  }
  auto numbers = read_numbers(node, rule.domain, rule.ends);
  if (!numbers) return;
  if (rule.domain == Domain::simplex && !sum_to_one(*numbers, node)) return;
  value = std::move(*numbers);
}

void read_value(const Node& node, const ValueRule& rule, Sizes& sizes, Vector& value) {
  std::vector<double> numbers;
  read_value(node, rule, sizes, numbers);
  if (!numbers.empty()) value = Vector::Map(numbers.data(), static_cast<Index>(numbers.size()));
}

void read_value(const Node& node, const ValueRule& rule, Sizes& sizes, Matrix& value) {
  if (!node.json().is_array()) return node.expected("a list of rows");
  if (node.json().empty()) return node.error("must not be empty");
  const bool agrees = sizes.agree(rule.shape[0], static_cast<Index>(node.json().size()), node);
  const auto matrix = read_square(node);
  if (!agrees || !matrix) return;
  if (const std::string why = not_positive_definite(*matrix); !why.empty()) return node.error(why);
  value = 0.5 * *matrix + 0.5 * matrix->transpose();  // equal already but for the last digits
}

void read_value(const Node& node, const ValueRule& rule, Sizes& sizes, std::vector<std::vector<double>>& value) {
  if (!node.json().is_array()) return node.expected("a list of rows");
  if (node.json().empty()) return node.error("must not be empty");
  sizes.agree(rule.shape.front(), static_cast<Index>(node.json().size()), node);
  const std::size_t before = node.errors().count();
  std::vector<std::vector<double>> rows(node.json().size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    read_value(node[i], {rule.domain, rule.shape.substr(2), rule.ends}, sizes, rows[i]);
  }
  if (node.errors().count() == before) value = std::move(rows);
}

Json to_json(double value) {
  return number(value);
}

Json to_json(const std::vector<double>& value) {
  Json list = Json::array();
  for (const double entry : value) list.push_back(number(entry));
  return list;
}

Json to_json(const Vector& value) {
  Json list = Json::array();
  for (const double entry : value) list.push_back(number(entry));
  return list;
}

Json to_json(const Matrix& value) {
  Json rows = Json::array();
  for (Index i = 0; i < value.rows(); ++i) rows.push_back(to_json(Vector(value.row(i).transpose())));
  return rows;
}

Json to_json(const std::vector<std::vector<double>>& value) {
  Json rows = Json::array();
  for (const auto& row : value) rows.push_back(to_json(row));
  return rows;
}

}  // namespace didact::io
