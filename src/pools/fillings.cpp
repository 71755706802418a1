#include "pricing.hpp"

#include <map>

namespace didact::pools {
namespace {

/// A whole set of n as one column: what the cheapest items along some tangent sum up to.
class Fillings {
 public:
  explicit Fillings(const FiniteItems& items) : items_(items) {
    for (Index item = 0; item < items.size(); ++item) {
      if (items.low[item] > 0) least_.emplace_back(item, items.low[item]);
    }
  }

  Column add(const Amounts& taken) {
    Amounts amounts = least_;
    amounts.insert(amounts.end(), taken.begin(), taken.end());
    Column column{Vector::Zero(items_.function().origin().size()), 0, 0, infinity, static_cast<Index>(all_.size())};
    for (const auto& [item, amount] : amounts) {
      column.d += amount * items_.statistic(item);
      column.cost += amount * items_.costs[item];
    }
    all_.push_back(std::move(amounts));
    return column;
  }

  /// How much of each item a mixture of fillings shows.
  Amounts mixed(const Mixture& mixture) const {
    std::map<Index, double> total;
    for (Index j = 0; j < mixture.columns(); ++j) {
      if (!(mixture.z()[j] > 0)) continue;
      for (const auto& [item, amount] : all_[static_cast<std::size_t>(mixture.item(j))]) {
        total[item] += mixture.z()[j] * amount;
      }
    }
    return {total.begin(), total.end()};
  }

 private:
  const FiniteItems& items_;
  Amounts least_;
  std::vector<Amounts> all_;
};

}  // namespace

RelaxedFinite relax_by_fillings(const FiniteItems& items, double n, Vector slope, double cutoff, double tolerance,
                                const Stop& stop) {
  RelaxedFinite result;
  const ConvexFunction& f = items.function();
  Pricing pricing(items, {});
  Mixture mixture(f);
  Fillings fillings(items);
  if (slope.size() == 0) slope = f.gradient(f.origin());
  Vector best_reduced;
  double best_intercept = -infinity;
  for (int round = 0; round < 300 && !(best_reduced.size() > 0 && stop); ++round) {
    const Vector reduced = items.reduced(slope);
    const double fill = pricing.fill(reduced, n);
    if (fill == infinity) return {infinity};
    if (round > 0) {
      const double intercept = mixture.intercept() - f.slack(), bound = intercept + fill;
      if (bound > result.bound) result.bound = bound, best_intercept = intercept, best_reduced = reduced;
      result.value = mixture.value();
      result.slope = reduced[pricing.taken().empty() ? 0 : pricing.taken().back().first];
      const double scale = std::max(1.0, std::abs(result.value));
      if (result.bound > cutoff || result.value - result.bound <= tolerance * scale) break;
    }
    mixture.add(fillings.add(pricing.taken()));
    mixture.solve(1, stop);
    if (mixture.columns() > 2 * f.origin().size() + 20) mixture.prune();
    slope = mixture.slope();
  }
  result.gradient = slope;
  result.z = fillings.mixed(mixture);
  if (best_reduced.size() > 0) {
    result.tangent = Tangent(best_intercept, best_reduced, items.low, items.high, 2 * n + 1000);
  }
  return result;
}

}  // namespace didact::pools
