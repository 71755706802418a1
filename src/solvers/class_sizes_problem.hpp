#pragma once
// How many items of each class: a Dirichlet belief over the classes, and parts that each know what m items of their own
// class are worth. They are coupled by nothing but the sum of the sizes.   [GNB]

#include "solvers/sized_problem.hpp"
#include <didact/core/special.hpp>

#include <memory>
#include <vector>

namespace didact::solvers {

/// What the items of one class can bring, the class counts aside.
class PartOfClass {
 public:
  struct Worth {
    double impedance = infinity;
    double bound = -infinity;  ///< no m items are worth more
  };
  virtual ~PartOfClass() = default;

  virtual double untaught() const = 0;
  /// For real m > 0: convex, below the worth of every m items and, at its limit for m = 0, below `untaught`.
  virtual double bound(double m) const = 0;
  /// The derivative of that bound.
  virtual double slope(double m) const = 0;
  /// m ≥ 1
  virtual Worth solve(Index m, const Stop& stop) const = 0;
};

class ClassSizesProblem final : public SizedProblem {
 public:
  struct Settings {
    std::vector<double> beta;
    std::vector<Twofold> pi;
    double per_item = 0;
    std::vector<std::unique_ptr<const PartOfClass>> parts;
  };
  explicit ClassSizesProblem(Settings settings);

  /// s is the number of items of each class.
  Relaxed relaxed(double n) const override;
  /// Exact: a dynamic program over those sizes of each class that can be part of a better set.   [GNB.5]
  AtSize solve(Index n, const Stop& stop) const override;
  /// The labels alone.
  ItemSet unpack(Index n, const Vector& s, Style style, Random& random) const override;

 private:
  struct Priced;  ///< sizes at which one more item costs the same in every class
  struct Window;  ///< the sizes of one class that may win
  Priced priced(double n) const;
  double slope(std::size_t k, double m) const;
  double size_at(std::size_t k, double price, double most, double dearest) const;
  double bound_of(const std::vector<double>& sizes) const;
  double impedance(const std::vector<double>& sizes, const Stop& stop) const;
  PartOfClass::Worth worth(std::size_t k, Index m, const Stop& stop) const;
  double dirichlet_change(std::size_t k, double price, double from, double to) const;
  Window window(std::size_t k, const Priced& at, double budget, Index most, const Stop& stop) const;
  std::vector<Window> windows(const Priced& at, double budget, Index n, const Stop& stop) const;

  Settings settings_;
  std::vector<double> log_pi_;
  std::vector<double> cheapest_;  ///< what the first bit of an item of each class costs
};

}  // namespace didact::solvers
