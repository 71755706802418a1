#include "threshold_sets.hpp"

#include "solvers/convex_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace didact {
namespace {

/// The v, or u, that is best beside a fixed one on the other side.
double best_beside(ThresholdLoss kind, double other) {
  switch (kind) {
    case ThresholdLoss::kl:
      return 0;
    case ThresholdLoss::zero_one:
      return (std::sqrt(2) - 1) * other;
    case ThresholdLoss::squared:
      return other / 2;
  }
  return 0;
}

/// Where an item stands that is to be at least this step, up or down, from another: `to`, or the next double on from
/// there if rounding brought the two together.
double apart_from(double other, double to, double step) {
  const auto near = [&] { return (to - other) / step < 1 - resolution_slack; };
  if (near()) to = other + step;
  return near() ? std::nextafter(to, std::copysign(infinity, step)) : to;
}

}  // namespace

double interval_loss(ThresholdLoss kind, double below, double above) {
  const double width = below + above;
  switch (kind) {
    case ThresholdLoss::kl:
      return std::log(width);
    case ThresholdLoss::zero_one:
      return width > 0 ? (below * below + above * above) / (2 * width) : 0;
    case ThresholdLoss::squared:
      return (below * below - below * above + above * above) / 3;
  }
  return infinity;
}

ThresholdSets::ThresholdSets(const ThresholdProblem& problem)
    : p_(problem),
      range_(problem.range),
      theta_(problem.theta),
      u0_(problem.theta - problem.learner.low),
      v0_(problem.learner.high - problem.theta) {}

/// The greatest distance that k and m items can keep; negative if they cannot be there at all.
double ThresholdSets::widest(Sides s) const {
  if ((s.k > 0 && !(range_.low < theta_)) || (s.m > 0 && !(theta_ <= range_.high))) return -1;
  double most = infinity;
  const double low = s.k > 0 ? range_.low : std::max(range_.low, theta_);
  const double high = s.m > 0 ? range_.high : std::min(range_.high, theta_);
  if (s.k + s.m > 1) most = (high - low) / (s.k + s.m - 1);
  if (s.k > 1) most = std::min(most, (theta_ - range_.low) / (s.k - 1));
  if (s.m > 1) most = std::min(most, (range_.high - theta_) / (s.m - 1));
  return most;
}

/// Where the inner two are best at this distance, which is at most the widest: with nothing on one side, with an inner
/// item that tells the learner nothing new, or with both a distance δ apart: a wider interval only costs. That there is
/// room is known of the distance; rounding does not take it away.
ThresholdSets::Inner ThresholdSets::inner(Sides s, double delta) const {
  const double below = std::max(room_below(s, delta), least_u());
  const double above = std::max({room_above(s, delta), least_v(), s.k > 0 ? delta - below : 0});
  Inner best;
  const auto consider = [&](double u, double v) {
    const double loss = interval_loss(p_.loss, u, v);
    if (loss < best.loss) best = {u, v, loss};
  };
  /// Beside all that the learner holds possible on the other side; what it knows already limits what an item can tell.
  const auto beside = [&](double other, double low, double high, double known) {
    return std::clamp(best_beside(p_.loss, other), std::min(low, known), std::min(high, known));
  };
  if (s.k == 0 || (s.m > 0 && below >= u0_)) {
    consider(u0_, beside(u0_, s.k == 0 ? least_v() : std::max(0.0, delta - below), above, v0_));
  }
  if (s.m == 0 || (s.k > 0 && above >= v0_)) {
    consider(beside(v0_, s.m == 0 ? least_u() : std::clamp(delta - above, 0.0, below), below, u0_), v0_);
  }
  if (s.k > 0 && s.m > 0) {
    const double from = std::max(0.0, delta - std::min(v0_, above)), to = std::min({u0_, below, delta});
    if (from <= to || (below < u0_ && above < v0_)) {
      const double u = std::clamp(delta / 2, std::min(from, to), to);
      consider(u, delta - u);
    }
  }
  return best;
}

/// Loss and closeness pull the distance apart: where they are even. For each way to place the inner two the sum is
/// convex in δ, or, of the logarithm, has its slope vanish at one of few places.
double ThresholdSets::best_delta(Sides s, double finest) const {
  const double c = p_.effort.closeness, most = widest(s);
  if (!(most >= finest) || c == 0 || s.k + s.m < 2) return finest;
  const auto value = [&](double delta) { return inner(s, delta).loss + c / delta; };
  std::vector<double> ends = {finest, most};
  const auto add = [&](double delta) {
    if (delta > finest && delta < most) ends.push_back(delta);
  };
  add(c);
  add(u0_ + v0_);
  for (const double inside : {u0_, v0_}) {  // the inner item of a side leaves what the learner holds possible
    for (const double factor : {1.0, 2.0, std::sqrt(2), 1.5}) add(factor * inside);
  }
  const double low = theta_ - range_.low, high = range_.high - theta_;
  for (const auto& [count, room, inside, other] : {std::array{s.k, low, u0_, v0_}, std::array{s.m, high, v0_, u0_}}) {
    for (const double part : {count - 1, count - 0.5, count}) {
      if (part > 0) add(room / part), add((room - inside) / part), add((room + best_beside(p_.loss, inside)) / part);
      if (part > 0) add((room + other) / part), add((room - best_beside(p_.loss, other)) / part);
    }
    if (count < 1) continue;
    // log(α + kδ) + c/δ: kδ² - ckδ - cα = 0.
    for (const double alpha : {inside - room, other + room}) {
      const double k = alpha < 0 ? count : -(count - 1);
      const double root = c * c * k * k + 4 * k * c * alpha;
      if (k != 0 && root >= 0) add((c * k + std::sqrt(root)) / (2 * k)), add((c * k - std::sqrt(root)) / (2 * k));
    }
  }
  std::sort(ends.begin(), ends.end());
  double best = finest, least = infinity;
  const auto consider = [&](double delta) {
    if (const double there = value(delta); there < least) least = there, best = delta;
  };
  for (std::size_t i = 0; i < ends.size(); ++i) {
    consider(ends[i]);
    if (i == 0 || !(ends[i] > ends[i - 1])) continue;
    const double middle = std::midpoint(ends[i - 1], ends[i]);
    consider(solvers::minimise_unimodal(value, ends[i - 1], ends[i], middle, (ends[i] - ends[i - 1]) / 8, false).at);
  }
  return best;
}

