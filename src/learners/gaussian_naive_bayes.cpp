#include "dirichlet_parts.hpp"
#include <didact/learners/gaussian_naive_bayes.hpp>
#include <didact/learners/internal/densities.hpp>

#include <algorithm>
#include <limits>

namespace didact {
namespace {

using Feature = ClassMoments::Feature;

CentredMoments moments_of(double n, const Feature& seen) {
  return {n, Vector::Constant(1, seen.mean), Matrix::Constant(1, 1, seen.scatter), {}};
}

double feature_loss(const Gaussian& belief, const Gaussian::Target& target, double n, const Feature& seen) {
  return normal_inverse_wishart_loss(belief.normal_inverse_wishart(), Gaussian::target_mean(target),
                                     Gaussian::target_covariance(target), moments_of(n, seen));
}

Gaussian after_feature(const Gaussian& belief, double n, const Feature& seen) {
  return Gaussian::with(belief.normal_inverse_wishart().after(moments_of(n, seen)));
}

ClassMoments no_rows(const GaussianNaiveBayes& learner) {
  ClassMoments moments{std::vector<double>(learner.classes.size(), 0.0), {}};
  for (const auto& features : learner.features) moments.features.emplace_back(features.size());
  return moments;
}

}  // namespace

double ClassMoments::squares() const {
  double sum = 0;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    for (const Feature& feature : features[k]) sum += feature.scatter + classes[k] * feature.mean * feature.mean;
  }
  return sum;
}

ClassMoments GaussianNaiveBayes::count(const Listed<LabelledRow>& rows) const {
  ClassMoments moments = no_rows(*this);
  for (std::size_t i = 0; i < rows.items.size(); ++i) {
    const LabelledRow& row = rows.items[i];
    const auto copies = static_cast<double>(rows.copies[i]);
    const double all = moments.classes[row.label] += copies;
    for (std::size_t d = 0; d < row.x.size(); ++d) {  // Welford: no digits are lost far from 0
      Feature& feature = moments.features[row.label][d];
      const double apart = row.x[d] - feature.mean;
      feature.mean += copies / all * apart;
      feature.scatter += copies * apart * (row.x[d] - feature.mean);
    }
  }
  return moments;
}

GaussianNaiveBayes GaussianNaiveBayes::after(const ClassMoments& moments) const {
  GaussianNaiveBayes next = *this;
  add(next.classes, moments.classes);
  for (std::size_t k = 0; k < features.size(); ++k) {
    if (moments.classes[k] == 0) continue;
    for (std::size_t d = 0; d < features[k].size(); ++d) {
      next.features[k][d] = after_feature(features[k][d], moments.classes[k], moments.features[k][d]);
    }
  }
  return next;
}

Standing GaussianNaiveBayes::standing(const Target& target) const {
  return dirichlet_standing(classes, target.classes, "target.classes", "classes");
}

double GaussianNaiveBayes::loss(const Target& target, const ClassMoments& moments) const {
  double sum = dirichlet_loss(classes, moments.classes, exact(target.classes));
  for (std::size_t k = 0; k < features.size(); ++k) {
    for (std::size_t d = 0; d < features[k].size(); ++d) {
      const Feature seen = moments.classes[k] > 0 ? moments.features[k][d] : Feature{target.features[k][d].mean, 0};
      sum += feature_loss(features[k][d], target.features[k][d], moments.classes[k], seen);
    }
  }
  return sum;
}

double GaussianNaiveBayes::loss_stepwise(const Target& target, const Listed<LabelledRow>& rows) const {
  StepwiseDirichlet labels(classes, target.classes);
  GaussianNaiveBayes learner = *this;
  constexpr std::size_t most_steps = 64;
  const std::size_t stride = rows.items.size() / most_steps + 1;
  for (std::size_t first = 0; first < rows.items.size(); first += stride) {
    Listed<LabelledRow> part;
    for (std::size_t i = first; i < std::min(first + stride, rows.items.size()); ++i) {
      labels.show(rows.items[i].label, rows.copies[i]);
      part.add(rows.items[i], rows.copies[i]);
    }
    learner = learner.after(learner.count(part));
  }
  double sum = labels.loss();
  for (std::size_t k = 0; k < features.size(); ++k) {
    for (std::size_t d = 0; d < features[k].size(); ++d) {
      const Gaussian::Target& point = target.features[k][d];
      sum += feature_loss(learner.features[k][d], point, 0, {point.mean, 0});
    }
  }
  return sum;
}

GaussianNaiveBayes::Target GaussianNaiveBayes::expected() const {
  Target target{normalised(classes), {}};
  for (const auto& row : features) {
    auto& means = target.features.emplace_back();
    for (const Gaussian& belief : row) means.push_back(belief.expected());
  }
  return target;
}

GaussianNaiveBayes::Target most_likely(const ClassMoments& moments) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  GaussianNaiveBayes::Target target{normalised(moments.classes), {}};
  for (std::size_t k = 0; k < moments.features.size(); ++k) {
    const double n = moments.classes[k];
    auto& row = target.features.emplace_back();
    for (const Feature& seen : moments.features[k]) {
      row.push_back(n > 0 ? Gaussian::Target{seen.mean, seen.scatter / n} : Gaussian::Target{unknown, unknown});
    }
  }
  return target;
}

}  // namespace didact
