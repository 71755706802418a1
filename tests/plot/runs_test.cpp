// Pictures of simulations and sweeps: well-formed, on the page, and with all that there is to see.

#include "report/run_pictures.hpp"
#include "svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace didact::report::runs_test {
namespace {

using io::Json;
using testing::HasSubstr;
using testing::IsEmpty;

SimulationReport some_simulation(double spread) {
  SimulationReport report;
  report.size = "10";
  report.drawn = "items drawn from the target";
  report.sets.sets = 1e5;
  report.sets.mean = 5 * spread;
  report.sets.deviation = 2 * spread;
  report.sets.min = 2 * spread;
  report.sets.max = 90 * spread;
  for (int i = 0; i <= 20; ++i) report.sets.edges.push_back((2 + i * 0.5) * spread);
  for (int i = 0; i < 20; ++i) report.sets.counts.push_back(20 - i);
  report.sets.edges.back() = 90 * spread;
  report.rival = 4 * spread;
  report.sets.beat = 0.25;
  report.optimum.emplace();
  report.optimum->impedance = 2 * spread;
  return report;
}

TEST(RunPictures, OfSimulations) {
  for (const double spread : {1.0, 1e-9, 1e12}) {
    SimulationReport report = some_simulation(spread);
    EXPECT_THAT(picture(report), HasSubstr("the best known lesson"));
    report.optimum->status = Status::optimal;
    const std::string svg = picture(report);
    EXPECT_THAT(faults_of_svg(svg), IsEmpty()) << spread;
    for (const char* name : {"the best lesson", "mean of random sets", "the given set",
                             "100,000 random sets of 10 items", "The last bar has all sets beyond"}) {
      EXPECT_THAT(svg, HasSubstr(name)) << spread;
    }
  }
  SimulationReport bare = some_simulation(1);
  bare.rival.reset();
  bare.optimum.reset();
  bare.sets.mean = bare.sets.deviation = infinity;
  EXPECT_THAT(faults_of_svg(picture(bare)), IsEmpty());
  EXPECT_THAT(picture(bare), testing::Not(HasSubstr("the best lesson")));
}

TEST(RunPictures, OfBaselines) {
  std::vector<ThresholdBaseline> baselines;
  for (Index n = 1; n <= 30; ++n) {
    const auto size = static_cast<double>(n);
    baselines.push_back({n, 2 / (size + 2), 0.001, std::exp2(-size), n > 1 ? 0 : 0.1});
  }
  EXPECT_THAT(faults_of_svg(picture(baselines)), IsEmpty());
}

SweepReport some_sweep(const runs::Grid& grid) {
  SweepReport report{.grid = grid};
  for (Index point = 0; point < grid.size(); ++point) {
    const double x = static_cast<double>(point);
    if (point % 7 == 3) continue;  // not solved
    report.points[point] = {{"at", grid.labels(point)}, {"status", "optimal"}, {"n", point},
                            {"loss", 10 - x},           {"effort", x},         {"impedance", Json()},
                            {"lower_bound", Json()}};
  }
  return report;
}

TEST(RunPictures, OfSweeps) {
  io::Errors errors;
  const runs::Axis cost = runs::parse_axis("effort.per_item=0.01:2:log:40", {}, errors),
                   kappa = runs::parse_axis("learner.prior.kappa=1,2,3,4,5,6,7,8,9,10", {}, errors),
                   words = runs::parse_axis("learner.judge=expected,worst", {}, errors);
  ASSERT_TRUE(errors.empty());
  for (const auto& axes :
       std::vector<std::vector<runs::Axis>>{{cost}, {kappa}, {words}, {kappa, cost}, {words, kappa}}) {
    const runs::Grid grid(axes);
    const std::string svg = picture(some_sweep(grid));
    EXPECT_THAT(faults_of_svg(svg), IsEmpty()) << axes[0].path;
    EXPECT_THAT(svg, HasSubstr(axes.back().path));
    const bool priced = std::any_of(axes.begin(), axes.end(), [&](const auto& axis) { return axis.path == cost.path; });
    EXPECT_THAT(svg, HasSubstr(priced ? "with how many items" : "for what effort"));
  }
  const runs::Grid both({kappa, cost});
  EXPECT_THAT(picture(some_sweep(both)),
              HasSubstr("learner.prior.kappa = 10"));  // of ten lines the first and the last are there
  EXPECT_THAT(picture(some_sweep(both)), HasSubstr("learner.prior.kappa = 1<"));
}

}  // namespace
}  // namespace didact::report::runs_test
