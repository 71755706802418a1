#include <didact/search/oracle.hpp>

namespace didact {

double effort_of_set(const Effort& effort, const Matrix& x) {
  const Index n = x.rows();
  double cost = effort.at_size(static_cast<double>(n));
  if (effort.magnitude > 0) cost += effort.magnitude * x.squaredNorm();
  if (effort.closeness == 0 || n < 2) return cost;
  return cost + effort.closeness / least_distance(x);
}

}  // namespace didact
