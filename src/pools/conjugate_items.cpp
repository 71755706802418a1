#include "conjugate_items.hpp"

#include "../core/decompositions.hpp"
#include "../core/patient_sort.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace didact::pools {
namespace {

/// xᵀ B x + bᵀ x for rows x, a block at a time.
Vector quadratic_forms(const Matrix& rows, const Vector& b, const Matrix& B) {
  constexpr Index block = 1024;  // stays in the cache
  Vector values(rows.rows());
  Matrix x, product;
  for (Index from = 0; from < rows.rows(); from += block) {
    const Index count = std::min(block, rows.rows() - from);
    x = rows.middleRows(from, count);
    product.noalias() = x * B;
    product.rowwise() += b.transpose();
    values.segment(from, count) = (product.array() * x.array()).rowwise().sum();
  }
  return values;
}

/// The normal-inverse-Wishart loss after one more item, up to a constant: a rank-one update of Λ.   [POOL.5]
Vector one_more_of(const NormalInverseWishart& belief, const Vector& mean, const Matrix& covariance,
                   const Matrix& rows) {
  const Matrix scale = Cholesky(belief.scale).inverse(), precision = Cholesky(covariance).inverse();
  const double share = belief.kappa / (belief.kappa + 1);
  const Vector pull = scale * belief.mean;
  const Eigen::ArrayXd q = quadratic_forms(rows, -2 * pull, scale).array() + belief.mean.dot(pull);
  const Vector linear = quadratic_forms(rows, -precision * mean, 0.5 * precision);
  return linear.array() - 0.5 * (belief.nu + 1) * (share * q.max(0.0)).log1p();
}

/// Orders rows by what they are and cost; those that must be there before others that are the same.
class RowOrder {
 public:
  RowOrder(const Pool& pool, const Vector& costs, std::vector<char> must)
      : rows_(pool.rows), costs_(costs), must_(std::move(must)) {}

  int compare(Index a, Index b) const {
    for (Index j = 0; j < rows_.cols(); ++j) {
      if (rows_(a, j) != rows_(b, j)) return rows_(a, j) < rows_(b, j) ? -1 : 1;
    }
    return 0;
  }
  bool same(Index a, Index b) const { return compare(a, b) == 0; }
  bool same_cost(Index a, Index b) const { return costs_[a] == costs_[b]; }
  bool must(Index a) const { return must_[static_cast<std::size_t>(a)] != 0; }
  bool operator()(Index a, Index b) const {
    if (const int order = compare(a, b); order != 0) return order < 0;
    if (costs_[a] != costs_[b]) return costs_[a] < costs_[b];
    return must(a) != must(b) ? must(a) : a < b;
  }

 private:
  const Table& rows_;
  const Vector& costs_;
  std::vector<char> must_;
};

}  // namespace

ConjugateItems::ConjugateItems(const solvers::ConjugateProblem& problem, const Vector& row_costs, const Stop& stop)
    : problem_(problem), dimension_(problem.family().dimension()), loss_(problem) {
  group_rows(row_costs, stop);
  if (!stopped_) rule_out_impossible_items();
}

/// Rows that are the same at the same cost are one item. Where an item may be repeated only its cheapest row and those
/// that must be there matter.
void ConjugateItems::group_rows(const Vector& row_costs, const Stop& stop) {
  const Pool& pool = *problem_.pool;
  const std::vector<char> excluded = pool.marked(pool.must_exclude);
  const RowOrder order(pool, row_costs, pool.marked(pool.must_include));
  std::vector<Index> sorted;
  for (Index i = 0; i < pool.size(); ++i) {
    if (!excluded[static_cast<std::size_t>(i)]) sorted.push_back(i);
  }
  stopped_ = !sort_unless(stop, sorted.begin(), sorted.end(), std::cref(order));
  if (stopped_) return;

  std::vector<double> group_costs, group_low, group_high;
  for (std::size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    while (end < sorted.size() && order.same(sorted[begin], sorted[end])) ++end;
    const std::size_t first_group = rows_.size();
    for (std::size_t i = begin; i < end; ++i) {
      const Index row = sorted[i];
      const bool must = order.must(row);
      const bool cheapest = i == begin || order.same_cost(sorted[begin], row);
      if (pool.repeat && !cheapest && !must) continue;
      const bool joins = rows_.size() > first_group && order.same_cost(rows_.back().back(), row);
      if (!joins) {
        rows_.emplace_back();
        group_costs.push_back(row_costs[row]);
        group_low.push_back(0);
        group_high.push_back(0);
      }
      rows_.back().push_back(row);
      group_low.back() += must;
      group_high.back() = pool.repeat && cheapest ? infinity : group_high.back() + 1;
    }
  }
  costs = Eigen::Map<const Vector>(group_costs.data(), static_cast<Index>(group_costs.size()));
  low = Eigen::Map<const Vector>(group_low.data(), costs.size());
  high = Eigen::Map<const Vector>(group_high.data(), costs.size());
  items_.resize(costs.size(), pool.rows.cols());
  for (Index g = 0; g < items_.rows(); ++g) items_.row(g) = pool.rows.row(rows_[static_cast<std::size_t>(g)].front());
  items_ = problem_.frame.solved(std::move(items_));
}

/// Items that make some loss infinite are never shown.
void ConjugateItems::rule_out_impossible_items() {
  if (!solvers::rules_items_out(problem_)) return;
  for (Index g = 0; g < size(); ++g) {
    const Vector s = problem_.family().T(items_.row(g));
    if (solvers::is_possible(problem_, s)) continue;
    if (low[g] > 0) impossible_row_ = rows_[static_cast<std::size_t>(g)].front();
    high[g] = 0;
  }
}

