// Example 6: the multivariate Gaussian.

#include "report/paper_baselines.hpp"
#include "report/paper_niw.hpp"

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::report::paper {
namespace {

/// One entry that a whole vector or matrix shares, or the numbers if they differ after all.
Figure shared(const Vector& entries) {
  const bool equal = (entries.array() - entries[0]).abs().maxCoeff() <= 1e-9;
  return equal ? plain(entries[0]) : list(entries);
}

Vector diagonal(const Matrix& S) {
  return S.diagonal();
}

Vector off_diagonal(const Matrix& S) {
  return Vector{{S(0, 1), S(0, 2), S(1, 2)}};
}

Sums sums_of(const ItemSet& items) {
  const Matrix rows = items.expanded();
  return {static_cast<double>(rows.rows()), rows.colwise().sum().transpose(), rows.transpose() * rows};
}

/// Step 1, then step 2's rounding of n alone: s and S stay what they were at the real n.
Sums as_the_paper_says(const NiwExample& example) {
  Sums sums = example.best_sums(example.best_size());
  sums.n = std::max(0.0, std::round(sums.n));
  return sums;
}

void add_optimum(const NiwExample& example, Errata& errata, ReproducedSection& section) {
  const Lesson lesson = teach(example.problem());
  const Sums best = sums_of(lesson.items), said = as_the_paper_says(example);
  const double constants = example.constants(), relaxed_n = example.best_size();
  Sums with_printed_S = said;  // as a reader has it, to two decimals
  with_printed_S.S.diagonal().setConstant(4.63);
  const double said_impedance = example.impedance(said, LambdaN::printed);
  auto add = [&](Comparison row) { section.rows.push_back(compared(std::move(row))); };

  section.rows.push_back(
      unprinted("gaussian.relaxed_n", "step 1: relaxed n", plain(relaxed_n), plain(lesson.relaxed->n)));
  add({"gaussian.n", "step 2: n", {"4", {4}}, plain(said.n), plain(best.n), 0, std::string(to_string(lesson.status))});
  add({"gaussian.s", "  s", {"(-1, -1, -1)", {-1, -1, -1}}, list(Vector(said.s)), list(Vector(best.s)), 1e-9});
  add({"gaussian.S_ii", "  S_ii", {"4.63", {4.63}}, shared(diagonal(said.S)), shared(diagonal(best.S)), half_unit(2)});
  add({"gaussian.S_ij", "  S_ij", {"-1", {-1}}, shared(off_diagonal(said.S)), shared(off_diagonal(best.S)), 1e-9});
  add({"gaussian.item_mean",
       "  mean of the items",
       {"-1/4", {-0.25}},
       shared(said.s / said.n),
       shared(best.s / best.n),
       1e-9});
  add({"gaussian.impedance",
       "  TI",
       {"1.69", {1.69}},
       number(said_impedance),
       number(lesson.impedance - constants),
       half_unit(2)});
  section.rows.push_back(unprinted("gaussian.impedance.printed_S", "  TI with S_ii = 4.63 itself",
                                   number(example.impedance(with_printed_S, LambdaN::printed)),
                                   number(lesson.impedance - constants)));
  errata.add(
      section, fmt::format("The printed S belongs to n = {:.6f}, not to n = 4.", relaxed_n),
      fmt::format("Once n is rounded, s and S are to be solved again. At n = 4 that gives S_ii = {:g}, S_ij = {:g} and "
                  "TI {:.6f} instead of {:.6f}, and no set of any size is better.",
                  best.S(0, 0), best.S(0, 1), lesson.impedance - constants, said_impedance),
      {"gaussian.S_ii", "gaussian.impedance"});
}

void add_constants(const NiwExample& example, Errata& errata, ReproducedSection& section) {
  const double constants = example.constants();
  section.rows.push_back(unprinted("gaussian.constants", "constants left out of TI", {}, number(constants)));
  section.rows.push_back(unprinted("gaussian.normalised", "  TI with them",
                                   number(example.impedance(as_the_paper_says(example), LambdaN::printed) + constants),
                                   number(teach(example.problem()).impedance)));
  errata.add(
      section, "TI is printed without its constants.",
      fmt::format(
          "It is defined by the normalised posterior, as example 5 computes it. That is larger by D(D-1)/4 log π + "
          "D/2 log 2π + (D+2)/2 log|Σ*| = {:.6f}. The other rows leave it out too, to compare with the print.",
          constants),
      {"gaussian.constants", "gaussian.normalised"});
}

/// "3 < 4.5: forbidden"
Figure verdict(double S, double least) {
  const bool allowed = S >= least;
  return {fmt::format("{:g} {} {:g}: {}", S, allowed ? "≥" : "<", least, allowed ? "allowed" : "forbidden"),
          {S, least}};
}

ReproducedRow constraint_row(std::string id, std::string what, double n, double s, double S) {
  return {.id = std::move(id),
          .what = std::move(what),
          .printed = words("S_ii ≥ s_i²/2"),
          .as_said = verdict(S, s * s / 2),
          .corrected = verdict(S, s * s / n),
          .agreement = (S >= s * s / 2) == (S >= s * s / n) ? Agreement::stands : Agreement::wrong};
}

Index rank_of_scatter(const Sums& sums) {
  const Eigen::Matrix3d scatter = sums.S - sums.s * sums.s.transpose() / sums.n;
  const Eigen::Vector3d spectrum = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(scatter).eigenvalues();
  return (spectrum.array() > 1e-9 * spectrum.maxCoeff()).count();
}

void add_constraint(const NiwExample& example, Errata& errata, ReproducedSection& section) {
  section.rows.push_back(constraint_row("gaussian.constraint.forbids", "D = 1: the items {1, 1, 1}", 3, 3, 3));
  section.rows.push_back(constraint_row("gaussian.constraint.allows", "D = 1: n = 1, s = 1, S = 0.5", 1, 1, 0.5));
  const Lesson three = teach(example.problem(3));
  const Sums wished = example.best_sums(3);
  const double bound = example.impedance(wished, LambdaN::correct);
  const double reached = three.impedance - example.constants();
  section.rows.push_back(unprinted("gaussian.three_items", "best TI of three items", number(bound), number(reached)));
  errata.add(
      section, "S_ii ≥ s_i²/2 is not what n items need; S ⪰ ssᵀ/n is, and rank(S - ssᵀ/n) ≤ n - 1.",
      fmt::format(
          "The printed one forbids items that there are and allows sums that no items have (a footnote of the paper "
          "has the right one for D = 1). At n = 3 step 1 wants an S with S - ssᵀ/n of rank {}: its TI of {:.6f} is "
          "out of reach, and real items get to {:.6f}.",
          rank_of_scatter(wished), bound, reached),
      {"gaussian.constraint.forbids", "gaussian.constraint.allows", "gaussian.three_items"});
}

ReproducedRow minimum_size_row(std::string id, std::string what, const NiwExample& example, const Lesson& best) {
  const Lesson four = teach(example.problem(4));
  return {.id = std::move(id),
          .what = std::move(what),
          .printed = {"D + 1 = 4 items", {4}},
          .as_said = size_and_impedance(static_cast<double>(four.n), four.impedance - example.constants()),
          .corrected = size_and_impedance(static_cast<double>(best.n), best.impedance - example.constants()),
          .agreement = best.n == four.n ? Agreement::stands : Agreement::wrong};
}

void add_minimum_size(const NiwExample& example, Errata& errata, ReproducedSection& section) {
  const NiwExample dear{.c = 1.5};
  const NiwExample firm{.nu0 = 4, .Lambda0 = 3 * Eigen::Matrix3d::Identity()};
  const Lesson with_firm = teach(firm.problem());
  section.rows.push_back(
      minimum_size_row("gaussian.minimum_size", "the minimum set", example, teach(example.problem())));
  section.rows.push_back(
      minimum_size_row("gaussian.minimum_size.dear", "  at 1.5 an item", dear, teach(dear.problem())));
  section.rows.push_back(minimum_size_row("gaussian.minimum_size.firm", "  with ν0 = 4, Λ0 = 3 I", firm, with_firm));
  errata.add(
      section, "The D + 1 points of a simplex are not the minimum teaching set in general.",
      fmt::format(
          "Four items win in the paper's example. Where items are dearer or the prior is firmer, fewer can; the {} of "
          "the last row are {}.",
          with_firm.n, with_firm.status == Status::optimal ? "proven optimal" : "not proven optimal"),
      {"gaussian.minimum_size.dear", "gaussian.minimum_size.firm"});
}

void add_baseline(const NiwExample& example, const ReproduceOptions& options, Errata& errata,
                  ReproducedSection& section) {
  const NiwExample::Sample sample = example.random_sets(options);
  const Spread printed_form = sampled_spread(sample.printed), correct_form = sampled_spread(sample.correct);
  Baseline printed{.id = "gaussian.random",
                   .mean = {"9.06", {9.06}},
                   .deviation = {"3.34", {3.34}},
                   .minimum = {"1.99", {1.99}},
                   .maximum = {"35.51", {35.51}}};
  const double scale = sets_in_the_paper / static_cast<double>(options.sets);
  auto beyond = [&](auto is_beyond) {
    return scale * static_cast<double>(std::count_if(sample.correct.begin(), sample.correct.end(), is_beyond));
  };
  printed.below_minimum = beyond([](double impedance) { return impedance < 1.99; });
  printed.above_maximum = beyond([](double impedance) { return impedance > 35.51; });
  for (ReproducedRow& row : baseline_rows(printed, printed_form, correct_form)) section.rows.push_back(std::move(row));

  Index flattered = 0;
  for (std::size_t i = 0; i < sample.printed.size(); ++i) flattered += sample.printed[i] < sample.correct[i];
  errata.add(
      section, "The printed Λn is not symmetric: -2κ0/κn μ0sᵀ should be -κ0/κn (μ0sᵀ + sμ0ᵀ).",
      fmt::format(
          "The antisymmetric part that is left over can only raise |Λn|, so random sets look better than they are: "
          "{} of {} did, by {:.2f} on average. Taken literally the formula gives {:.2f} ± {:.2f}, the paper's figures "
          "up to chance; the true posterior gives {:.2f} ± {:.2f}. The best set is spared, for its s is along μ0. "
          "Minimum and maximum are those of the draws: the infimum is {:.6f}, and there is no largest TI.",
          grouped(flattered), grouped(options.sets), correct_form.mean - printed_form.mean, printed_form.mean,
          printed_form.deviation, correct_form.mean, correct_form.deviation,
          teach(example.problem(4)).impedance - example.constants()),
      {"gaussian.random.mean", "gaussian.random.deviation", "gaussian.random.minimum", "gaussian.random.maximum"});
}

}  // namespace

ReproducedSection multivariate_gaussian(const ReproduceOptions& options, Errata& errata) {
  ReproducedSection section{
      .title = "Example 6. A multivariate Gaussian, D = 3",
      .setting =
          "μ* = 0, Σ* = I, the learner believes NIW(μ0 = (1, 1, 1), κ0 = 1, ν0 = 2 + 1e-5, Λ0 = 1e-5 I), "
          "effort 1 an item"};
  const NiwExample example;
  add_optimum(example, errata, section);
  add_constants(example, errata, section);
  add_constraint(example, errata, section);
  add_minimum_size(example, errata, section);
  add_baseline(example, options, errata, section);
  return section;
}

}  // namespace didact::report::paper
