// Section 4 of the paper: "it may not be immediately obvious that we can unpack into …"

#include "report/paper_figures.hpp"
#include "solvers/generic_problem.hpp"
#include <didact/didact.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::report::paper {
namespace {

ItemSet items(std::initializer_list<double> values) {
  ItemSet set{Matrix(static_cast<Index>(values.size()), 1), std::vector<Index>(values.size(), 1)};
  std::copy(values.begin(), values.end(), set.rows.data());
  return set;
}

ReproducedRow printed_set(const Gaussian& learner, const std::string& id, const std::string& text, const ItemSet& set) {
  const Figure sums = list(summed_statistic(learner, set));
  return compared({.id = id,
                   .what = "s of the items " + text,
                   .printed = {"(3, 5)", {3, 5}},
                   .as_said = sums,
                   .corrected = sums,
                   .tolerance = 1e-14});
}

/// Step 2 of Algorithm 1: least squares from an iid start.
Matrix unpacked_as_said(const Gaussian& learner, const Gaussian::Target& target, const Vector& s, std::uint64_t seed) {
  Random random(seed);
  Matrix start(3, 1);
  for (double& x : start.reshaped()) x = learner.sample(target, random)[0];
  return solvers::least_squares_items([&](const Vector& x) { return learner.T(x); }, s, start, learner.domain());
}

}  // namespace

ReproducedSection unpacking(const ReproduceOptions& options) {
  ReproducedSection section{.title = "Unpacking the statistics of a univariate Gaussian (section 4)",
                            .setting = "n = 3 items with s = (Σx, Σx²) = (3, 5); unpacking is not unique"};
  const Gaussian learner;
  const Vector s{{3, 5}};
  section.rows.push_back(printed_set(learner, "unpacking.first", "{0, 1, 2}", items({0, 1, 2})));
  const double root = std::sqrt(13.0);
  section.rows.push_back(
      printed_set(learner, "unpacking.second", "{1/2, (5 ± √13)/4}", items({0.5, (5 + root) / 4, (5 - root) / 4})));

  const Gaussian::Target target = learner.maximum_likelihood(3, s);
  const Matrix by_least_squares = unpacked_as_said(learner, target, s, options.seed);
  const ItemSet exact = unpack(learner, target, 3, s, {}, Style::natural, options.seed);
  section.rows.push_back(unprinted("unpacking.found", "items found from iid ones", item_set(by_least_squares, 4),
                                   item_set(exact.rows, 4)));
  auto off_by = [&](const Matrix& rows) {
    const double off = (summed_statistic(learner, {rows, {1, 1, 1}}) - s).lpNorm<Eigen::Infinity>();
    return Figure{fmt::format("{:.1g}", off), {off}};
  };
  section.rows.push_back(
      unprinted("unpacking.found_s", "  their s is off by", off_by(by_least_squares), off_by(exact.rows)));
  return section;
}

}  // namespace didact::report::paper