Vector ConjugateItems::statistic(Index item) const {
  Vector column(dimension_ + 1);
  column[0] = 1;
  column.tail(dimension_) = problem_.family().T(items_.row(item));
  return column;
}

Matrix ConjugateItems::items_among(std::span<const Index> among) const {
  return items_(among, Eigen::all);
}

Vector ConjugateItems::along(const Vector& gradient, std::span<const Index> among) const {
  const Vector a = gradient.tail(dimension_);
  if (has_moments() || problem_.categories > 0) {
    return among.empty() ? along(a, items_) : along(a, items_among(among));
  }
  const Index count = among.empty() ? size() : static_cast<Index>(among.size());
  Vector values(count);
  for (Index i = 0; i < count; ++i) {
    values[i] = a.dot(problem_.family().T(items_.row(among.empty() ? i : among[static_cast<std::size_t>(i)])));
  }
  return values;
}

/// ⟨a, T(x)⟩ of many rows at once: T(x) = (x, x xᵀ), or the indicator of a label.
Vector ConjugateItems::along(const Vector& a, const Matrix& rows) const {
  if (problem_.categories > 0) return rows.col(0).unaryExpr([&](double x) { return a[static_cast<Index>(x) - 1]; });
  const Index D = rows.cols();
  return quadratic_forms(rows, a.head(D), Eigen::Map<const Matrix>(a.data() + D, D, D));
}

bool ConjugateItems::has_moments() const {
  return problem_.family().traits().structure() == Structure::moments;
}

Vector ConjugateItems::reduced(const Vector& gradient) const {
  return (costs + along(gradient, std::span<const Index>{})).array() + gradient[0];
}

double ConjugateItems::with_one_more(const Vector& sum, Index item) const {
  return loss_(sum + statistic(item)) + costs[item];
}

/// Exactly, where one more item is a rank-one update.
Index ConjugateItems::best_by_update(const Vector& sum, std::span<const Index> among,
                                     const std::function<bool(Index)>& may_show) const {
  const Matrix some = among.empty() ? Matrix() : items_among(among);
  const Matrix& rows = among.empty() ? items_ : some;
  Vector values = Vector::Zero(rows.rows());
  for (const auto& [own_weight, family] : problem_.learners) {
    const double weight = problem_.learners.size() == 1 ? 1 : own_weight;
    if (weight == 0) continue;
    const solvers::MomentsForm form = family->moments();
    values +=
        weight * one_more_of(family->moments_after(sum[0], sum.tail(dimension_)), form.mean, form.covariance, rows);
  }
  Index best = -1;
  double least = infinity;
  for (Index i = 0; i < values.size(); ++i) {
    const Index item = among.empty() ? i : among[static_cast<std::size_t>(i)];
    const double value = values[i] + costs[item];
    if ((best < 0 || value < least) && may_show(item)) best = item, least = value;
  }
  return best;
}

/// Many items are ranked by the slope half way to the one that looks best, and only the first few computed.
Index ConjugateItems::best_next(const Vector& sum, std::span<const Index> among,
                                const std::function<bool(Index)>& may_show) const {
  const bool one_by_one = problem_.judge == Judge::worst && problem_.learners.size() > 1;
  if (has_moments() && !one_by_one) return best_by_update(sum, among, may_show);
  constexpr Index long_statistic = 10'000;  // a look at the clock comes after all of these
  const std::size_t few = dimension_ > long_statistic ? 8 : 48;
  const auto item_at = [&](std::size_t i) { return among.empty() ? static_cast<Index>(i) : among[i]; };
  const std::size_t count = among.empty() ? static_cast<std::size_t>(size()) : among.size();
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < count; ++i) {
    if (may_show(item_at(i))) open.push_back(i);
  }
  Vector at = sum;
  for (int pass = 0; pass < 2 && open.size() > few; ++pass) {
    const Vector slopes = along(loss_.gradient(at), among);
    const auto rank = [&](std::size_t i) { return slopes[static_cast<Index>(i)] + costs[item_at(i)]; };
    const auto less = [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); };
    if (pass == 0) {
      at = sum + 0.5 * statistic(item_at(*std::min_element(open.begin(), open.end(), less)));
    } else {
      std::nth_element(open.begin(), open.begin() + few, open.end(), less);
      open.resize(few);
    }
  }
  Index best = -1;
  double least = infinity;
  for (const std::size_t i : open) {
    const double value = with_one_more(sum, item_at(i));
    if (best < 0 || value < least) best = item_at(i), least = value;
  }
  return best;
}

double ConjugateItems::work() const {
  return static_cast<double>(size()) * static_cast<double>(dimension_) * static_cast<double>(problem_.learners.size());
}

std::vector<Index> ConjugateItems::rows_of(const Counts& counts) const {
  std::vector<Index> rows;
  for (const auto& [item, count] : counts) {
    const std::vector<Index>& same = rows_[static_cast<std::size_t>(item)];
    const auto whole = static_cast<std::size_t>(count);
    const std::size_t distinct =
        problem_.pool->repeat ? std::min(whole, static_cast<std::size_t>(std::max(1.0, low[item]))) : whole;
    for (std::size_t i = 0; i < whole; ++i) rows.push_back(same[i < distinct ? i : 0]);
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace didact::pools
