#include "text.hpp"
#include <didact/concepts/dimension.hpp>

#include <numeric>

namespace didact::concepts {
namespace {

class Planning {
 public:
  Planning(const ConceptClass& concepts, const DimensionOptions& options, const std::vector<Cover>& known)
      : concepts_(concepts),
        options_(options),
        stop_(options.seconds, options.interrupt),
        left_(all_bits(concepts.size())),
        sets_(concepts.size()) {
    for (std::size_t c = 0; c < known.size(); ++c) sets_[c] = known[c].items;
    if (known.empty()) {
      for (std::size_t c = 0; c < sets_.size(); ++c) sets_[c] = minimum_teaching_set(concepts, c, {Stop(0.0)}).items;
    }
    if (known.empty()) return;
    const bool proven = std::all_of(known.begin(), known.end(), [](const Cover& set) { return set.optimal; });
    first_layer_is_known_ = proven;
  }

  RecursiveDimension result() {
    while (!is_empty(left_)) {
      std::optional<PlanLayer> layer = first_layer_is_known_ ? layer_of_known() : next_layer();
      first_layer_is_known_ = false;
      if (!layer) {
        finish_unproven();
        break;
      }
      take(std::move(*layer));
    }
    return std::move(recursive_);
  }

 private:
  /// Everything that is left, in the order of the smallest sets known: they soon tell how small a layer's can be.
  std::vector<std::size_t> by_known_size() const {
    std::vector<std::size_t> order = members(left_);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return sets_[a].size() < sets_[b].size(); });
    return order;
  }

  PlanLayer layer_of_known() const {
    PlanLayer layer;
    for (const std::size_t c : by_known_size()) {
      if (!layer.concepts.empty() && sets_[c].size() > sets_[layer.concepts[0]].size()) break;
      layer.concepts.push_back(c);
    }
    return sealed(std::move(layer));
  }

  /// All concepts with the smallest dimension among those left, or nothing if the time is up.
  std::optional<PlanLayer> next_layer() {
    PlanLayer layer;
    double smallest = static_cast<double>(concepts_.items()) + 1;
    for (const std::size_t c : by_known_size()) {
      if (stop_) return {};
      const Cover set = minimum_teaching_set_among(concepts_, c, left_, {stop_, smallest});
      if (set.cost < static_cast<double>(sets_[c].size())) sets_[c] = set.items;
      if (!set.optimal && set.lower <= smallest) return {};
      if (!set.optimal || set.cost > smallest) continue;
      if (set.cost < smallest) layer.concepts.clear();
      smallest = set.cost;
      sets_[c] = set.items;
      layer.concepts.push_back(c);
    }
    std::sort(layer.concepts.begin(), layer.concepts.end());
    return sealed(std::move(layer));
  }

  PlanLayer sealed(PlanLayer layer) const {
    for (const std::size_t c : layer.concepts) layer.items.push_back(sets_[c]);
    const double size = static_cast<double>(layer.items[0].size());
    layer.dimension = {size, size};
    return layer;
  }

  void take(PlanLayer layer) {
    for (const std::size_t c : layer.concepts) clear_bit(left_, c);
    done_ += layer.concepts.size();
    Bounds& bounds = recursive_.dimension;
    bounds = {std::max(bounds.lower, layer.dimension.lower), std::max(bounds.upper, layer.dimension.upper)};
    recursive_.plan.push_back(std::move(layer));
    if (options_.progress) options_.progress({"plan", done_, concepts_.size()});
  }

  /// What is left is taught with the sets known so far: a plan that need not be the best.
  void finish_unproven() {
    PlanLayer rest;
    rest.concepts = members(left_);
    for (const std::size_t c : rest.concepts) {
      rest.items.push_back(sets_[c]);
      rest.dimension.upper = std::max(rest.dimension.upper, static_cast<double>(sets_[c].size()));
    }
    rest.dimension.lower = rest.concepts.size() > 1 ? 1 : 0;
    take(std::move(rest));
  }

  const ConceptClass& concepts_;
  const DimensionOptions& options_;
  Stop stop_;
  std::vector<Word> left_;
  std::vector<std::vector<std::size_t>>
      sets_;  ///< the smallest known of each concept; still right when others have gone
  std::size_t done_ = 0;
  bool first_layer_is_known_ = false;
  RecursiveDimension recursive_;
};

}  // namespace

RecursiveDimension recursive_dimension(const ConceptClass& concepts, const DimensionOptions& options,
                                       const std::vector<Cover>& known) {
  return Planning(concepts, options, known).result();
}

std::string fault_of_plan(const ConceptClass& concepts, const RecursiveDimension& recursive) {
  std::vector<Word> left = all_bits(concepts.size());
  for (const PlanLayer& layer : recursive.plan) {
    for (std::size_t k = 0; k < layer.concepts.size(); ++k) {
      const std::size_t c = layer.concepts[k];
      if (c >= concepts.size() || !has_bit(left, c)) return "a concept is taught twice, or is none of the class";
      const std::string fault = fault_of_teaching_set(concepts, c, layer.items[k], left);
      if (!fault.empty()) return joined({"for \"", concepts.name(c), "\": ", fault});
      if (static_cast<double>(layer.items[k].size()) > recursive.dimension.upper) return "a set is too large";
    }
    for (const std::size_t c : layer.concepts) clear_bit(left, c);
  }
  return is_empty(left) ? "" : "some concept is never taught";
}

}  // namespace didact::concepts
