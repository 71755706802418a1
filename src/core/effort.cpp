#include <didact/core/effort.hpp>

#include <stdexcept>
#include <utility>

namespace didact {
namespace {

template <class Function>
Function sum_of(Function a, Function b) {
  if (!a) return b;
  if (!b) return a;
  return [a = std::move(a), b = std::move(b)](const auto&... arguments) { return a(arguments...) + b(arguments...); };
}

void require_nonnegative(double c) {
  if (!(c >= 0) || c == infinity) throw std::invalid_argument("an effort must be finite and >= 0");
}

}  // namespace

double Effort::at_size(double n) const {
  double cost = per_item * n + (n > 0 ? fixed : 0);
  if (of_size) cost += of_size(n);
  if (convex_of_size.value) cost += convex_of_size.value(n);
  return cost;
}

double effort_of_item(const Effort& effort, const Vector& x) {
  return effort.magnitude * x.squaredNorm() + effort.per_unit * x.lpNorm<1>();
}

double effort_of_items(const Effort& effort, const ItemSet& items) {
  const Index n = items.size();
  double cost = effort.at_size(static_cast<double>(n));
  for (Index row = 0; row < items.rows.rows(); ++row) {
    const double copies = static_cast<double>(items.copies[static_cast<std::size_t>(row)]);
    if (effort.magnitude > 0 || effort.per_unit > 0) cost += copies * effort_of_item(effort, items.rows.row(row));
    if (!effort.per_category.empty()) {
      cost += copies * effort.per_category[static_cast<std::size_t>(items.rows(row, 0)) - 1];
    }
  }
  if (effort.closeness > 0 && n > 1) cost += effort.closeness / least_distance(items);
  return cost;
}

double effort_of_items(const Effort& effort, const Matrix& rows) {
  return effort_of_items(effort, ItemSet{rows, std::vector<Index>(static_cast<std::size_t>(rows.rows()), 1)});
}

Effort per_item(double c) {
  require_nonnegative(c);
  Effort effort;
  effort.per_item = c;
  return effort;
}

Effort per_category(std::vector<double> c) {
  for (const double cost : c) require_nonnegative(cost);
  Effort effort;
  effort.per_category = std::move(c);
  return effort;
}

Effort magnitude(double c) {
  require_nonnegative(c);
  Effort effort;
  effort.magnitude = c;
  return effort;
}

Effort per_unit(double c) {
  require_nonnegative(c);
  Effort effort;
  effort.per_unit = c;
  return effort;
}

Effort fixed(double c) {
  require_nonnegative(c);
  Effort effort;
  effort.fixed = c;
  return effort;
}

Effort closeness(double c) {
  require_nonnegative(c);
  Effort effort;
  effort.closeness = c;
  return effort;
}

Effort of_size(std::function<double(double)> cost) {
  Effort effort;
  effort.of_size = std::move(cost);
  return effort;
}

Effort convex_of_size(std::function<double(double)> value, std::function<double(double)> derivative) {
  Effort effort;
  effort.convex_of_size = {std::move(value), std::move(derivative)};
  return effort;
}

Effort convex(std::function<double(double, const Vector&)> value,
              std::function<Vector(double, const Vector&)> gradient) {
  Effort effort;
  effort.convex = {std::move(value), std::move(gradient)};
  return effort;
}

Effort operator+(Effort a, const Effort& b) {
  a.per_item += b.per_item;
  a.magnitude += b.magnitude;
  a.per_unit += b.per_unit;
  a.fixed += b.fixed;
  a.closeness += b.closeness;
  if (a.per_category.empty()) {
    a.per_category = b.per_category;
  } else if (!b.per_category.empty()) {
    if (a.per_category.size() != b.per_category.size()) {
      throw std::invalid_argument("per_category efforts of different lengths");
    }
    for (std::size_t k = 0; k < b.per_category.size(); ++k) a.per_category[k] += b.per_category[k];
  }
  a.of_size = sum_of(std::move(a.of_size), b.of_size);
  a.convex_of_size.value = sum_of(std::move(a.convex_of_size.value), b.convex_of_size.value);
  a.convex_of_size.derivative = sum_of(std::move(a.convex_of_size.derivative), b.convex_of_size.derivative);
  a.convex.value = sum_of(std::move(a.convex.value), b.convex.value);
  if (a.convex.gradient && b.convex.gradient) {
    a.convex.gradient = [first = std::move(a.convex.gradient), second = b.convex.gradient](double n, const Vector& s) {
      return Vector(first(n, s) + second(n, s));  // a Vector, not Eigen's lazy sum of temporaries
    };
  } else if (b.convex.gradient) {
    a.convex.gradient = b.convex.gradient;
  }
  return a;
}

}  // namespace didact
