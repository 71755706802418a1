#include <didact/search/oracle.hpp>

#include <algorithm>
#include <cmath>

namespace didact {

double effort_of_set(const Effort& effort, const Matrix& x) {
  const Index n = x.rows();
  double cost = effort.at_size(static_cast<double>(n));
  if (effort.magnitude > 0) cost += effort.magnitude * x.squaredNorm();
  if (effort.closeness == 0 || n < 2) return cost;
  double least = infinity;
  for (Index i = 1; i < n; ++i) {
    for (Index j = 0; j < i; ++j) least = std::min(least, (x.row(i) - x.row(j)).squaredNorm());
  }
  return cost + effort.closeness / std::sqrt(least);
}

}  // namespace didact
