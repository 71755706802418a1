// How much better is the best lesson than a random one? The paper draws 100,000 random sets; here are a million.

#include <didact/didact.hpp>
#include <didact/simulation/populations.hpp>
#include <didact/simulation/simulate.hpp>

#include <iostream>

int main() {
  using namespace didact;
  Problem<Categorical> problem;
  problem.learners = {{1, Categorical{.beta = {6, 3, 1}}}};
  problem.target = Categorical::Target{.pi = {0.1, 0.3, 0.6}};
  problem.effort = per_item(0.3);
  const Lesson best = teach(problem);

  const auto sets = population(problem);
  const Simulation simulation(*sets, {.sets = 1'000'000, .sizes = {SetSizes::Kind::fixed, best.n}});
  const Tally random = simulate(simulation);
  std::cout << "the best " << best.n << " items: " << best.impedance << '\n'
            << "random ones:      " << random.mean() << " on average, " << random.min() << " at best\n";
}
