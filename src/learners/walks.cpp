#include "learners/walks.hpp"

#include <algorithm>

namespace didact {
namespace {

/// How many sequences end in each state: what comes in and does not go out again.
std::vector<double> ends(const ChainCounts& counts) {
  std::vector<double> left = counts.start;
  for (std::size_t i = 0; i < left.size(); ++i) {
    for (std::size_t j = 0; j < left.size(); ++j) {
      left[i] -= counts.transitions[i][j];
      left[j] += counts.transitions[i][j];
    }
  }
  return left;
}

/// The counts as a graph in which sequences are circuits through one more node: it leads to where they start, and every
/// end leads back to it.
class Circuit {
 public:
  explicit Circuit(const ChainCounts& counts) : outside_(counts.start.size()), left_(outside_ + 1) {
    const std::vector<double> back = ends(counts);
    for (std::size_t i = 0; i < outside_; ++i) {
      for (const double count : counts.transitions[i]) left_[i].push_back(static_cast<Index>(count));
      left_[i].push_back(static_cast<Index>(back[i]));
      left_[outside_].push_back(static_cast<Index>(counts.start[i]));
    }
    left_[outside_].push_back(0);
    given_ = left_;
  }

  /// Hierholzer: walk until stuck, which is where one began, then from the last node that still has a way out.
  Listed<Sequence> sequences() {
    std::vector<std::size_t> path = {outside_}, circuit;
    while (!path.empty()) {
      const std::size_t at = path.back();
      if (const auto to = leave(at)) {
        path.push_back(*to);
      } else {
        circuit.push_back(at);
        path.pop_back();
      }
    }
    std::vector<Sequence> found;
    for (auto node = circuit.rbegin(); node != circuit.rend(); ++node) {
      if (*node == outside_) {
        found.emplace_back();
      } else {
        found.back().push_back(static_cast<Index>(*node));
      }
    }
    found.pop_back();  // the circuit ends outside, where no sequence begins
    std::sort(found.begin(), found.end());
    Listed<Sequence> list;
    for (Sequence& sequence : found) list.add(std::move(sequence));
    return list;
  }

 private:
  /// By the arc of which most is left, in proportion: transitions mix as they do in a sample.
  std::optional<std::size_t> leave(std::size_t at) {
    std::optional<std::size_t> best;
    double most = 0;
    for (std::size_t to = 0; to <= outside_; ++to) {
      if (left_[at][to] == 0) continue;
      const double share = static_cast<double>(left_[at][to]) / static_cast<double>(given_[at][to]);
      if (share > most) best = to, most = share;
    }
    if (best) --left_[at][*best];
    return best;
  }

  std::size_t outside_;
  std::vector<std::vector<Index>> given_, left_;  ///< how often each arc is used, and still to be used
};

}  // namespace

std::vector<Index> unreached(const ChainCounts& counts) {
  const std::size_t S = counts.start.size();
  std::vector<bool> reached(S);
  std::vector<std::size_t> open;
  auto reach = [&](std::size_t j, double count) {
    if (count > 0 && !reached[j]) {
      reached[j] = true;
      open.push_back(j);
    }
  };
  for (std::size_t i = 0; i < S; ++i) reach(i, counts.start[i]);
  while (!open.empty()) {
    const std::size_t i = open.back();
    open.pop_back();
    for (std::size_t j = 0; j < S; ++j) reach(j, counts.transitions[i][j]);
  }
  std::vector<Index> states;
  for (std::size_t i = 0; i < S; ++i) {
    const auto& row = counts.transitions[i];
    const bool left = std::any_of(row.begin(), row.end(), [](double count) { return count > 0; });
    if (left && !reached[i]) states.push_back(static_cast<Index>(i));
  }
  return states;
}

std::string not_walkable(const ChainCounts& counts) {
  const std::vector<double> left = ends(counts);
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (left[i] < 0) return "state " + std::to_string(i + 1) + " is left more often than it is entered";
  }
  const std::vector<Index> states = unreached(counts);
  if (states.empty()) return {};
  return "no sequence that starts gets to state " + std::to_string(states[0] + 1);
}

std::optional<Listed<Sequence>> walks(const ChainCounts& counts) {
  if (!not_walkable(counts).empty()) return {};
  return Circuit(counts).sequences();
}

}  // namespace didact
