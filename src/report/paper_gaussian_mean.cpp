// Example 4: the closed forms for the mean of a univariate Gaussian, and when not to teach.

#if defined(__GNUC__) && !defined(__clang__)
// g++ 12 takes the second half of Eigen's packets for read where a vector has but one entry.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include "report/paper_figures.hpp"
#include <didact/didact.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::report::paper {
namespace {

struct Case {
  GaussianMean learner;
  GaussianMean::Target target;
  double c;

  double prior_items() const { return learner.variance / learner.prior_variance; }
  double best_size() const { return 1 / (2 * c) - prior_items(); }
  double best_sum(double n) const { return prior_items() * (target.mean - learner.prior_mean) + target.mean * n; }
  /// The paper's rule.
  bool told_not_to_teach() const { return learner.prior_variance < 2 * c * learner.variance; }

  Lesson lesson() const { return teach(learner, target, per_item(c), {.style = Style::plain}); }
  double impedance(double n, double s) const { return learner.loss(target, n, s) + c * n; }
};

ReproducedRow stubborn_row(const std::string& id, const std::string& what, const Case& stubborn) {
  const double n = stubborn.told_not_to_teach() ? 0 : std::round(stubborn.best_size());
  const Lesson lesson = stubborn.lesson();
  ReproducedRow row{.id = id,
                    .what = what,
                    .printed = {"n = 0", {0}},
                    .as_said = size_and_impedance(n, stubborn.impedance(n, 0)),
                    .corrected = size_and_impedance(static_cast<double>(lesson.n), lesson.impedance)};
  row.agreement = lesson.n == 0 ? Agreement::stands : Agreement::wrong;
  return row;
}

ReproducedRow formula_row(std::string id, std::string what, std::string formula, Figure as_said, Figure corrected) {
  const bool equal = std::abs(as_said.values[0] - corrected.values[0]) <= 1e-6;
  return {.id = std::move(id),
          .what = std::move(what),
          .printed = words(std::move(formula)),
          .as_said = std::move(as_said),
          .corrected = std::move(corrected),
          .agreement = equal ? Agreement::stands : Agreement::wrong};
}

}  // namespace

ReproducedSection gaussian_mean(Errata& errata) {
  ReproducedSection section{.title = "Example 4. The mean of a univariate Gaussian",
                            .setting =
                                "the paper prints formulas only; here σ² = 1, the learner believes N(0, 1/2), "
                                "μ* = 2, effort 0.05 an item"};
  const Case open{{.variance = 1, .prior_mean = 0, .prior_variance = 0.5}, {.mean = 2}, 0.05};
  const Lesson lesson = open.lesson();
  const double n = open.best_size();
  const double sum = summed_statistic(open.learner, lesson.items)[0];
  section.rows.push_back(
      formula_row("gaussian_mean.n", "best size n", "1/(2c) - σ²/σ0²", plain(n), plain(lesson.relaxed->n)));
  section.rows.push_back(
      formula_row("gaussian_mean.s", "best sum s", "(σ²/σ0²)(μ* - μ0) + μ*n", plain(open.best_sum(n)), plain(sum)));
  section.rows.push_back(formula_row("gaussian_mean.item", "an item, beyond μ*", "s/n", plain(open.best_sum(n) / n),
                                     plain(sum / static_cast<double>(lesson.n))));

  const Case right{{.variance = 1, .prior_mean = 0, .prior_variance = 0.1}, {.mean = 0}, 0.1};
  Case wrong = right;
  wrong.learner.prior_mean = 1;
  section.rows.push_back(stubborn_row("gaussian_mean.stubborn_right", "stubborn, μ0 = μ* = 0", right));
  section.rows.push_back(stubborn_row("gaussian_mean.stubborn_wrong", "stubborn, μ0 = 1, μ* = 0", wrong));

  const Lesson taught = wrong.lesson();
  errata.add(
      section, "“Do not teach if σ0² < 2cσ²” is true only of a learner whose prior mean is right already.",
      fmt::format(
          "Stubborn means σ0² = {}, c = {} here. Without items s = 0 is forced, and the s of the formula cannot be "
          "had. One item at μ* + (σ²/σ0²)(μ* - μ0) = {:g} brings TI from {:.6f} down to {:.6f}.",
          wrong.learner.prior_variance, wrong.c, taught.items.rows(0, 0), taught.loss_before, taught.impedance),
      {"gaussian_mean.stubborn_wrong"});
  return section;
}

}  // namespace didact::report::paper
