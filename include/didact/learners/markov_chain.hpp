#pragma once
// A learner of sequences: where they begin, and which state follows which.   [MC]

#include <didact/core/listed.hpp>
#include <didact/core/problem.hpp>

#include <tuple>
#include <vector>

namespace didact {

/// States, from 0; at least one.
using Sequence = std::vector<Index>;

/// What such a learner sees of a set.
struct ChainCounts {
  std::vector<double> start;                     ///< sequences that begin in each state
  std::vector<std::vector<double>> transitions;  ///< from each state to each

  double sequences() const;
  double length() const;  ///< transitions of all sequences together
};

/// A Markov chain over S states: a Dirichlet belief over the first state, and one over what follows each.
struct MarkovChain {
  static constexpr std::string_view name = "markov-chain";
  static constexpr std::string_view summary =
      "a chain of S states, with a Dirichlet belief over the first and over what follows each";
  static constexpr std::string_view item = "a sequence of states, each 1 to S";

  std::vector<double> start{1, 1};
  std::vector<std::vector<double>> transitions{{1, 1}, {1, 1}};

  struct Target {
    std::vector<double> start{0.5, 0.5};
    std::vector<std::vector<double>> transitions{{0.9, 0.1}, {0.4, 0.6}};
    static constexpr auto fields() {
      return std::tuple{field("start", &Target::start, Domain::simplex, "S", "the probability of each first state"),
                        field("transitions", &Target::transitions, Domain::simplex, "SxS",
                              "of each state, how probably each follows")};
    }
  };
  static constexpr auto prior_fields() {
    return std::tuple{
        field("start", &MarkovChain::start, Domain::pseudo_count, "S", "pseudo-count of each first state"),
        field("transitions", &MarkovChain::transitions, Domain::pseudo_count, "SxS",
              "of each state, that of each to follow")};
  }

  ChainCounts count(const Listed<Sequence>& sequences) const;
  MarkovChain after(const ChainCounts& counts) const;
  Standing standing(const Target& target) const;
  /// -log of the normalised density at the target: one Dirichlet's for the start, and one for each state.   [MC.1]
  double loss(const Target& target, const ChainCounts& counts) const;
  /// The same, one step of one sequence after the other.
  double loss_stepwise(const Target& target, const Listed<Sequence>& sequences) const;
  /// What the belief takes the target to be, on average.
  Target expected() const;
};

/// The chain that makes sequences with these counts most likely; rows of states that nothing follows are NaN.
MarkovChain::Target most_likely(const ChainCounts& counts);

/// Efforts: per_item (a sequence), fixed, of_size.
struct MarkovChainProblem : Terms {
  using Item = Sequence;

  MarkovChain learner;
  MarkovChain::Target target;
  double per_transition = 0;
};

ListedLesson<Sequence> teach(const MarkovChainProblem& problem, const Options& options = {});
Evaluation evaluate(const MarkovChainProblem& problem, const Listed<Sequence>& sequences);

}  // namespace didact
