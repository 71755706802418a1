#pragma once
// A sweep as a task: a unit is some points in a row, each a full solve that begins where its neighbour ended.

#include "io/files.hpp"
#include "runs/sweep.hpp"
#include "runs/task.hpp"
#include <didact/core/problem.hpp>

#include <map>

namespace didact::runs {

/// What is kept of a point, as the format has it: status, n, loss, effort, impedance, lower_bound.
class SweepPortion final : public Portion {
 public:
  const std::map<Index, Json>& points() const { return points_; }
  void put(Index point, Json result) { points_[point] = std::move(result); }

  void clear() override { points_.clear(); }
  void add(const Portion& other) override;
  Json packed() const override;
  void add(const Json& packed) override;

 private:
  std::map<Index, Json> points_;
};

class SweepTask final : public Task {
 public:
  SweepTask(const Grid& grid, const Json& problem, io::Context context, Options options)
      : grid_(grid), problem_(problem), context_(std::move(context)), options_(std::move(options)) {}

  static constexpr Index points_in_unit = 4;

  Index units() const override { return (grid_.size() + points_in_unit - 1) / points_in_unit; }
  std::unique_ptr<Portion> nothing() const override { return std::make_unique<SweepPortion>(); }
  std::unique_ptr<Worker> worker() const override;
  std::string things() const override { return "points"; }
  Index things_in_unit() const override { return points_in_unit; }
  Index all_things() const override { return grid_.size(); }
  Json identity() const override;

  /// Solves a point. `start` is the size of a neighbour's lesson, if it had one.
  Json solved(Index point, std::optional<double>& start, const std::atomic<bool>* interrupt) const;

 private:
  const Grid& grid_;
  const Json& problem_;
  io::Context context_;
  Options options_;
};

}  // namespace didact::runs
