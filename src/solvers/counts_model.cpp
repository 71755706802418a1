#include <didact/core/parallel.hpp>
#include <didact/core/special.hpp>
#include <didact/solvers/convex_search.hpp>
#include <didact/solvers/counts_model.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace didact {

CountsModel::CountsModel(std::vector<std::vector<double>> beta, std::vector<double> weights,
                         const std::vector<double>& log_pi, const std::vector<double>& cost, std::vector<double> high)
    : beta_(std::move(beta)), cost_(cost), offset_(log_pi), low_(high.size(), 0.0), high_(std::move(high)) {
  for (std::size_t k = 0; k < offset_.size(); ++k) offset_[k] -= cost[k];
  double highest = -infinity, lowest = infinity;
  for (std::size_t k = 0; k < offset_.size(); ++k) {
    if (high_[k] == 0 || offset_[k] == -infinity) continue;
    highest = std::max(highest, offset_[k]);
    lowest = std::min(lowest, offset_[k]);
  }
  base_ = highest > -infinity ? highest : 0;
  ceiling_ = lowest < infinity ? 700 - lowest : 700;
  scale_.resize(offset_.size());
  share_.resize(offset_.size());
  in_blocks(
      categories(),
      [&](Index begin, Index end) {
        const double unit = std::exp(base_);
        for (Index k = begin; k < end; ++k) {
          share_[k] = std::exp(offset_[k] - base_);
          scale_[k] = share_[k] * unit;
        }
        return 0;
      },
      [](int&, int) {});
  for (const auto& b : beta_) totals_.push_back(std::accumulate(b.begin(), b.end(), 0.0));
  set_weights(std::move(weights));
}

void CountsModel::set_weights(std::vector<double> weights) {
  weights_ = std::move(weights);
  if (single()) {
    mean_beta_ = beta_[0];
    return;
  }
  mean_beta_.assign(offset_.size(), 0.0);
  for (std::size_t j = 0; j < beta_.size(); ++j) {
    for (std::size_t k = 0; k < offset_.size(); ++k) mean_beta_[k] += weights_[j] * beta_[j][k];
  }
}

double CountsModel::tau(double n) const {
  double sum = 0;
  for (std::size_t j = 0; j < totals_.size(); ++j) {
    if (weights_[j] > 0) sum += weights_[j] * digamma(totals_[j] + n);
  }
  return sum;
}

double CountsModel::tau_prime(double n) const {
  double sum = 0;
  for (std::size_t j = 0; j < totals_.size(); ++j) {
    if (weights_[j] > 0) sum += weights_[j] * trigamma(totals_[j] + n);
  }
  return sum;
}

double CountsModel::log_total(double n) const {
  double sum = 0;
  for (std::size_t j = 0; j < totals_.size(); ++j) {
    if (weights_[j] > 0) sum += weights_[j] * std::log(totals_[j] + n);
  }
  return sum;
}

namespace {

/// ψ⁻¹(y) lies between w and w + ½, w = exp(y); this is near it for all but tiny w.
double rough_inverse(double w) {
  return w > 0.2 ? w + 0.5 - 1 / (24 * w + 12) : w * (1 + 2.5 * w) + 0.02;
}

}  // namespace

/// One Newton step of every s_k towards φ'_k(s_k) = λ, from where it is (or from a rough inverse if it is at its lower
/// bound).
CountsModel::Filled CountsModel::newton_pass(double lambda, std::vector<double>& s, double& change) const {
  const double E = std::exp(lambda + base_);
  const auto [filled, moved] = in_blocks(
      categories(),
      [&](Index begin, Index end) {
        std::pair<Filled, double> result{{}, 0};
        for (Index k = begin; k < end; ++k) newton_step(k, lambda, E, s[k], result.first, result.second);
        return result;
      },
      [](auto& sum, const auto& part) {
        sum.first = sum.first + part.first;
        sum.second = std::max(sum.second, part.second);
      });
  change = moved;
  return filled;
}

/// Where Newton's step from s_k = x leads, and the slope there. ψ is concave: a step that starts left of the root stays
/// left of it.
std::pair<double, double> CountsModel::towards(Index k, double lambda, double x) const {
  double psi = 0, slope = 0;
  for (std::size_t j = 0; j < beta_.size(); ++j) {
    if (weights_[j] == 0) continue;
    const Polygamma p = polygamma(beta_[j][k] + x);
    psi += weights_[j] * p.psi;
    slope += weights_[j] * p.psi_prime;
  }
  return {x + (lambda + offset_[k] - psi) / slope, slope};
}

