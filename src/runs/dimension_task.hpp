#pragma once
// The teaching sets of all concepts of a class as a task: a unit is a concept.

#include "runs/task.hpp"
#include <didact/concepts/teaching_set.hpp>

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
  /// `seconds_each` is what one concept may take; without it as long as it takes.
  DimensionTask(const ConceptClass& concepts, std::optional<double> seconds_each)
      : concepts_(concepts), seconds_each_(seconds_each) {}

  Index units() const override { return static_cast<Index>(concepts_.size()); }
  std::unique_ptr<Portion> nothing() const override { return std::make_unique<CoversPortion>(); }
  std::unique_ptr<Worker> worker() const override;
  std::string things() const override { return "concepts"; }
  Index things_in_unit() const override { return 1; }
  Index all_things() const override { return units(); }
  Json identity() const override;

 private:
  const ConceptClass& concepts_;
  std::optional<double> seconds_each_;
};

}  // namespace didact::runs
