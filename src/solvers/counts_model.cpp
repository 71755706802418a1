#include <algorithm>
#include <cmath>
#include <didact/core/special.hpp>
#include <didact/solvers/convex_search.hpp>
#include <didact/solvers/counts_model.hpp>
#include <numeric>

namespace didact {

CountsModel::CountsModel(std::vector<std::vector<double>> beta, std::vector<double> weights,
                         const std::vector<double>& log_pi, const std::vector<double>& cost, std::vector<double> high)
    : beta_(std::move(beta)), cost_(cost), offset_(log_pi), low_(high.size(), 0.0), high_(std::move(high)) {
  scale_.resize(offset_.size());
  for (std::size_t k = 0; k < offset_.size(); ++k) {
    offset_[k] -= cost[k];
    scale_[k] = std::exp(offset_[k]);
  }
  for (const auto& b : beta_) totals_.push_back(std::accumulate(b.begin(), b.end(), 0.0));
  set_weights(std::move(weights));
}

void CountsModel::set_weights(std::vector<double> weights) {
  weights_ = std::move(weights);
  start_.assign(offset_.size(), 0.0);
  mean_beta_.assign(offset_.size(), 0.0);
  for (std::size_t j = 0; j < beta_.size(); ++j) {
    if (weights_[j] == 0) continue;
    for (std::size_t k = 0; k < offset_.size(); ++k) {
      mean_beta_[k] += weights_[j] * beta_[j][k];
      start_[k] += weights_[j] * polygamma(beta_[j][k] + low_[k]).psi;
    }
  }
  for (std::size_t k = 0; k < offset_.size(); ++k) start_[k] -= offset_[k];
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

CountsModel::Filled CountsModel::fill(double lambda, std::vector<double>& s) const {
  Filled filled;
  const double E = std::exp(lambda);
  const bool single = beta_.size() == 1;
  for (std::size_t k = 0; k < offset_.size(); ++k) {
    if (lambda <= start_[k] || low_[k] >= high_[k]) {
      s[k] = std::min(low_[k], high_[k]);
      filled.n += s[k];
      continue;
    }
    const double goal = lambda + offset_[k];
    double x = s[k];
    if (!(x > low_[k])) {
      // ψ(α) ≈ log(α - 1/2), and ≈ -1/α where that is negative
      const double alpha = goal > -2 ? scale_[k] * E + 0.5 : -1 / (goal + 0.5772);
      x = std::max(alpha - mean_beta_[k], low_[k]);
    }
    double slope = 1;
    for (int step = 0; step < 60; ++step) {
      double psi = 0;
      slope = 0;
      if (single) {
        const Polygamma p = polygamma(beta_[0][k] + x);
        psi = p.psi;
        slope = p.psi_prime;
      } else {
        for (std::size_t j = 0; j < beta_.size(); ++j) {
          if (weights_[j] == 0) continue;
          const Polygamma p = polygamma(beta_[j][k] + x);
          psi += weights_[j] * p.psi;
          slope += weights_[j] * p.psi_prime;
        }
      }
      // ψ is concave: a step that starts left of the root stays left of it, one from the right is caught at `low`.
      const double next = std::max(x + (goal - psi) / slope, low_[k]);
      const double change = std::abs(next - x);
      x = next;
      if (change <= 1e-9 * (mean_beta_[k] + x)) break;
    }
    if (x >= high_[k]) {
      x = high_[k];
    } else {
      filled.n_prime += 1 / slope;
    }
    s[k] = x;
    filled.n += x;
  }
  return filled;
}

double CountsModel::approximate_size(double lambda) const {
  const double E = std::exp(lambda);
  double n = 0;
  for (std::size_t k = 0; k < offset_.size(); ++k) {
    n += std::clamp(scale_[k] * E + 0.5 - mean_beta_[k], low_[k], high_[k]);
  }
  return n;
}

double CountsModel::approximate_lambda(double n) const {
  const double total = std::accumulate(mean_beta_.begin(), mean_beta_.end(), 0.0) + n;
  const double scale = std::accumulate(scale_.begin(), scale_.end(), 0.0);
  double lambda = std::log(std::max(total, 1e-3) / scale);
  for (int step = 0; step < 6; ++step) {
    const double off = approximate_size(lambda) - n;
    if (std::abs(off) <= 1e-3 * (n + 1)) break;
    lambda += std::log(std::max(0.5, 1 - off / total));
  }
  return lambda;
}

namespace {

/// Newton on an increasing function known with its slope, kept inside a bracket that grows as needed.
template <class Function>
double newton_increasing(Function f, double start, double floor) {
  double low = floor, high = infinity, x = std::max(start, floor);
  for (int step = 0; step < 200; ++step) {
    const auto [value, slope] = f(x);
    (value > 0 ? high : low) = x;
    if (value == 0 || high - low <= 1e-15 * std::max(1.0, std::abs(x))) break;
    double next = slope > 0 ? x - value / slope : infinity;
    if (!(next > low && next < high)) {
      next = high == infinity ? x + std::max(1.0, 0.5 * std::abs(x)) : std::midpoint(low, high);
    }
    if (std::abs(next - x) <= 2e-14 * std::max(1.0, std::abs(x))) {
      x = next;
      break;
    }
    x = next;
    if (x > 700) return infinity;
  }
  return x;
}

}  // namespace

double CountsModel::lambda_of_size(double n, std::vector<double>& s) const {
  auto off = [&](double lambda) {
    const Filled filled = fill(lambda, s);
    return std::pair{filled.n - n, filled.n_prime};
  };
  const double floor = *std::min_element(start_.begin(), start_.end());
  const double lambda = newton_increasing(off, approximate_lambda(n), floor);
  fill(lambda, s);
  return lambda;
}

double CountsModel::lambda_free(std::vector<double>& s) const {
  // As n grows g'(n) tends to -log Σ π_k exp(-c_k) over the categories without an upper bound: 0 only if nothing costs.
  const bool free_of_cost = std::all_of(high_.begin(), high_.end(), [](double h) { return h == infinity; }) &&
                            std::all_of(cost_.begin(), cost_.end(), [](double c) { return c == 0; });
  if (free_of_cost) return infinity;
  // g'(n) = λ(n) - τ(n), increasing. With ψ ≈ log(· - 1/2) the start costs no special function.
  const double floor = tau(0);
  auto approximate = [&](double lambda) { return lambda - tau(approximate_size(lambda)); };
  double top = floor + 1;
  while (approximate(top) < 0 && top < floor + 40) top += 2;
  double start = top;
  if (approximate(top) >= 0) {
    double low = floor;
    for (int step = 0; step < 24; ++step) {
      start = std::midpoint(low, top);
      (approximate(start) < 0 ? low : top) = start;
    }
  }
  auto off = [&](double lambda) {
    const Filled filled = fill(lambda, s);
    return std::pair{lambda - tau(filled.n), 1 - tau_prime(filled.n) * filled.n_prime};
  };
  const double lambda = newton_increasing(off, start, floor);
  if (!(lambda < floor + 700) || fill(lambda, s).n > largest_size) return infinity;
  return lambda;
}

double CountsModel::increment(Index k, double j) const {
  double sum = -offset_[k];
  for (std::size_t i = 0; i < beta_.size(); ++i) {
    if (weights_[i] > 0) sum += weights_[i] * std::log(beta_[i][k] + j);
  }
  return sum;
}

double CountsModel::count_below(Index k, double lambda) const {
  if (beta_.size() == 1) {
    // log(β + j) < λ + log π - c
    return std::clamp(std::ceil(scale_[k] * std::exp(lambda) - beta_[0][k]), low_[k], high_[k]);
  }
  double below = low_[k], above = std::max(below, std::ceil(scale_[k] * std::exp(lambda)) + 1);
  if (above > high_[k]) above = high_[k];
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

double MarginalWalk::prefix(const CountsModel& model, double lambda, std::vector<double>& counts) const {
  double n = 0;
  for (Index k = 0; k < model.categories(); ++k) n += counts[k] = model.count_below(k, lambda);
  return n;
}

/// λ is bracketed from the real optimum outwards (sizes move almost like exp(λ)), then halved until few steps are left to
/// sort on either side of the window.
MarginalWalk::MarginalWalk(const CountsModel& model, double low, double high) : counts_(model.categories()) {
  const double few = 16 + 0.25 * static_cast<double>(model.categories());
  std::vector<double> upper(model.categories()), trial(model.categories());

  double below = model.approximate_lambda(low), above = below;
  double n_below = prefix(model, below, counts_), n_above = n_below;
  upper = counts_;
  for (double step = 0.01; n_below > low; step *= 2) {
    above = below, n_above = n_below, upper = counts_;
    below -= step;
    n_below = prefix(model, below, counts_);
  }
  for (double step = 0.01; n_above < high && above < 800; step *= 2) {
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