void CountsModel::newton_step(Index k, double lambda, double E, double& s, Filled& filled, double& change) const {
  const double w = weight(k, lambda, E), low = low_[k];
  if (w == infinity) {
    filled.n += s = high_[k];
    return;
  }
  if (low >= high_[k] || (single() && beta_[0][k] + low >= w + 0.5)) {  // ψ⁻¹(log w) < w + ½: not worth one item
    change = std::max(change, std::abs(s - std::min(low, high_[k])));
    filled.n += s = std::min(low, high_[k]);
    return;
  }
  const double start = std::clamp(s > low ? s : rough_inverse(w) - mean_beta_[k], low, high_[k]);
  auto [next, slope] = towards(k, lambda, start);
  if (next < low && start > low)
    std::tie(next, slope) = towards(k, lambda, low);  // too far, as from the right it may be
  next = std::clamp(next, low, high_[k]);
  change = std::max(change, std::abs(next - s) / (mean_beta_[k] + next));
  if (next > low && next < high_[k]) filled.n_prime += 1 / slope;
  filled.n += s = next;
}

CountsModel::Filled CountsModel::fill(double lambda, std::vector<double>& s) const {
  Filled filled;
  double change = 1;
  for (int pass = 0; pass < 60 && change > 1e-8; ++pass) filled = newton_pass(lambda, s, change);
  return filled;
}

/// Counts with ψ(α) taken for log(α - 1/2), and how they move with λ: no special function is needed.
CountsModel::Filled CountsModel::approximate(double lambda) const {
  const double E = std::exp(lambda + base_);
  return in_blocks(
      categories(),
      [&](Index begin, Index end) {
        Filled sum;
        for (Index k = begin; k < end; ++k) {
          const double w = weight(k, lambda, E);
          const double x = w + 0.5 - mean_beta_[k];
          sum.n += std::clamp(x, low_[k], std::max(low_[k], high_[k]));
          if (x > low_[k] && x < high_[k]) sum.n_prime += w;
        }
        return sum;
      },
      [](Filled& sum, const Filled& part) { sum = sum + part; });
}

double CountsModel::approximate_lambda(double n) const {
  const double total = std::accumulate(mean_beta_.begin(), mean_beta_.end(), 0.0) + n;
  const double share = std::accumulate(share_.begin(), share_.end(), 0.0);
  double lambda = std::log(std::max(total, 1e-3) / share) - base_;
  for (int step = 0; step < 12; ++step) {
    const Filled filled = approximate(lambda);
    const double move = (n - filled.n) / std::max(filled.n_prime, 0.1 * total);
    lambda += std::clamp(move, -1.0, 1.0);
    if (std::abs(move) <= 1e-4) break;
  }
  return lambda;
}

/// Newton on λ and all s at once: a few passes over the categories. `next` gives the step of λ. False if it does not
/// settle, as next to a corner of the bounds it may.
template <class Next>
bool CountsModel::joint_newton(double& lambda, std::vector<double>& s, Next next) const {
  for (int pass = 0; pass < 16; ++pass) {
    double change = 0;
    const Filled filled = newton_pass(lambda, s, change);
    const double step = next(lambda, filled);
    if (!std::isfinite(step)) return false;
    lambda += std::clamp(step, -1.0, 1.0);
    if (change <= 1e-5 && std::abs(step) <= 1e-6) {  // both errors were squared, and s's is once more by the last pass
      newton_pass(lambda, s, change);
      return true;
    }
  }
  return false;
}

namespace {

/// Newton on an increasing function known with its slope, kept inside a bracket that grows as needed.
template <class Function>
double newton_increasing(Function f, double start, double floor, double ceiling, double tolerance = 1e-14) {
  double low = floor, high = infinity, x = std::max(start, floor);
  for (int step = 0; step < 200; ++step) {
    const auto [value, slope] = f(x);
    (value > 0 ? high : low) = x;
    if (value == 0 || high - low <= 1e-15 * std::max(1.0, std::abs(x))) break;
    double next = slope > 0 ? x - value / slope : infinity;
    if (std::abs(next - x) <= tolerance * std::max(1.0, std::abs(x)))
      break;  // before the bracket, which rounding may cross
    if (!(next > low && next < high && next <= ceiling)) {
      if (high == infinity && x >= ceiling) return infinity;
      next = high == infinity ? std::min(ceiling, x + std::max(1.0, 0.5 * std::abs(x))) : std::midpoint(low, high);
    }
    x = next;
  }
  return x;
}

}  // namespace

double CountsModel::lambda_of_size(double n, std::vector<double>& s) const {
  double lambda = approximate_lambda(n);
  auto step = [n](double, const Filled& filled) { return (n - filled.n) / filled.n_prime; };
  if (joint_newton(lambda, s, step)) return lambda;
  auto off = [&](double l) {
    const Filled filled = fill(l, s);
    return std::pair{filled.n - n, filled.n_prime};
  };
  lambda = newton_increasing(off, approximate_lambda(n), -700 - base_, ceiling_ + 1);
  fill(lambda, s);
  return lambda;
}

