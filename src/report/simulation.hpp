#pragma once
// What `didact simulate` has to say.

#include "io/json.hpp"
#include "report/table.hpp"
#include <didact/core/lesson.hpp>
#include <didact/simulation/simulate.hpp>
#include <didact/simulation/threshold_baselines.hpp>

#include <optional>
#include <string>

namespace didact::report {

struct SimulationReport {
  SimulationSummary sets;
  std::string size;   ///< "10", "5:20"
  std::string drawn;  ///< how
  double asked = 0;   ///< sets that were to be drawn
  bool interrupted = false;
  std::uint64_t seed = 1;
  std::optional<Lesson> optimum;  ///< none where the problem has no lesson
  std::optional<double> rival;    ///< the impedance of a given set
  double seconds = 0;
};

/// The paper's first figure.
io::Json to_json(const std::vector<ThresholdBaseline>& baselines);
std::string to_text(const std::vector<ThresholdBaseline>& baselines, Paint paint = {});
std::string to_csv(const std::vector<ThresholdBaseline>& baselines);

io::Json to_json(const SimulationReport& report);
std::string to_text(const SimulationReport& report, Paint paint = {});
/// The histogram: low, high, count.
std::string to_csv(const SimulationReport& report);

}  // namespace didact::report
