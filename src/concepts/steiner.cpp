#include <didact/concepts/named_classes.hpp>

#include <array>
#include <stdexcept>

namespace didact::concepts {
namespace {

using Triple = std::array<std::size_t, 3>;

/// Bose's construction, for orders 3 modulo 6.
std::vector<Triple> bose(std::size_t order) {
  const std::size_t n = order / 3;
  std::vector<Triple> triples;
  for (std::size_t x = 0; x < n; ++x) triples.push_back({x, x + n, x + 2 * n});
  for (std::size_t x = 0; x < n; ++x) {
    for (std::size_t y = x + 1; y < n; ++y) {
      const std::size_t middle = (x + y) * ((n + 1) / 2) % n;
      for (std::size_t i = 0; i < 3; ++i) triples.push_back({x + i * n, y + i * n, middle + (i + 1) % 3 * n});
    }
  }
  return triples;
}

/// Three copies of a system, joined.
std::vector<Triple> tripled(const std::vector<Triple>& triples, std::size_t n) {
  constexpr std::array<Triple, 6> orders = {{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
  std::vector<Triple> all;
  for (std::size_t x = 0; x < n; ++x) all.push_back({x, x + n, x + 2 * n});
  for (const Triple& t : triples) {
    for (std::size_t i = 0; i < 3; ++i) all.push_back({t[0] + i * n, t[1] + i * n, t[2] + i * n});
    for (const Triple& o : orders) all.push_back({t[0] + o[0] * n, t[1] + o[1] * n, t[2] + o[2] * n});
  }
  return all;
}

std::vector<Triple> system_of(std::size_t order) {
  if (order == 3) return {{0, 1, 2}};
  if (order == 15) return bose(order);
  if (order < 9 || order % 3 != 0) throw std::invalid_argument("there is no Steiner triple system of this order here");
  return tripled(system_of(order / 3), order / 3);
}

}  // namespace

CoverProblem steiner_triple_cover(std::size_t order) {
  const std::vector<Triple> triples = system_of(order);
  CoverProblem problem(triples.size(), order);
  for (std::size_t t = 0; t < triples.size(); ++t) {
    for (const std::size_t point : triples[t]) set_bit(problem.column(point), t);
  }
  return problem;
}

}  // namespace didact::concepts
