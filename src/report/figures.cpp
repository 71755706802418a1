#include "report/figures.hpp"

#include "plot/sheet.hpp"
#include "report/paper_niw.hpp"
#include "report/table.hpp"
#include <didact/threshold/threshold.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::report {
namespace {

using plot::Curves;
using plot::Ink;

constexpr int most_items = 20;
constexpr double smallest = 1e-6;

// The threshold θ is uniform in [0, 1], and what is plotted is the expected width of the interval of thresholds that
// agree with all n items.
//
// Passive: the n items and θ are n + 1 uniform points, which cut [0, 1] into n + 2 pieces of equal expectation. The
// interval is the two pieces beside θ: 2/(n + 2).
double passive_width(int n) {
  return 2.0 / (n + 2);
}
// Active: each question halves the interval, 2^-n.
double active_width(int n) {
  return std::ldexp(1.0, -n);
}
// Taught: one item at θ leaves the smaller side at best, whose expectation is E min(θ, 1 - θ) = 1/4; two items leave as
// little as the teacher likes.
double taught_width(int n) {
  return n == 0 ? 1 : n == 1 ? 0.25 : 0;
}

Curves widths() {
  Curves curves{.title = "The expected width of what is left, for a threshold that is uniform in [0, 1]",
                .x = {.label = "items, n", .whole = true, .range = plot::Range{-0.4, most_items + 0.4}},
                .y = {.label = "expected width", .logarithmic = true, .range = plot::Range{smallest, 1.6}}};
  curves.area_height = 260;
  using Form = Curves::Series::Form;
  Curves::Series passive{"passive: random items, 2/(n + 2)", Ink::before, {}, {}, Form::line_and_points};
  Curves::Series active{"active: bisection, 1/2ⁿ", Ink::after, {}, {}, Form::line_and_points};
  for (int n = 0; n <= most_items; ++n) {
    passive.x.push_back(n);
    passive.y.push_back(passive_width(n));
    active.x.push_back(n);
    active.y.push_back(active_width(n));
  }
  Curves::Series taught{"taught: two items are enough for any width", Ink::target, {}, {}, Form::line_and_points};
  for (int n = 0; n <= 2; ++n) {
    taught.x.push_back(n);
    taught.y.push_back(std::max(taught_width(n), 1e-3 * smallest));  // off the page
  }
  curves.series = {std::move(passive), std::move(active), std::move(taught)};
  return curves;
}

constexpr double theta = 0.3;
constexpr int shown_items = 8;

double label_of(double x) {
  return x >= theta ? 1 : -1;
}

plot::Intervals::Row left_by(const std::string& name, Ink ink, const std::vector<double>& items) {
  ItemSet set{Matrix(static_cast<Index>(items.size()), 2), std::vector<Index>(items.size(), 1)};
  for (std::size_t i = 0; i < items.size(); ++i) {
    set.rows.row(static_cast<Index>(i)) << items[i], label_of(items[i]);
  }
  const Threshold learner = Threshold{}.after(set);
  return {name, plot::Range{learner.low, learner.high}, items, ink,
          plot::value_label(learner.high - learner.low, 3) + " left"};
}

/// Each way once: a threshold of 0.3.
plot::Intervals one_of_each(std::uint64_t seed) {
  plot::Intervals line{
      .title = fmt::format("One threshold: θ = {}, with {} items, {} and 2", theta, shown_items, shown_items),
      .x = {.label = "x", .range = plot::Range{0, 1}}};
  Random random(seed);
  std::vector<double> drawn, asked;
  double low = 0, high = 1;
  for (int i = 0; i < shown_items; ++i) {
    drawn.push_back(random.uniform());
    asked.push_back((low + high) / 2);
    (label_of(asked.back()) > 0 ? high : low) = asked.back();
  }
  constexpr double closeness = 1e-3;
  line.rows = {left_by("passive", Ink::before, drawn), left_by("active", Ink::after, asked),
               left_by("taught", Ink::target, {theta - closeness / 2, theta + closeness / 2})};
  line.marks.push_back({theta, "", Ink::eighth});
  return line;
}

Eigen::Vector3d mean_of(const std::vector<Eigen::Vector3d>& items) {
  Eigen::Vector3d mean = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d& item : items) mean += item / static_cast<double>(items.size());
  return mean;
}

plot::Space tetrahedron(const paper::NiwExample& example, std::uint64_t seed, Lesson& lesson) {
  Options options;
  options.seed = seed;
  lesson = teach(example.problem(), options);
  plot::Space space{.title = fmt::format("Seed {}", seed), .name = ""};
  const Matrix rows = lesson.items.expanded();
  for (Index i = 0; i < rows.rows(); ++i) space.items.emplace_back(rows.row(i).transpose());
  space.places = {{"", Ink::target, Eigen::Vector3d::Zero(), {}},
                  {"", Ink::before, example.mu0, {}},
                  {"", Ink::after, mean_of(space.items), {}}};
  space.range = plot::Range{0, example.mu0.maxCoeff()};
  for (const Eigen::Vector3d& item : space.items) {
    space.range = plot::joined(*space.range, {item.minCoeff() - 0.1, item.maxCoeff() + 0.1});
  }
  return space;
}

}  // namespace

std::string figure_1(std::uint64_t seed) {
  return plot::draw(plot::Sheet{
      .title = "Teaching can need far fewer items than passive or active learning",
      .notes = {"A threshold on [0, 1]: the learner keeps to the thresholds that agree with every item it has seen."},
      .rows = {{widths()}, {one_of_each(seed)}}});
}

std::string figure_2(std::uint64_t seed) {
  const paper::NiwExample example;
  plot::Sheet sheet{.width = 900};
  plot::Row row;
  Lesson lesson;
  for (std::uint64_t panel = 0; panel < 3; ++panel) row.push_back(tetrahedron(example, seed + panel, lesson));
  plot::Range range{0, 0};
  for (plot::Picture& picture : row) range = plot::joined(range, *std::get<plot::Space>(picture).range);
  for (plot::Picture& picture : row) std::get<plot::Space>(picture).range = range;
  const Eigen::Vector3d mean = std::get<plot::Space>(row[0]).places[2].at;
  sheet.title = "Teaching a multivariate Gaussian";
  sheet.notes = {
      fmt::format("{}, impedance {} without its constants, {}. All three sets are equally good.",
                  counted(lesson.n, "item"), plot::value_label(lesson.impedance - example.constants(), 5),
                  lesson.status == Status::optimal ? "proven optimal" : "not proven optimal"),
      fmt::format("The mean of the items, ({0}, {1}, {2}), lies beyond the target, away from what the learner "
                  "believed.",
                  plot::value_label(mean.x(), 3), plot::value_label(mean.y(), 3), plot::value_label(mean.z(), 3))};
  using Symbol = plot::Entry::Symbol;
  sheet.rows.push_back({plot::Key{.entries = {{"items", Ink::items, Symbol::point},
                                              {"their mean", Ink::after, Symbol::point},
                                              {"target mean", Ink::target, Symbol::point},
                                              {"mean the learner believed in", Ink::before, Symbol::point}}}});
  sheet.rows.push_back(std::move(row));
  return plot::draw(sheet);
}

}  // namespace didact::report
