#include "runs/simulation_task.hpp"

#include <bit>
#include <stdexcept>

namespace didact::runs {
namespace {

/// To the last bit, infinity included.
Json bits(double value) {
  return std::bit_cast<std::uint64_t>(value);
}
double from_bits(const Json& json) {
  return std::bit_cast<double>(json.get<std::uint64_t>());
}

class SimulationWorker final : public Worker {
 public:
  explicit SimulationWorker(const Simulation& simulation) : worker_(simulation) {}
  bool work(Index unit, Portion& into, const Stop& stop) override {
    return worker_.draw(unit, dynamic_cast<TallyPortion&>(into).tally(), stop);
  }

 private:
  Simulation::Worker worker_;
};

}  // namespace

Json TallyPortion::packed() const {
  const auto [sums, filled] = tally_.state();
  Json cells = Json::array();
  for (const auto& [cell, count] : filled) cells.push_back({cell, count});
  return {{"finite", sums.finite},          {"infinite", sums.infinite},   {"below_rival", sums.below_rival},
          {"min", bits(sums.min)},          {"max", bits(sums.max)},       {"sum", sums.sum.text()},
          {"squares", sums.squares.text()}, {"histogram", sums.histogram}, {"cells", cells}};
}

void TallyPortion::add(const Json& packed) {
  Tally::State state;
  Tally::Sums& sums = state.sums;
  sums.finite = packed.at("finite").get<std::uint64_t>();
  sums.infinite = packed.at("infinite").get<std::uint64_t>();
  sums.below_rival = packed.at("below_rival").get<std::uint64_t>();
  sums.min = from_bits(packed.at("min"));
  sums.max = from_bits(packed.at("max"));
  sums.sum = ExactSum::from_text(packed.at("sum").get<std::string>());
  sums.squares = ExactSum::from_text(packed.at("squares").get<std::string>());
  sums.histogram = packed.at("histogram").get<std::vector<std::uint64_t>>();
  for (const Json& cell : packed.at("cells")) {
    state.cells.emplace_back(cell.at(0).get<int>(), cell.at(1).get<std::uint64_t>());
  }
  tally_.add(state);
}

std::unique_ptr<Worker> SimulationTask::worker() const {
  return std::make_unique<SimulationWorker>(simulation_);
}

Json SimulationTask::identity() const {
  const SimulationOptions& options = simulation_.options();
  return {{"command", "simulate"},
          {"problem", problem_},
          {"sets", options.sets},
          {"sizes", options.sizes.text()},
          {"seed", options.seed},
          {"rival", options.rival ? bits(*options.rival) : Json()},
          {"center", bits(simulation_.frame().center)}};  // of the first sets: files may have changed
}

}  // namespace didact::runs