double CountsModel::lambda_free(std::vector<double>& s) const {
  // As n grows g'(n) tends to -log Σ π_k exp(-c_k) over the categories without an upper bound: 0 only if nothing costs.
  bool free_of_cost = true;
  for (std::size_t k = 0; k < cost_.size(); ++k)
    free_of_cost &= scale_[k] == 0 || (cost_[k] == 0 && high_[k] == infinity);
  if (free_of_cost) return infinity;
  // g'(n) = λ(n) - τ(n), increasing; first with the approximate counts.
  const double floor = tau(0);
  double lambda = newton_increasing(
      [&](double l) {
        const Filled filled = approximate(l);
        return std::pair{l - tau(filled.n), 1 - tau_prime(filled.n) * filled.n_prime};
      },
      floor + 1, floor, 700, 1e-5);
  if (lambda == infinity) return infinity;
  auto step = [this](double l, const Filled& filled) {
    return (tau(filled.n) - l) / (1 - tau_prime(filled.n) * filled.n_prime);
  };
  const double start = lambda;
  if (!joint_newton(lambda, s, step) || lambda < floor) {
    auto off = [&](double l) {
      const Filled filled = fill(l, s);
      return std::pair{l - tau(filled.n), 1 - tau_prime(filled.n) * filled.n_prime};
    };
    lambda = newton_increasing(off, start, floor, 700);
    if (lambda == infinity || fill(lambda, s).n > largest_size) return infinity;
  }
  return lambda;
}

double CountsModel::increment(Index k, double j) const {
  double sum = -offset_[k];
  for (std::size_t i = 0; i < beta_.size(); ++i) {
    if (weights_[i] > 0) sum += weights_[i] * std::log(beta_[i][k] + j);
  }
  return sum;
}

double CountsModel::count_below(Index k, double lambda, double E) const {
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

double MarginalWalk::prefix(const CountsModel& model, double lambda, std::vector<double>& counts) const {
  const double E = std::exp(lambda + model.base());
  return in_blocks(
      model.categories(),
      [&](Index begin, Index end) {
        double sum = 0;
        for (Index k = begin; k < end; ++k) sum += counts[k] = model.count_below(k, lambda, E);
        return sum;
      },
      [](double& sum, double part) { sum += part; });
}

/// λ is bracketed from the real optimum outwards (sizes move almost like exp(λ)), then halved until few steps are left
/// to sort on either side of the window.
MarginalWalk::MarginalWalk(const CountsModel& model, double low, double high) : counts_(model.categories()) {
  const double few = 16 + 0.25 * static_cast<double>(model.categories());
  std::vector<double> upper(model.categories()), trial(model.categories());

  double below = model.approximate_lambda(low), above = below;
  double n_below = prefix(model, below, counts_), n_above = n_below;
  upper = counts_;
  const double first_step = 0.01 + 0.5 / (1 + low);  // about one item more or fewer
  for (double step = first_step; n_below > low; step *= 2) {
    above = below, n_above = n_below, upper = counts_;
    below -= step;
    n_below = prefix(model, below, counts_);
  }
  for (double step = first_step; n_above < high && above < model.ceiling() + 100; step *= 2) {
    above = std::max(above, below) + step;
    n_above = prefix(model, above, upper);
    if (n_above <= low) below = above, n_below = n_above, counts_ = upper;
  }
  for (double edge = above; low - n_below > few;) {
    const double middle = std::midpoint(below, edge);
    if (!(middle > below && middle < edge)) break;
    const double n = prefix(model, middle, trial);
    if (n > low) {
      edge = middle;
    } else {
      below = middle, n_below = n, counts_.swap(trial);
    }
  }
  for (double edge = below; n_above - high > few;) {
    const double middle = std::midpoint(edge, above);
    if (!(middle > edge && middle < above)) break;
    const double n = prefix(model, middle, trial);
    if (n < high) {
      edge = middle;
    } else {
      above = middle, n_above = n, upper.swap(trial);
    }
  }
  first_ = n_below;
  for (Index k = 0; k < model.categories(); ++k) {
    for (double j = counts_[k]; j < upper[k]; ++j) order_.push_back({model.increment(k, j), k});
  }
  std::sort(order_.begin(), order_.end());
}

std::vector<double> MarginalWalk::counts_at(double n) const {
  std::vector<double> counts = counts_;
  for (Index step = 0; first_ + static_cast<double>(step) < n; ++step) counts[order_[step].k] += 1;
  return counts;
}

}  // namespace didact
