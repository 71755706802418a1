#include "dirichlet_parts.hpp"
#include <didact/learners/internal/densities.hpp>
#include <didact/learners/markov_chain.hpp>

namespace didact {

double ChainCounts::sequences() const {
  return std::accumulate(start.begin(), start.end(), 0.0);
}

double ChainCounts::length() const {
  double sum = 0;
  for (const auto& row : transitions) sum = std::accumulate(row.begin(), row.end(), sum);
  return sum;
}

ChainCounts MarkovChain::count(const Listed<Sequence>& sequences) const {
  ChainCounts counts{std::vector<double>(start.size(), 0.0),
                     std::vector<std::vector<double>>(start.size(), std::vector<double>(start.size(), 0.0))};
  for (std::size_t i = 0; i < sequences.items.size(); ++i) {
    const Sequence& sequence = sequences.items[i];
    const auto copies = static_cast<double>(sequences.copies[i]);
    counts.start[sequence[0]] += copies;
    for (std::size_t t = 1; t < sequence.size(); ++t) counts.transitions[sequence[t - 1]][sequence[t]] += copies;
  }
  return counts;
}

MarkovChain MarkovChain::after(const ChainCounts& counts) const {
  MarkovChain next = *this;
  add(next.start, counts.start);
  for (std::size_t i = 0; i < start.size(); ++i) add(next.transitions[i], counts.transitions[i]);
  return next;
}

Standing MarkovChain::standing(const Target& target) const {
  Standing standing = dirichlet_standing(start, target.start, "target.start", "start");
  for (std::size_t i = 0; i < start.size() && standing.kind != Standing::ruled_out; ++i) {
    Standing row = dirichlet_standing(transitions[i], target.transitions[i],
                                      "target.transitions[" + std::to_string(i) + "]", "transitions");
    if (row.kind != Standing::ordinary) standing = std::move(row);
  }
  return standing;
}

double MarkovChain::loss(const Target& target, const ChainCounts& counts) const {
  double sum = dirichlet_loss(start, counts.start, exact(target.start));
  for (std::size_t i = 0; i < start.size(); ++i) {
    sum += dirichlet_loss(transitions[i], counts.transitions[i], exact(target.transitions[i]));
  }
  return sum;
}

double MarkovChain::loss_stepwise(const Target& target, const Listed<Sequence>& sequences) const {
  StepwiseDirichlet first(start, target.start);
  std::vector<StepwiseDirichlet> rows;
  for (std::size_t i = 0; i < start.size(); ++i) rows.emplace_back(transitions[i], target.transitions[i]);
  for (std::size_t i = 0; i < sequences.items.size(); ++i) {
    const Sequence& sequence = sequences.items[i];
    first.show(sequence[0], sequences.copies[i]);
    for (std::size_t t = 1; t < sequence.size(); ++t) rows[sequence[t - 1]].show(sequence[t], sequences.copies[i]);
  }
  double sum = first.loss();
  for (const StepwiseDirichlet& row : rows) sum += row.loss();
  return sum;
}

MarkovChain::Target MarkovChain::expected() const {
  return most_likely(ChainCounts{start, transitions});
}

MarkovChain::Target most_likely(const ChainCounts& counts) {
  MarkovChain::Target target{normalised(counts.start), {}};
  for (const auto& row : counts.transitions) target.transitions.push_back(normalised(row));
  return target;
}

}  // namespace didact
