#pragma once
// The teaching sets of all concepts of a class as a task: a unit is a concept.

#include "runs/task.hpp"
#include <didact/concepts/teaching_set.hpp>

#include <chrono>
#include <map>
#include <optional>

namespace didact::runs {

class CoversPortion final : public Portion {
 public:
  const std::map<Index, concepts::Cover>& covers() const { return covers_; }
  void put(Index target, concepts::Cover cover) { covers_[target] = std::move(cover); }

  void clear() override { covers_.clear(); }
  void add(const Portion& other) override;
  Json packed() const override;
  void add(const Json& packed) override;

 private:
  std::map<Index, concepts::Cover> covers_;
};

class DimensionTask final : public Task {
 public:
  /// All concepts may take `seconds` from now on, shared out among so many workers; of those that are not reached
  /// nothing is known then. Without it they take as long as they take.
  DimensionTask(const ConceptClass& concepts, std::optional<double> seconds, double workers)
      : concepts_(concepts), seconds_(seconds), workers_(workers) {}

  Index units() const override { return static_cast<Index>(concepts_.size()); }
  std::unique_ptr<Portion> nothing() const override { return std::make_unique<CoversPortion>(); }
  std::unique_ptr<Worker> worker() const override;
  std::string things() const override { return "concepts"; }
  Index things_in_unit() const override { return 1; }
  Index all_things() const override { return units(); }
  Json identity() const override;
  /// What a concept may take of the time that is left, if those before it are done; 0 if there is none.
  std::optional<double> share_of(Index unit) const;

 private:
  const ConceptClass& concepts_;
  std::optional<double> seconds_;
  double workers_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace didact::runs