std::vector<double> ThresholdSets::placed(Sides s, double delta, const Inner& inner) const {
  double p = std::min(theta_ - inner.u, std::nextafter(theta_, -infinity));
  double q = std::max(theta_ + inner.v, theta_);
  if (inner.u >= u0_) p = std::min(p, range_.high);
  if (inner.v >= v0_) q = std::max(q, range_.low);
  if (s.k > 0 && s.m > 0) {
    if (inner.u < u0_ && inner.v < v0_) q = std::max(p + delta, theta_);
    if (q - p < delta) {  // the one that tells nothing new gives way
      if (inner.u >= u0_) p = std::max(q - delta, theta_ - room_below(s, delta));
      q = std::max(q, p + delta);
    }
  }
  const auto inside = [&](double x) { return std::clamp(x, range_.low, range_.high); };
  std::vector<double> x;
  for (double i = 0; i < s.k; ++i) x.push_back(inside(i == 0 ? p : apart_from(x.back(), p - i * delta, -delta)));
  std::reverse(x.begin(), x.end());
  for (double i = 0; i < s.m; ++i) x.push_back(inside(i == 0 ? q : apart_from(x.back(), q + i * delta, delta)));
  return x;
}

/// How many of n may be below θ*: all that are possible, or of many those for whom there is about as much room.
std::vector<double> ThresholdSets::candidates_below(double n) const {
  constexpr double few = 64, near = 3;
  std::set<double> all = {0, n};
  for (double k = 1; k < n && n <= few; ++k) all.insert(k);
  for (const double at : {theta_, p_.learner.low, p_.learner.high}) {
    const double share = std::round((at - range_.low) / (range_.high - range_.low) * n);
    for (double k = share - near; k <= share + near && n > few; ++k) all.insert(std::clamp(k, 0.0, n));
  }
  return {all.begin(), all.end()};
}

/// Of items in order.
double ThresholdSets::value_of(const std::vector<double>& x) const {
  double low = p_.learner.low, high = p_.learner.high, apart = infinity;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] < theta_) low = std::max(low, x[i]);
    if (x[i] >= theta_) high = std::min(high, x[i]);
    if (i > 0) apart = std::min(apart, x[i] - x[i - 1]);
  }
  const bool costs = x.size() > 1 && p_.effort.closeness > 0;
  return interval_loss(p_.loss, theta_ - low, high - theta_) + (costs ? p_.effort.closeness / apart : 0);
}

/// Whether there is room for all of them at the resolution, as exactly as a set is held to it.
bool ThresholdSets::fits(Sides s) const {
  return widest(s) >= std::max(0.0, p_.resolution * (1 - resolution_slack));
}

/// The least distance that is worth trying: 0 if nothing keeps items apart. Neighbouring doubles below θ* are the
/// closest that can have it between them, however fine the resolution.
double ThresholdSets::finest(Sides s) const {
  if (s.k + s.m <= 1 || (p_.resolution == 0 && p_.effort.closeness == 0)) return 0;
  const double doubles = theta_ - std::nextafter(theta_, -infinity);
  return std::min(std::max(p_.resolution, doubles), widest(s));
}

PlacedItems ThresholdSets::best_of(Index n) const {
  if (n == 0) return {{}, interval_loss(p_.loss, u0_, v0_), interval_loss(p_.loss, u0_, v0_)};
  PlacedItems best;
  Sides sides{};
  double delta = 0, least = infinity;
  for (const double k : candidates_below(static_cast<double>(n))) {
    const Sides s{k, static_cast<double>(n) - k};
    if (!fits(s)) continue;
    const double at = best_delta(s, finest(s));
    const double closeness = n > 1 && p_.effort.closeness > 0 ? p_.effort.closeness / at : 0;
    const double value = inner(s, at).loss + closeness;
    best.infimum = std::min(best.infimum, value);
    if (value < least || best.infimum == value) least = value, sides = s, delta = at;
  }
  if (least == infinity && best.infimum == infinity) return best;
  best.x = placed(sides, delta, inner(sides, delta));
  best.value = value_of(best.x);
  return best;
}

}  // namespace didact
