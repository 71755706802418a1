#include "solvers/counts_model.hpp"

#include "core/parallel.hpp"
#include "solvers/convex_search.hpp"
#include <didact/core/special.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace didact::solvers {

CountsModel::CountsModel(std::vector<std::vector<double>> beta, std::vector<double> weights,
                         const std::vector<double>& log_pi, const std::vector<double>& cost, std::vector<double> high)
    : beta_(std::move(beta)), cost_(cost), offset_(log_pi), low_(high.size(), 0.0), high_(std::move(high)) {
  constexpr double dearest = 1e15;  // beyond, sums with it would know nothing of the rest; a bound stays one
  for (double& price : cost_) price = std::min(price, dearest);
  for (std::size_t k = 0; k < offset_.size(); ++k) offset_[k] -= cost_[k];
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
  for (int pass = 0; pass < 60 && change > 1e-8 && !stop_; ++pass) filled = newton_pass(lambda, s, change);
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
  for (int pass = 0; pass < 16 && !stop_; ++pass) {
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
  if (joint_newton(lambda, s, step) || stop_) return lambda;
  auto off = [&](double l) {
    const Filled filled = fill(l, s);
    return stop_ ? std::pair{0.0, 1.0} : std::pair{filled.n - n, filled.n_prime};
  };
  lambda = newton_increasing(off, approximate_lambda(n), -700 - base_, ceiling_ + 1);
  fill(lambda, s);
  return lambda;
}

double CountsModel::lambda_free(std::vector<double>& s) const {
  // As n grows g'(n) tends to -log Σ π_k exp(-c_k) over the categories without an upper bound: 0 only if nothing costs.
  bool free_of_cost = true;
  for (std::size_t k = 0; k < cost_.size(); ++k) {
    const bool impossible = offset_[k] == -infinity;
    free_of_cost &= impossible || (cost_[k] == 0 && high_[k] == infinity);
  }
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
      return stop_ ? std::pair{0.0, 1.0} : std::pair{l - tau(filled.n), 1 - tau_prime(filled.n) * filled.n_prime};
    };
    lambda = newton_increasing(off, start, floor, 700);
    if (lambda == infinity || fill(lambda, s).n > largest_size) return infinity;
  }
  return lambda;
}

std::vector<double> log_probabilities(const std::vector<Twofold>& pi) {
  std::vector<double> result(pi.size());
  for (std::size_t k = 0; k < pi.size(); ++k) result[k] = std::log(pi[k].high) + pi[k].low / pi[k].high;
  for (double& x : result) x = std::isnan(x) ? -infinity : x;  // 0 + 0/0
  return result;
}

}  // namespace didact::solvers
