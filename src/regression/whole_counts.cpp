#include "../core/decompositions.hpp"
#include "corners.hpp"

#include <algorithm>
#include <cmath>
#include <queue>

namespace didact::regression {
namespace {

constexpr double whole = 1e-7;        // a count this near to a whole number is one
constexpr double tolerance = 1e-11;   // relative: below what a proof may leave open
constexpr Index most_branched = 512;  // corners

class WholeSearch {
 public:
  WholeSearch(const Form& form, const Matrix& corners, Index n, const Stop& stop)
      : form_(form), corners_(corners), n_(static_cast<double>(n)), stop_(stop) {}

  WholeCounts run(const RelaxedCounts& root, Index most_nodes) {
    const Counts everything{Vector::Zero(corners_.rows()), Vector::Constant(corners_.rows(), n_)};
    consider(root.counts, everything);
    best_.bound = std::min(root.bound, best_.value);
    if (corners_.rows() > most_branched) return best_;
    queue_.push({root, everything});
    Index nodes = 0;
    while (!queue_.empty() && can_win(queue_.top().relaxed.bound) && nodes < most_nodes && !stop_) {
      const Node node = queue_.top();
      queue_.pop();
      branch(node);
      ++nodes;
    }
    best_.bound =
        queue_.empty() ? best_.value : std::min(best_.value, std::max(root.bound, queue_.top().relaxed.bound));
    return best_;
  }

 private:
  struct Node {
    RelaxedCounts relaxed;
    Counts limits;
    bool operator<(const Node& other) const { return relaxed.bound > other.relaxed.bound; }
  };

  bool can_win(double bound) const { return improves(bound, best_.value, tolerance); }

  double value(const Vector& counts) const {
    const Matrix S = weighted_gram(corners_, counts);
    return form_.design_loss(n_, S) + (form_.known_noise ? 0 : label_term(form_, n_, S).loss);
  }

  /// Rounded down, then filled up by the largest remainders, then exchanged one by one.
  void consider(const Vector& counts, const Counts& limits) {
    Vector rounded = (counts.array() + whole).floor().matrix().cwiseMax(limits.low);
    Vector left = counts - rounded;
    for (double missing = n_ - rounded.sum(); missing > 0.5; --missing) {
      Index i = 0;
      left.maxCoeff(&i);
      rounded[i] += 1;
      left[i] -= 1;
    }
    double found = value(rounded);
    for (int pass = 0; pass < 50 && !stop_ && exchange(rounded, found); ++pass) {
    }
    if (best_.counts.size() > 0 && !(found < best_.value)) return;
    best_.value = found;
    best_.counts = rounded;
  }

  /// The first exchange of one item that helps, the most promising corners first.
  bool exchange(Vector& counts, double& found) const {
    const Matrix S = weighted_gram(corners_, counts);
    const Cholesky factor(Matrix::Identity(S.rows(), S.cols()) + S);
    const Matrix solved = factor.solve(corners_.transpose()).transpose();
    const Vector gains = corners_.cwiseProduct(solved).rowwise().sum();
    const std::vector<Index> order = best_first(gains);
    constexpr std::size_t tried = 16;
    for (Index from = 0; from < counts.size() && !stop_; ++from) {
      if (counts[from] < 0.5) continue;
      for (std::size_t k = 0; k < std::min(tried, order.size()); ++k) {
        if (order[k] == from) continue;
        Vector next = counts;
        next[from] -= 1;
        next[order[k]] += 1;
        const double there = value(next);
        if (!improves(there, found, 1e-13)) continue;
        counts = std::move(next);
        found = there;
        return true;
      }
    }
    return false;
  }

  static std::vector<Index> best_first(const Vector& gains) {
    std::vector<Index> order(static_cast<std::size_t>(gains.size()));
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
    std::sort(order.begin(), order.end(), [&](Index a, Index b) { return gains[a] > gains[b]; });
    return order;
  }

  /// The corner whose count is farthest from whole is either rounded down or up.
  void branch(const Node& node) {
    const Vector& counts = node.relaxed.counts;
    Index at = 0;
    const double most = (counts.array() - counts.array().round()).abs().maxCoeff(&at);
    if (most <= whole) return;  // consider() had it
    for (const bool up : {false, true}) {
      Counts limits = node.limits;
      (up ? limits.low : limits.high)[at] = up ? std::ceil(counts[at]) : std::floor(counts[at]);
      if (limits.low.sum() > n_ || limits.high.sum() < n_) continue;
      Node child{relax_counts(form_, corners_, n_, limits, feasible(counts, limits), stop_), limits};
      child.relaxed.bound = std::max(child.relaxed.bound, node.relaxed.bound);
      if (!can_win(child.relaxed.bound)) continue;
      consider(child.relaxed.counts, limits);
      queue_.push(std::move(child));
    }
  }

  /// The counts moved into their limits, n in all.
  Vector feasible(Vector counts, const Counts& limits) const {
    counts = counts.cwiseMax(limits.low).cwiseMin(limits.high);
    double missing = n_ - counts.sum();
    for (Index i = 0; i < counts.size() && missing != 0; ++i) {
      const double change =
          missing > 0 ? std::min(missing, limits.high[i] - counts[i]) : std::max(missing, limits.low[i] - counts[i]);
      counts[i] += change;
      missing -= change;
    }
    return counts;
  }

  const Form& form_;
  const Matrix& corners_;
  double n_;
  const Stop& stop_;
  WholeCounts best_;
  std::priority_queue<Node> queue_;
};

}  // namespace

WholeCounts whole_counts(const Form& form, const Matrix& corners, Index n, const RelaxedCounts& relaxed,
                         Index most_nodes, const Stop& stop) {
  return WholeSearch(form, corners, n, stop).run(relaxed, most_nodes);
}

}  // namespace didact::regression
