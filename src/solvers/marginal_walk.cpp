// Whole counts: which item comes next, and sizes from one to the next.

#include "../core/patient_sort.hpp"
#include "core/parallel.hpp"
#include "solvers/convex_search.hpp"
#include "solvers/counts_model.hpp"
#include <didact/core/special.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace didact::solvers {

double CountsModel::increment(Index k, double j) const {
  double sum = -offset_[k];
  if (j == 0 && !first_.empty()) sum += first_[k];
  for (std::size_t i = 0; i < beta_.size(); ++i) {
    if (weights_[i] > 0) sum += weights_[i] * std::log(beta_[i][k] + j);
  }
  return sum;
}

double CountsModel::count_below(Index k, double lambda, double E) const {
  if (!first_.empty() && low_[k] == 0 && high_[k] > 0 && !(increment(k, 1) < lambda)) {
    return increment(k, 0) < lambda ? 1 : 0;
  }
  if (single()) {
    // log(β + j) < λ + log π - c
    const double x = weight(k, lambda, E) - beta_[0][k];
    return x <= low_[k] ? low_[k] : std::min(std::ceil(x), high_[k]);
  }
  double below = low_[k], above = std::max(below, std::min(std::ceil(weight(k, lambda, E)) + 1, high_[k]));
  while (below < above) {  // the first j whose increment is not below λ
    const double middle = std::floor(std::midpoint(below, above));
    if (increment(k, middle) < lambda) {
      below = middle + 1;
    } else {
      above = middle;
    }
  }
  return below;
}

/// An upper bound on how many increments lie below log E.
double CountsModel::surely_unused_above(double E) const {
  double count = 0;
  for (std::size_t k = 0; k < offset_.size(); ++k) {
    count += std::clamp(scale_[k] * E - beta_[0][k] + 1, 0.0, high_[k]);
  }
  return count;
}

double CountsModel::last_useful_size() const {
  const double W = std::accumulate(scale_.begin(), scale_.end(), 0.0);
  if (!(W < 1)) return infinity;
  // The n-th increment pays while fewer than n lie below log(N + n); that count grows with slope W < 1 at most.
  double n = 1 + static_cast<double>(categories()) / (1 - W);
  for (int doubling = 0; doubling < 60; ++doubling, n *= 1.25) {
    if (surely_unused_above(totals_[0] + n) < n) return std::ceil(n);
  }
  return infinity;
}

std::pair<double, double> CountsModel::turning_sizes(double low, double high) const {
  // Bins of E = N + n. With C(E) the number of increments below log E, item n + 1 pays iff C(N + n) > n; C is monotone,
  // so its values at a bin's ends decide for all sizes inside, or leave the bin open.
  const double N = totals_[0], width = std::max(1.0, std::ceil((high - low) / 4096));
  const std::size_t bins = static_cast<std::size_t>((high - low) / width) + 1;
  const double first = N + low;
  const double log_first = std::log(first), E = std::exp(log_first + base_);
  struct Counted {
    std::vector<double> steps;
    double below = 0;
  };
  const Counted all = in_blocks(
      categories(),
      [&](Index begin, Index end) {
        Counted local{std::vector<double>(bins + 1, 0.0)};
        for (Index k = begin; k < end; ++k) {
          if (scale_[k] == 0) continue;
          double j = count_below(k, log_first, E);
          local.below += j;
          const double stride = 1 / (scale_[k] * width), from = (beta_[0][k] / scale_[k] - first) / width;
          for (double at = from + j * stride; at < static_cast<double>(bins) && j < high_[k]; at += stride, ++j) {
            local.steps[static_cast<std::size_t>(std::max(0.0, at))] += 1;
          }
        }
        return local;
      },
      [](Counted& sum, const Counted& part) {
        sum.below += part.below;
        for (std::size_t bin = 0; bin < sum.steps.size(); ++bin) sum.steps[bin] += part.steps[bin];
      });
  double count = all.below;
  double from = infinity, to = low;
  for (std::size_t bin = 0; bin < bins; ++bin) {
    const double n0 = low + width * static_cast<double>(bin), n1 = std::min(high, n0 + width);
    const double slack = 1 + 1e-9 * n1;  // rounding of steps next to a bin's end
    const bool always_pays = count - slack > n1;
    count += all.steps[bin];
    const bool never_pays = count + slack <= n0;
    if (!always_pays) from = std::min(from, n0);
    if (!never_pays) to = std::max(to, n1);
  }
  from = std::min(from, to);
  return {std::max(low, from - 1), std::min(high, to + 1)};
}

