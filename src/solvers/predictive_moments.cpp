#include "solvers/predictive_moments.hpp"

#include "solvers/convex_search.hpp"
#include "solvers/item_search.hpp"
#include <didact/learners/predictive.hpp>

#include <cmath>

namespace didact::solvers {
namespace {

double predicted(const NormalInverseWishart& belief, double mu, double variance) {
  const StudentPrediction prediction{0.5 * belief.nu, belief.scale(0, 0) * (1 + 1 / belief.kappa)};
  return predictive_loss(prediction, mu - belief.mean[0], variance);
}

MomentsProblem::Settings judged_by_prediction(MomentsProblem::Settings settings) {
  settings.loss = [belief = settings.learners[0], mu = settings.mu[0], variance = settings.sigma(0, 0)](
                      double n, const Vector& sum, const Matrix& squares) {
    return predicted(n == 0 ? belief : belief.after(centred_moments(n, sum, squares)), mu, variance);
  };
  return settings;
}

}  // namespace

PredictiveMoments::PredictiveMoments(MomentsProblem::Settings settings)
    : items_(judged_by_prediction(std::move(settings))) {}

AtSize PredictiveMoments::packed(double n, double mean, double scatter) const {
  const Vector sum = Vector::Constant(1, n * mean);
  const Matrix squares = Matrix::Constant(1, 1, scatter + n * mean * mean);
  AtSize result{pack_moments(sum, squares), items_.impedance(n, sum, squares)};
  result.bound = result.impedance;
  return result;
}

/// The best spread of a prediction that is off by so much, where more of it costs: the slope has one root.
double PredictiveMoments::best_spread(double n, double off, double magnitude) const {
  const double shape = 0.5 * (settings().learners[0].nu + n), variance = settings().sigma(0, 0);
  auto slope = [&](double log_spread) {
    const double spread = std::exp(log_spread);
    return spread * (predictive_slope({shape, spread}, off, variance) + magnitude);
  };
  const double near = std::log(2 * shape * (variance + off * off));
  return std::exp(root_of_increasing(slope, near - 60, near + 60));
}

/// A mean that is the target's and the spread that is best of all are a bound for every set; most sets of two or more
/// items have them. Else the mean goes part of the way: by search.
AtSize PredictiveMoments::free_optimum(double n) const {
  const NormalInverseWishart& prior = settings().learners[0];
  const double kappa = prior.kappa + n, share = n / kappa, lift = prior.kappa * share, wider = 1 + 1 / kappa;
  const double gap = settings().mu[0] - prior.mean[0], magnitude = settings().magnitude;
  const double shape = 0.5 * (prior.nu + n);
  auto scatter_at = [&](double d) {
    const double least = prior.scale(0, 0) + lift * d * d, off = gap - share * d, price = magnitude / wider;
    if (n < 2 || predictive_slope({shape, least * wider}, off, settings().sigma(0, 0)) + price >= 0) return 0.0;
    return std::max(0.0, best_spread(n, off, price) / wider - least);
  };
  auto at = [&](double d) { return packed(n, prior.mean[0] + d, scatter_at(d)); };
  const double ideal_spread = best_spread(n, 0, 0);
  const double ideal = predictive_loss({shape, ideal_spread}, 0, settings().sigma(0, 0)) + settings().per_item * n;
  AtSize best = at(gap / share);
  const bool enough = best.impedance <= ideal + 1e-12 * std::max(1.0, std::abs(ideal));
  if (!enough && !deadline) {
    constexpr int places = 12;
    auto consider = [&](double d) {
      AtSize here = at(d);
      const double value = here.impedance;
      if (value < best.impedance) best = std::move(here);
      return value;
    };
    double start = gap / share, least = best.impedance;
    const double nothing = -prior.mean[0];  // items at 0 cost no magnitude
    for (const double from : {0.0, nothing}) {
      for (int i = 0; i < places && (from != nothing || magnitude > 0); ++i) {
        const double d = from + (gap / share - from) * i / places, value = consider(d);
        if (value < least) least = value, start = d;
      }
    }
    const double width = std::max(std::abs(gap / share), magnitude > 0 ? std::abs(nothing) : 0) / places;
    if (width > 0) {
      minimise_unimodal([&](double d) { return consider(d); }, start - 2 * width, start + 2 * width, start, width,
                        false);
    }
  }
  best.bound = std::min(best.impedance, ideal);
  return best;
}

Relaxed PredictiveMoments::relaxed(double n) const {
  const AtSize free = free_optimum(n);
  return {n, free.s, free.bound};
}

AtSize PredictiveMoments::solve(Index n, const Stop& stop) const {
  const double size = static_cast<double>(n);
  AtSize free = free_optimum(size);
  const double mean = free.s[0] / size, scatter = std::max(0.0, free.s[1] - size * mean * mean);
  if (!boxed()) {
    free.attained = !settings().domain.distinct || n == 1 || scatter > 1e-12;
    return free;
  }
  if (!settings().domain.integers) {  // often the best items of all can be placed inside the range
    Random random(11);
    for (int attempt = 0; attempt < 8 && !(attempt > 0 && stop); ++attempt) {
      ItemSet items{items_with_moments(n, Vector::Constant(1, mean), Matrix::Constant(1, 1, scatter),
                                       attempt == 0 ? Style::plain : Style::natural, random),
                    std::vector<Index>(n, 1)};
      if (!violation(settings().domain, items).empty()) continue;
      free.items = std::move(items);
      return free;
    }
  }
  return search_items(items_, n, {size, free.s, free.bound}, stop);
}

}  // namespace didact::solvers
