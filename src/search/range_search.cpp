#include "search/evolution.hpp"
#include "size_bounds.hpp"
#include <didact/search/range_search.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace didact::search {
namespace {

struct ByEntries {
  bool operator()(const Matrix& a, const Matrix& b) const {
    if (a.rows() != b.rows()) return a.rows() < b.rows();
    return std::lexicographical_compare(a.data(), a.data() + a.size(), b.data(), b.data() + b.size());
  }
};

/// Sets have no order: the same points are the same matrix.
Matrix in_order(const Matrix& rows) {
  std::vector<Index> order(static_cast<std::size_t>(rows.rows()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    const Vector x = rows.row(a), y = rows.row(b);
    return std::lexicographical_compare(x.begin(), x.end(), y.begin(), y.end());
  });
  Matrix sorted(rows.rows(), rows.cols());
  for (std::size_t i = 0; i < order.size(); ++i) sorted.row(static_cast<Index>(i)) = rows.row(order[i]);
  return sorted;
}

class RangeSearch {
 public:
  RangeSearch(const RangeSearchProblem& problem, const LossOracle<Matrix>& losses)
      : p_(problem),
        D_(static_cast<Index>(problem.range.size())),
        bounds_(problem, problem.min_size, problem.max_size,
                [this](Index n) { return static_cast<double>(n) * p_.effort.magnitude * least_square(); }),
        losses_(losses),
        random_(problem.seed) {}

  Found<Matrix> run() {
    begin();
    Index since = 0;
    for (Index n = std::max<Index>(1, p_.min_size); wanted(n, since); ++n) {
      const double before = best_.impedance;
      best_of(n);
      since = best_.impedance < before ? 0 : since + 1;
    }
    start_again();
    return finish();
  }

 private:
  static constexpr Index most_asked = 60'000;
  static constexpr Index most_variables = 200;  // beyond it the strategy learns no shape in reasonable time
  static constexpr Index patience = 2;          // sizes without a better set before growing ends
  static constexpr int restarts = 2;

  bool spent() const { return losses_.ended() || losses_.asked() >= most_asked; }

  bool wanted(Index n, Index since) const {
    if (spent() || n > bounds_.last() || n * D_ > std::max(most_variables, p_.min_size * D_)) return false;
    return !best_.any || (bounds_.from(n) < best_.impedance && (best_.impedance == infinity || since < patience));
  }

  double least_square() const {
    double sum = 0;
    for (const auto& [low, high] : p_.range) {
      const double nearest = std::clamp(0.0, low, high);
      sum += nearest * nearest;
    }
    return sum;
  }

  /// The untaught learner; it is an answer itself where a lesson may be empty.
  void begin() {
    const Matrix nothing(0, D_);
    const double before = losses_({nothing})[0];
    best_.loss_before = std::isnan(before) ? infinity : before;
    if (losses_.ended()) return;
    if (p_.min_size > 0) {
      impedances({anywhere(p_.min_size * D_)});
      return;
    }
    keep(nothing, before);
    bounds_.close(0);
  }

  double keep(const Matrix& set, double loss) {
    if (std::isnan(loss)) return loss;
    const double effort = effort_of_items(p_.effort, set), impedance = loss + effort;
    if (!best_.any || impedance < best_.impedance) {
      best_.set = set;
      best_.loss = loss;
      best_.effort = effort;
      best_.impedance = impedance;
    }
    best_.any = true;
    return impedance;
  }

  /// Points of the unit box, n times D of them in a row, as items.
  Matrix items(const Vector& u) const {
    Matrix set(u.size() / D_, D_);
    for (Index i = 0; i < set.rows(); ++i) {
      for (Index j = 0; j < D_; ++j) {
        const auto [low, high] = p_.range[static_cast<std::size_t>(j)];
        const double t = u[i * D_ + j];
        set(i, j) = std::clamp((1 - t) * low + t * high, low, high);
      }
    }
    return in_order(set);
  }

  std::vector<double> impedances(const std::vector<Vector>& points) {
    std::vector<Matrix> sets;
    for (const Vector& u : points) sets.push_back(items(u));
    std::vector<double> values = losses_(sets);
    for (std::size_t i = 0; i < sets.size(); ++i) values[i] = keep(sets[i], values[i]);
    return values;
  }

  Vector anywhere(Index variables) {
    return Vector::NullaryExpr(variables, [this](Index) { return random_.uniform(); });
  }

  Evolved evolved(const EvolutionStart& start) {
    const BatchFunction f = [this](const std::vector<Vector>& points) { return impedances(points); };
    return evolve(f, start, most_asked - losses_.asked(), random_);
  }

  /// From the points of the last size and the best of some for one more.
  void best_of(Index n) {
    std::vector<Vector> starts;
    const Index more = n * D_ - last_.size();
    for (Index i = 0; i < 16 * (D_ + 1); ++i) {
      starts.push_back(Vector(n * D_));
      starts.back() << last_, anywhere(more);
    }
    const std::vector<double> values = impedances(starts);
    if (spent()) return;
    const auto least = std::min_element(values.begin(), values.end());
    const Evolved best = evolved({starts[static_cast<std::size_t>(least - values.begin())], 0.1});
    if (best.value < reached_ || n == std::max<Index>(1, p_.min_size)) {
      reached_ = best.value;
      size_ = n;
    }
    last_ = best.x;
  }

  /// At the best size, from anywhere, each time with twice as many points.
  void start_again() {
    for (int i = 1; i <= restarts && !spent() && size_ > 0; ++i) evolved({anywhere(size_ * D_), 0.3, 1 << i});
  }

  Found<Matrix> finish() {
    best_.ended_early = losses_.ended();
    best_.asked = losses_.asked();
    best_.bound = std::min(best_.impedance, bounds_.untried());
    best_.all_tried = !best_.ended_early && bounds_.untried() == infinity;
    best_.proven_up_to = bounds_.proven_up_to();
    return std::move(best_);
  }

  const RangeSearchProblem& p_;
  Index D_;
  SizeBounds bounds_;
  RememberedLosses<Matrix, ByEntries> losses_;
  Random random_;
  Found<Matrix> best_;
  Vector last_;  ///< the best points of the last size, in the unit box
  double reached_ = infinity;
  Index size_ = 0;  ///< where that was
};

}  // namespace

Found<Matrix> search_range(const RangeSearchProblem& problem, const LossOracle<Matrix>& losses) {
  for (const auto& [low, high] : problem.range) {
    if (!(low <= high) || !std::isfinite(low) || !std::isfinite(high)) {
      throw std::invalid_argument("a search needs a finite range");
    }
  }
  if (problem.range.empty() || (problem.max_size && problem.min_size > *problem.max_size)) {
    throw std::invalid_argument("there is no set to search");
  }
  return RangeSearch(problem, losses).run();
}

}  // namespace didact::search
