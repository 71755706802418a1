#pragma once
// Items from a continuous range: numbers, whose log-densities are quadratic piece by piece, or vectors.

#include "evidence.hpp"
#include <didact/core/items.hpp>
#include <didact/core/stop.hpp>
#include <didact/hypotheses/density.hpp>

#include <memory>
#include <vector>

namespace didact::hypotheses {

class ContinuousItems {
 public:
  ContinuousItems(Vector log_ratios, double magnitude)
      : log_ratios_(std::move(log_ratios)), impossible_(impossible_beside(log_ratios_)), magnitude_(magnitude) {}
  virtual ~ContinuousItems() = default;

  struct Cheapest {
    Vector x;
    double reduced;  ///< magnitude ‖x‖² + Σ w_h d_h(x)
  };
  /// Items that are least by that, best first, one at least; `bound` is below it for every item, also when stopped.
  virtual std::vector<Cheapest> cheapest(const Vector& w, double& bound, const Stop& stop) const = 0;
  virtual Vector evidence(const Vector& x) const = 0;
  /// The gradient by x of Σ w_h d_h(x).
  virtual Vector slope(const Vector& x, const Vector& w) const = 0;
  /// The largest box around x in which all is smooth.
  virtual std::vector<Interval> piece(const Vector& x) const = 0;
  /// Items from everywhere.
  virtual std::vector<Vector> sample() const = 0;
  /// Only whole numbers are items, and the evidence is linear in them.
  virtual bool whole() const { return false; }

  const Vector& log_ratios() const { return log_ratios_; }
  double impossible() const { return impossible_; }
  double magnitude() const { return magnitude_; }
  Column column(const Vector& x, Index item) const {
    return {evidence(x), magnitude_ * x.squaredNorm(), 0, infinity, item};
  }

 private:
  Vector log_ratios_;
  double impossible_;
  double magnitude_;
};

std::unique_ptr<ContinuousItems> items_on_a_line(const std::vector<Density>& densities, std::size_t target,
                                                 Interval range, Vector log_ratios, double magnitude);
/// Whether the evidence of whole numbers in the range is linear in them, so that only their sum matters.
bool only_sums_matter(const std::vector<Density>& densities, Interval range);
std::unique_ptr<ContinuousItems> whole_items_on_a_line(const std::vector<Density>& densities, std::size_t target,
                                                       Interval range, Vector log_ratios);
std::unique_ptr<ContinuousItems> items_in_a_box(const std::vector<Density>& densities, std::size_t target,
                                                std::vector<Interval> range, Vector log_ratios, double magnitude);

/// How a vector's evidence for a hypothesis, beside the target, goes: as a bowl where the steepness is positive.
struct Bowl {
  Vector at;             ///< where it is least
  double least = 0;      ///< there
  double steepness = 0;  ///< the least second derivative in any direction
  bool flat = false;     ///< linear, but for rounding
};
std::vector<Bowl> bowls(const std::vector<Density>& densities, std::size_t target);
/// Whether the evidence for each of these hypotheses falls without end from x in this direction.
bool all_fall(const std::vector<Density>& densities, std::size_t target, const std::vector<std::size_t>& rivals,
              const Vector& x, const Vector& direction);

struct ContinuousResult {
  ItemSet items;
  double total = infinity;
  double bound = -infinity;
  StopReason stopped = StopReason::none;
  bool unbounded = false;
  double relaxed_n = 0, relaxed_total = infinity;
};

ContinuousResult search(const ContinuousItems& items, const Objective& objective, double gap, const Stop& stop);

}  // namespace didact::hypotheses
