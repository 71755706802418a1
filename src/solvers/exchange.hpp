#pragma once
// Sets of whole items improved item by item: they have no slopes to follow.

#include <didact/core/items.hpp>
#include <didact/core/stop.hpp>

#include <functional>

namespace didact::solvers {

/// A set is worth `value` of its size's Σ T(x).
struct ExchangeProblem {
  const ItemDomain& domain;
  std::function<Vector(const Vector& x)> T;
  std::function<double(const Vector& s)> value;
};

struct Exchanged {
  Matrix rows;
  double value = infinity;
};

/// Each item rounded and moved into the domain; equal ones that may not be are set apart to the nearest free places.
/// No rows if there are not that many items.
Matrix placed_on_lattice(const ItemDomain& domain, const Matrix& rows);

/// Exchanges one item for another near it (for any other, where there are few), then moves pairs by opposite steps,
/// while that helps. Keeps to the domain, `distinct` included.   [GEN.4]
Exchanged exchange_items(const ExchangeProblem& problem, Matrix rows, const Stop& stop);

/// Real items that coincide and may not: set apart by what a double just shows, to both sides where there is room.
/// Items near 0 are of this size.
ItemSet set_apart(const ItemDomain& domain, const ItemSet& items, double size = 1);

}  // namespace didact::solvers
