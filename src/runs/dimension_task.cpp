#include "runs/dimension_task.hpp"

#include <stdexcept>

namespace didact::runs {
namespace {

class CoverWorker final : public Worker {
 public:
  CoverWorker(const ConceptClass& concepts, const DimensionTask& task) : concepts_(concepts), task_(task) {}

  bool work(Index unit, Portion& into, const Stop& stop) override {
    const std::optional<double> share = task_.share_of(unit);
    if (share && *share <= 0) return true;  // even a quick answer for each of many concepts would take long
    const auto target = static_cast<std::size_t>(unit);
    const bool hasty = share && took_ > *share;  // a search that could not end in its share is not begun
    const auto start = std::chrono::steady_clock::now();
    concepts::Cover set =
        concepts::minimum_teaching_set(concepts_, target, {Stop(hasty ? std::optional(0.0) : share, stop.request())});
    if (!hasty) took_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (set.stopped == StopReason::interrupted) return false;
    const std::string fault =
        concepts::fault_of_teaching_set(concepts_, target, set.items, concepts::all_bits(concepts_.size()));
    if (!fault.empty())
      throw std::logic_error("the teaching set found for \"" + concepts_.name(target) + "\": " + fault);
    dynamic_cast<CoversPortion&>(into).put(unit, std::move(set));
    return true;
  }

 private:
  const ConceptClass& concepts_;
  const DimensionTask& task_;
  double took_ = 0;  ///< seconds, the last time that there was no haste
};

/// Names and labels, as one number: a checkpoint need not hold the whole class.
std::uint64_t fingerprint(const ConceptClass& concepts) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  const auto take = [&](std::uint64_t value) { hash = (hash ^ value) * 0x100000001b3; };
  for (std::size_t c = 0; c < concepts.size(); ++c) {
    for (const char letter : concepts.name(c)) take(static_cast<unsigned char>(letter));
    take(0x100);
  }
  for (std::size_t item = 0; item < concepts.items(); ++item) {
    for (const char letter : concepts.item_name(item)) take(static_cast<unsigned char>(letter));
    for (const concepts::Word word : concepts.column(item)) take(word);
  }
  return hash;
}

}  // namespace

void CoversPortion::add(const Portion& other) {
  const auto& covers = dynamic_cast<const CoversPortion&>(other).covers_;
  covers_.insert(covers.begin(), covers.end());
}

Json CoversPortion::packed() const {
  Json list = Json::array();
  for (const auto& [target, set] : covers_) {
    list.push_back({{"target", target},
                    {"items", set.items},
                    {"cost", set.cost},
                    {"lower", set.lower},
                    {"optimal", set.optimal},
                    {"stopped", static_cast<int>(set.stopped)},
                    {"nodes", set.nodes}});
  }
  return list;
}

void CoversPortion::add(const Json& packed) {
  for (const Json& entry : packed) {
    concepts::Cover set;
    set.items = entry.at("items").get<std::vector<std::size_t>>();
    set.cost = entry.at("cost").get<double>();
    set.lower = entry.at("lower").get<double>();
    set.optimal = entry.at("optimal").get<bool>();
    set.stopped = static_cast<StopReason>(entry.at("stopped").get<int>());
    set.nodes = entry.at("nodes").get<std::int64_t>();
    covers_[entry.at("target").get<Index>()] = std::move(set);
  }
}

std::unique_ptr<Worker> DimensionTask::worker() const {
  return std::make_unique<CoverWorker>(concepts_, *this);
}

std::optional<double> DimensionTask::share_of(Index unit) const {
  if (!seconds_) return {};
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - started_;
  return (*seconds_ - since.count()) * workers_ / static_cast<double>(units() - unit);
}

Json DimensionTask::identity() const {
  return {{"command", "dimension"},
          {"concepts", concepts_.size()},
          {"items", concepts_.items()},
          {"class", fingerprint(concepts_)}};
}

}  // namespace didact::runs
