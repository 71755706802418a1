#include "function_population.hpp"
#include <didact/simulation/populations.hpp>

#include <cmath>
#include <map>

namespace didact {
namespace {

using simulation::of_any_size;

/// A whole number whose mean is this: one of the two beside it.
Index rounded_at_random(double mean, Random& random) {
  const double below = std::floor(mean);
  return static_cast<Index>(below) + (random.uniform() < mean - below ? 1 : 0);
}

/// How long an item of the best lesson is, on average: a model that says nothing of length has it from there.
template <class Problem, class Length>
double mean_length(const Problem& problem, Length length) {
  const auto best = teach(problem);
  double sum = 0;
  for (std::size_t i = 0; i < best.items.items.size(); ++i) {
    sum += static_cast<double>(best.items.copies[i]) * length(best.items.items[i]);
  }
  const auto n = static_cast<double>(best.items.size());
  return n > 0 ? sum / n : 0;
}

template <class Problem, class Item>
double impedance(const Problem& problem, Index n, Draws& draws, Item item) {
  Random random(draws.bits());
  Listed<typename Problem::Item> set;
  for (Index i = 0; i < n; ++i) set.add(item(random));
  return evaluate(problem, set).impedance;
}

}  // namespace

std::unique_ptr<Population> population(const NaiveBayesProblem& given) {
  const auto problem = of_any_size(given);
  const double length = mean_length(given, [](const Document& one) { return static_cast<double>(one.length()); });
  return simulation::population_of(
      {"documents of the target, as long as those of the best lesson", [problem, length](Index n, Draws& draws) {
         return impedance(*problem, n, draws, [&](Random& random) {
           Document document;
           document.label = static_cast<Index>(random.one_of(problem->target.classes));
           const auto& pi = problem->target.words[static_cast<std::size_t>(document.label)];
           std::map<Index, Index> words;
           for (Index left = rounded_at_random(length, random); left > 0; --left) {
             ++words[static_cast<Index>(random.one_of(pi))];
           }
           for (const auto& [word, count] : words) document.words.push_back({word, count});
           return document;
         });
       }});
}

std::unique_ptr<Population> population(const MarkovChainProblem& given) {
  const auto problem = of_any_size(given);
  const double steps = mean_length(given, [](const Sequence& one) { return static_cast<double>(one.size()) - 1; });
  return simulation::population_of(
      {"sequences of the target, as long as those of the best lesson", [problem, steps](Index n, Draws& draws) {
         return impedance(*problem, n, draws, [&](Random& random) {
           Sequence sequence{static_cast<Index>(random.one_of(problem->target.start))};
           for (Index left = rounded_at_random(steps, random); left > 0; --left) {
             const auto& row = problem->target.transitions[static_cast<std::size_t>(sequence.back())];
             sequence.push_back(static_cast<Index>(random.one_of(row)));
           }
           return sequence;
         });
       }});
}

std::unique_ptr<Population> population(const GaussianNaiveBayesProblem& given) {
  const auto problem = of_any_size(given);
  problem->range.clear();
  return simulation::population_of({"rows of the target", [problem](Index n, Draws& draws) {
                                      return impedance(*problem, n, draws, [&](Random& random) {
                                        LabelledRow row;
                                        row.label = static_cast<Index>(random.one_of(problem->target.classes));
                                        for (const auto& [mean, variance] :
                                             problem->target.features[static_cast<std::size_t>(row.label)]) {
                                          row.x.push_back(mean + std::sqrt(variance) * random.normal());
                                        }
                                        return row;
                                      });
                                    }});
}

}  // namespace didact