std::vector<double> CountsModel::in_proportion(double n) const {
  std::vector<double> counts(share_.size());
  const double all = std::accumulate(share_.begin(), share_.end(), 0.0);
  double left = n;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const double wanted = all > 0 ? std::floor(n * share_[k] / all) : 0;
    left -= counts[k] = std::clamp(wanted, low_[k], std::max(low_[k], high_[k]));
  }
  std::vector<std::size_t> order(counts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return share_[a] > share_[b]; });
  for (const std::size_t k : order) {  // to the likeliest what is missing, from them what is too much
    const double change = left > 0 ? std::min(left, high_[k] - counts[k]) : std::max(left, low_[k] - counts[k]);
    counts[k] += change;
    left -= change;
  }
  return counts;
}

double MarginalWalk::prefix(const CountsModel& model, double lambda, std::vector<double>& counts) const {
  const double E = std::exp(lambda + model.base());
  return in_blocks(
      model.categories(),
      [&](Index begin, Index end) {
        constexpr Index between_looks = 512;
        double sum = 0;
        for (Index k = begin; k < end; ++k) {
          if (k % between_looks == 0 && model.stop()) break;
          sum += counts[k] = model.count_below(k, lambda, E);
        }
        return sum;
      },
      [](double& sum, double part) { sum += part; });
}

MarginalWalk::MarginalWalk(const CountsModel& model, double low, double high) : counts_(model.categories()) {
  if (!model.stop()) build(model, low, high);
  if (!model.stop()) return;
  complete_ = false;
  first_ = low;
  counts_ = model.in_proportion(low);
  order_.clear();
}

/// λ is bracketed from the real optimum outwards (sizes move almost like exp(λ)), then halved until few steps are left
/// to sort on either side of the window.
void MarginalWalk::build(const CountsModel& model, double low, double high) {
  const double few = 16 + 0.25 * static_cast<double>(model.categories());
  std::vector<double> upper(model.categories()), trial(model.categories());

  double below = model.approximate_lambda(low), above = below;
  double n_below = prefix(model, below, counts_), n_above = n_below;
  upper = counts_;
  const double first_step = 0.01 + 0.5 / (1 + low);  // about one item more or fewer
  for (double step = first_step; n_below > low && !model.stop(); step *= 2) {
    above = below, n_above = n_below, upper = counts_;
    below -= step;
    n_below = prefix(model, below, counts_);
  }
  for (double step = first_step; n_above < high && above < model.ceiling() + 100 && !model.stop(); step *= 2) {
    above = std::max(above, below) + step;
    n_above = prefix(model, above, upper);
    if (n_above <= low) below = above, n_below = n_above, counts_ = upper;
  }
  for (double edge = above; low - n_below > few && !model.stop();) {
    const double middle = std::midpoint(below, edge);
    if (!(middle > below && middle < edge)) break;
    const double n = prefix(model, middle, trial);
    if (n > low) {
      edge = middle;
    } else {
      below = middle, n_below = n, counts_.swap(trial);
    }
  }
  for (double edge = below; n_above - high > few && !model.stop();) {
    const double middle = std::midpoint(edge, above);
    if (!(middle > edge && middle < above)) break;
    const double n = prefix(model, middle, trial);
    if (n < high) {
      edge = middle;
    } else {
      above = middle, n_above = n, upper.swap(trial);
    }
  }
  if (model.stop()) return;
  first_ = n_below;
  constexpr double most_sorted_steps = 2e7;
  if (n_above - n_below > most_sorted_steps + (high - low)) {  // λ cannot tell these apart: they cost the same
    for (Index k = 0; k < model.categories() && first_ < low; ++k) {
      const double more = std::min(upper[k] - counts_[k], low - first_);
      counts_[k] += more;
      first_ += more;
    }
    return;
  }
  constexpr std::size_t between_looks = 1024;
  for (Index k = 0; k < model.categories(); ++k) {
    for (double j = counts_[k]; j < upper[k]; ++j) {
      if (order_.size() % between_looks == between_looks - 1 && model.stop()) return;
      order_.push_back({model.increment(k, j), k});
    }
  }
  sort_unless(model.stop(), order_.begin(), order_.end(), std::less<>());
}

std::vector<double> MarginalWalk::counts_at(double n) const {
  std::vector<double> counts = counts_;
  for (Index step = 0; first_ + static_cast<double>(step) < n; ++step) counts[order_[step].k] += 1;
  return counts;
}

BestCounts best_counts(const CountsModel& model, double low, double high, const SizeCost& cost) {
  const MarginalWalk walk(model, low, high);
  double n = walk.first(), change = 0, best_n = low, least = infinity;
  constexpr Index between_looks = 1024;
  bool complete = walk.complete();
  for (Index step = 0; n <= high; ++step) {
    if (step % between_looks == between_looks - 1 && n > low && model.stop()) {
      complete = false;
      break;
    }
    const double here = change + (cost ? cost(n) : 0);
    if (n >= low && here < least) {
      least = here;
      best_n = n;
    }
    if (step == walk.steps()) break;
    change += walk.increment(step) - model.log_total(n);
    n += 1;
  }
  return {best_n, walk.counts_at(best_n), complete};
}

}  // namespace didact::solvers
