#pragma once
// What `didact sweep` has to say.

#include "io/json.hpp"
#include "report/table.hpp"
#include "runs/sweep.hpp"

#include <map>
#include <string>

namespace didact::report {

struct SweepReport {
  runs::Grid grid;
  std::map<Index, io::Json> points;  ///< those that are solved
  bool interrupted = false;
  std::uint64_t seed = 1;
  double seconds = 0;
};

io::Json to_json(const SweepReport& report);
std::string to_csv(const SweepReport& report);
std::string to_text(const SweepReport& report, Paint paint = {});

}  // namespace didact::report
