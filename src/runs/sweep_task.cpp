#include "runs/sweep_task.hpp"

#include "io/registry.hpp"

#include <fmt/format.h>

namespace didact::runs {
namespace {

class SweepWorker final : public Worker {
 public:
  explicit SweepWorker(const SweepTask& task) : task_(task) {}

  bool work(Index unit, Portion& into, const Stop& stop) override {
    std::map<Index, Json> results;
    std::optional<double> start;  // within the unit alone, so that who did the one before does not matter
    const Index first = unit * SweepTask::points_in_unit;
    for (Index point = first; point < std::min(first + SweepTask::points_in_unit, task_.all_things()); ++point) {
      Json result = task_.solved(point, start, stop.request());
      if (stop) return false;  // a point cut short is no point
      results[point] = std::move(result);
    }
    auto& portion = dynamic_cast<SweepPortion&>(into);
    for (auto& [point, result] : results) portion.put(point, std::move(result));
    return true;
  }

 private:
  const SweepTask& task_;
};

}  // namespace

void SweepPortion::add(const Portion& other) {
  const auto& points = dynamic_cast<const SweepPortion&>(other).points_;
  points_.insert(points.begin(), points.end());
}

Json SweepPortion::packed() const {
  Json list = Json::array();
  for (const auto& [point, result] : points_) list.push_back({point, result});
  return list;
}

void SweepPortion::add(const Json& packed) {
  for (const Json& entry : packed) points_[entry.at(0).get<Index>()] = entry.at(1);
}

std::unique_ptr<Worker> SweepTask::worker() const {
  return std::make_unique<SweepWorker>(*this);
}

Json SweepTask::identity() const {
  Json axes = Json::array();
  for (const Axis& axis : grid_.axes()) axes.push_back({{"path", axis.path}, {"values", axis.values}});
  return {{"command", "sweep"},
          {"problem", problem_},
          {"over", axes},
          {"seed", options_.seed},
          {"gap", options_.gap ? Json(*options_.gap) : Json()}};
}

Json SweepTask::solved(Index point, std::optional<double>& start, const std::atomic<bool>* interrupt) const {
  Options options = options_;
  options.interrupt = interrupt;
  options.near_size = start;
  try {
    const auto problem = io::read_problem(grid_.problem(problem_, point), context_);
    const Lesson lesson = problem->teach(options).lesson;
    start = lesson.has_items ? std::optional(static_cast<double>(lesson.n)) : std::nullopt;
    return {{"at", grid_.labels(point)},
            {"status", to_string(lesson.status)},
            {"n", lesson.has_items ? Json(lesson.n) : Json()},
            {"loss", io::number(lesson.loss)},
            {"effort", io::number(lesson.effort)},
            {"impedance", io::number(lesson.impedance)},
            {"lower_bound", io::number(lesson.lower_bound)}};
  } catch (const io::InvalidProblem& invalid) {
    std::vector<io::Error> errors = invalid.errors();
    for (io::Error& error : errors) {
      error.message = fmt::format("{} (at point {}: {})", error.message, point + 1, grid_.labels(point).dump());
    }
    throw io::InvalidProblem(std::move(errors));
  }
}

}  // namespace didact::runs
