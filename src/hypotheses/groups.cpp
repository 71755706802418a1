#include "groups.hpp"

#include "solvers/bfgs.hpp"

#include <algorithm>
#include <cmath>

namespace didact::hypotheses {

double inner_value(const ContinuousItems& items, const std::vector<Group>& groups, Vector* weights) {
  Vector a = items.log_ratios();
  double cost = 0;
  for (const Group& group : groups) {
    a += group.times * items.evidence(group.x);
    cost += group.times * items.magnitude() * group.x.squaredNorm();
  }
  return log_sum_exp(a, weights) + cost;
}

std::vector<Group> whole(std::vector<Group> groups, Index n) {
  std::vector<double> rest;
  double left = static_cast<double>(n);
  for (Group& group : groups) {
    const double times = std::floor(group.times + 1e-9);
    rest.push_back(group.times - times);
    group.times = times;
    left -= times;
  }
  for (; left > 0 && !groups.empty(); --left) {
    const std::size_t most = static_cast<std::size_t>(std::max_element(rest.begin(), rest.end()) - rest.begin());
    groups[most].times += 1;
    rest[most] -= 1;
  }
  std::erase_if(groups, [](const Group& group) { return group.times <= 0; });
  return groups;
}

std::vector<Group> split(const std::vector<Group>& groups, bool wholly) {
  std::vector<Group> parts;
  for (const Group& group : groups) {
    if (wholly) {
      for (double i = 0; i < group.times; ++i) parts.push_back({group.x, 1});
    } else {
      if (group.times > 1) parts.push_back({group.x, group.times - 1});
      parts.push_back({group.x, 1});
    }
  }
  return parts;
}

std::vector<Group> moved(const ContinuousItems& items, const Stop& stop, std::vector<Group> groups) {
  if (groups.empty()) return groups;
  const Index D = groups[0].x.size(), count = static_cast<Index>(groups.size());
  Vector start(count * D), low(count * D), high(count * D);
  for (Index g = 0; g < count; ++g) {
    start.segment(g * D, D) = groups[g].x;
    const std::vector<Interval> piece = items.piece(groups[g].x);
    for (Index i = 0; i < D; ++i) low[g * D + i] = piece[i].low, high[g * D + i] = piece[i].high;
  }
  auto placed = [&](const Vector& y) {
    for (Index g = 0; g < count; ++g) groups[g].x = y.segment(g * D, D);
  };
  const solvers::SmoothFunction f = [&](const Vector& y, Vector& gradient) {
    placed(y);
    Vector w;
    const double value = inner_value(items, groups, &w);
    gradient.resize(y.size());
    for (Index g = 0; g < count; ++g) {
      gradient.segment(g * D, D) =
          groups[g].times * (items.slope(groups[g].x, w) + 2 * items.magnitude() * groups[g].x);
    }
    return value;
  };
  placed(solvers::minimise_smooth(f, start, low, high, 300, 1e-13, stop).x);
  return groups;
}

}  // namespace didact::hypotheses
