// The solver of a problem judged by a distance, chosen by the structure of its family.   [SQ] [PRED]

#include "solvers/conjugate_problem.hpp"
#include "solvers/predictive_counts.hpp"
#include "solvers/predictive_moments.hpp"
#include "solvers/settings.hpp"
#include "solvers/squared_counts.hpp"
#include "solvers/squared_moments.hpp"

#include <algorithm>
#include <cmath>

namespace didact::solvers {
namespace {

/// Sizes whose losses are integrals: so many are solved one by one.
constexpr double most_predicted_sizes = 5e3;

bool is_predictive(const ConjugateProblem& problem) {
  return problem.loss == Loss::predictive;
}

/// Whether n items of this domain can have any sum there is at all, at no cost of their magnitude.
bool any_sum(const ConjugateProblem& problem, const ItemDomain& domain) {
  return problem.effort.magnitude == 0 && !(domain.integers && domain.distinct);
}

Outlook outlook_of(const ConjugateProblem& problem, const ItemDomain& domain) {
  Outlook outlook;
  outlook.per_item = price_of_item(problem) + problem.effort.magnitude * least_square(domain);
  return outlook;
}

/// What the squared distance is at least, of learners that see one number: Σx² ≥ n x̄², so that a mean item too far from
/// 0 costs too much.
std::function<double(double, double)> least_of_sums(const ConjugateProblem& problem, const Interval& range) {
  return [learners = problem.learners, weights = problem.weights, judge = problem.judge, range,
          price = problem.effort.magnitude](double n, double most) {
    const double reach = price > 0 && most < infinity ? std::sqrt(most / (price * n)) : infinity;
    const Interval near{std::max(range.low, -reach), std::min(range.high, reach)};
    if (near.low > near.high) return most;
    return judged(judge, weights, [&](std::size_t j) { return learners[j].value->least_distance(near, n); });
  };
}

ProblemBySize by_sum(const ConjugateProblem& problem, const ItemDomain& domain) {
  SumProblem::Settings settings = sum_settings(problem, domain);
  ProblemBySize result{nullptr, outlook_of(problem, domain)};
  Outlook& outlook = result.outlook;
  if (is_predictive(problem)) {
    outlook.most_sizes = most_predicted_sizes;
    if (any_sum(problem, domain) && problem.items.range.empty() && !problem.pool) outlook.limit = 0;
  } else {
    outlook.least = least_of_sums(problem, settings.domain.range[0]);
    const double limit = outlook.least(infinity, infinity);
    if (any_sum(problem, domain) && outlook.least(1, infinity) >= limit) outlook.limit = limit;
  }
  result.sized = std::make_unique<SumProblem>(std::move(settings));
  return result;
}

ProblemBySize by_counts(const ConjugateProblem& problem, const ItemDomain& domain) {
  CategoryTerms terms = category_terms(problem, domain);
  ProblemBySize result;
  Outlook& outlook = result.outlook;
  outlook.per_item = *std::min_element(terms.cost.begin(), terms.cost.end());
  const auto numbers = static_cast<double>(terms.beta.size() * terms.pi.size());
  outlook.most_sizes = std::max(1e3, (is_predictive(problem) ? 2e5 : 4e6) / numbers);
  std::vector<double> pi;
  for (const Twofold p : terms.pi) pi.push_back(p.high);
  if (is_predictive(problem)) {
    PredictiveCounts::Settings settings{std::move(terms.beta),  problem.weights,       std::move(pi),
                                        std::move(terms.items), std::move(terms.cost), std::move(terms.most),
                                        !domain.labels};
    result.sized = std::make_unique<PredictiveCounts>(std::move(settings));
    return result;
  }
  bool free = !domain.distinct;
  for (std::size_t k = 0; k < pi.size(); ++k) free &= terms.cost[k] == 0 || pi[k] == 0;
  if (free) outlook.limit = 0;
  SquaredCounts::Settings settings{std::move(terms.beta), problem.weights, std::move(pi), std::move(terms.cost),
                                   domain.distinct ? 1 : infinity};
  result.sized = std::make_unique<SquaredCounts>(std::move(settings));
  return result;
}

/// Coordinates that are learned apart are as many normal means of one coordinate.
bool learned_apart(const std::vector<NormalMeanForm>& learners) {
  return std::all_of(learners.begin(), learners.end(), [](const NormalMeanForm& learner) {
    return learner.covariance.isDiagonal(0) && learner.prior_covariance.isDiagonal(0);
  });
}

double least_distance_from(const NormalMeanForm& learner, const std::vector<Interval>& range, double n) {
  double sum = 0;
  for (Index i = 0; i < learner.mean.size(); ++i) {
    const NormalMean one{learner.prior_mean[i], learner.prior_covariance(i, i), learner.covariance(i, i)};
    sum += least_squared_distance(one, learner.mean[i], range[static_cast<std::size_t>(i)], n);
  }
  return sum;
}

void look_ahead_of_means(const ConjugateProblem& problem, const ItemDomain& domain, const Vector& mean,
                         Outlook& outlook) {
  bool inside = any_sum(problem, domain);
  for (Index i = 0; i < mean.size(); ++i) {
    inside &= mean[i] >= domain.range[i].low && mean[i] <= domain.range[i].high;
  }
  if (inside) outlook.limit = 0;
  std::vector<NormalMeanForm> learners;
  for (const auto& member : problem.learners) learners.push_back(member.value->normal_mean());
  if (!learned_apart(learners)) return;
  outlook.least = [learners = std::move(learners), weights = problem.weights, judge = problem.judge,
                   range = domain.range](double n, double) {
    return judged(judge, weights, [&](std::size_t j) { return least_distance_from(learners[j], range, n); });
  };
  const double limit = outlook.least(infinity, infinity);
  if (any_sum(problem, domain) && outlook.least(1, infinity) >= limit) outlook.limit = limit;
}

ProblemBySize by_normal_mean(const ConjugateProblem& problem, const ItemDomain& domain) {
  QuadraticProblem::Settings settings = quadratic_settings(problem, domain);
  ProblemBySize result{nullptr, outlook_of(problem, domain)};
  Outlook& outlook = result.outlook;
  const double numbers = std::pow(static_cast<double>(settings.mu.size()), 2);
  outlook.most_sizes = std::max(1e3, (is_predictive(problem) ? 2e4 : 4e5) / numbers);
  if (!is_predictive(problem)) {
    look_ahead_of_means(problem, domain, settings.mu, outlook);
  } else if (any_sum(problem, domain) && !domain.bounded()) {
    outlook.limit = 0;
  }
  result.sized = std::make_unique<QuadraticProblem>(std::move(settings));
  return result;
}

ProblemBySize by_moments(const ConjugateProblem& problem, const ItemDomain& domain) {
  MomentsProblem::Settings settings = moments_settings(problem, domain);
  ProblemBySize result{nullptr, outlook_of(problem, domain)};
  Outlook& outlook = result.outlook;
  const bool searched = domain.bounded() || domain.integers;  // item by item
  if (!searched && problem.effort.magnitude == 0) outlook.limit = 0;
  if (is_predictive(problem)) {
    const double share = searched ? 0.02 : problem.effort.magnitude > 0 ? 0.1 : 0.2;  // of sizes that take longer each
    outlook.most_sizes = share * most_predicted_sizes;
    result.sized = std::make_unique<PredictiveMoments>(std::move(settings));
  } else {
    outlook.most_sizes = 2e5 / std::pow(static_cast<double>(settings.mu.size()), 2);
    result.sized = std::make_unique<SquaredMoments>(std::move(settings));
  }
  return result;
}

ProblemBySize by_structure(const ConjugateProblem& problem, const ItemDomain& domain) {
  switch (problem.family().traits().by(problem.loss).structure) {
    case Structure::sum:
      return by_sum(problem, domain);
    case Structure::counts:
      return by_counts(problem, domain);
    case Structure::normal_mean:
      return by_normal_mean(problem, domain);
    case Structure::moments:
      return by_moments(problem, domain);
    case Structure::none:
      break;
  }
  throw std::logic_error("a loss that is not offered was let through");
}

}  // namespace

ProblemBySize problem_by_size(const ConjugateProblem& problem, const ItemDomain& domain) {
  ProblemBySize result = by_structure(problem, domain);
  result.outlook.cost_settles = !problem.effort.convex_of_size.value;
  return result;
}

}  // namespace didact::solvers
