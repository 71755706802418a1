#pragma once
// Simulations and sweeps as pictures.

#include "plot/sheet.hpp"
#include "report/simulation.hpp"
#include "report/sweep.hpp"

#include <string>
#include <vector>

namespace didact::report {

/// The histogram, with the best lesson, the mean and a given set marked.
plot::Sheet sheet(const SimulationReport& report);
/// The paper's first figure.
std::string picture(const std::vector<ThresholdBaseline>& baselines);
/// n, loss, effort and impedance against the parameter, and what loss can be had for what effort. Of two parameters the
/// second is along the axis, with a line for each value of the first.
plot::Sheet sheet(const SweepReport& report);

template <class Report>
std::string picture(const Report& report) {
  return plot::draw(sheet(report));
}

}  // namespace didact::report
