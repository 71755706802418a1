#pragma once
// A simulation as a task: a unit is a block of sets.

#include "runs/task.hpp"
#include <didact/simulation/simulate.hpp>

namespace didact::runs {

class TallyPortion final : public Portion {
 public:
  explicit TallyPortion(Tally tally) : tally_(std::move(tally)) {}

  const Tally& tally() const { return tally_; }
  Tally& tally() { return tally_; }
  void clear() override { tally_.clear(); }
  void add(const Portion& other) override { tally_.add(dynamic_cast<const TallyPortion&>(other).tally_); }
  Json packed() const override;
  void add(const Json& packed) override;

 private:
  Tally tally_;
};

class SimulationTask final : public Task {
 public:
  /// `problem` is all that the population was made from.
  SimulationTask(const Simulation& simulation, Json problem) : simulation_(simulation), problem_(std::move(problem)) {}

  Index units() const override { return simulation_.blocks(); }
  std::unique_ptr<Portion> nothing() const override { return std::make_unique<TallyPortion>(simulation_.empty()); }
  std::unique_ptr<Worker> worker() const override;
  std::string things() const override { return "sets"; }
  Index things_in_unit() const override { return Simulation::sets_in_block; }
  Index all_things() const override { return simulation_.options().sets; }
  double seconds_a_unit() const override { return simulation_.seconds_a_block(); }
  Json identity() const override;

 private:
  const Simulation& simulation_;
  Json problem_;
};

}  // namespace didact::runs
