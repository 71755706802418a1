// How much of a simulation's time is the drawing of its random numbers, which no method can do without.

#include <didact/didact.hpp>
#include <didact/simulation/populations.hpp>
#include <didact/simulation/simulate.hpp>

#include <chrono>
#include <cstdio>
#include <vector>

namespace {

using namespace didact;

double seconds(const auto& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

template <class L>
void measure(const char* name, const L& learner, const typename L::Target& target, Index n) {
  Problem<L> problem;
  problem.learners = {{1, learner}};
  problem.target = target;
  problem.effort = per_item(0.3);
  const auto sets = population(problem);
  const Index count = 4'000'000;
  const Simulation simulation(*sets, {count, {SetSizes::Kind::fixed, n}});
  const double all = seconds([&] { simulate(simulation, 1); });

  const auto sampler = sets->sampler(n);
  std::vector<double> values(static_cast<std::size_t>(Simulation::sets_in_block));
  Draws draws(1, 0);
  sampler->fill(draws, values);
  const double numbers = static_cast<double>(draws.drawn()) / static_cast<double>(values.size());
  std::uint64_t sum = 0;
  const auto needed = static_cast<Index>(numbers * static_cast<double>(count));
  const double drawing = seconds([&] {
    for (Index i = 0; i < needed; ++i) sum += draws.bits();
  });
  std::printf("| %s, n = %d | %.2f | %.2f ns | %.2f ns | %.0f %% |\n", name, static_cast<int>(n), numbers,
              1e9 * drawing / static_cast<double>(count), 1e9 * all / static_cast<double>(count), 100 * drawing / all);
  if (sum == 1) std::puts("");  // so that the sum is not left out
}

}  // namespace

int main() {
  std::puts("| one thread | random numbers a set | drawing them alone | the simulation | share |");
  std::puts("| --- | ---: | ---: | ---: | ---: |");
  measure("multinomial", Categorical{}, {{0.1, 0.3, 0.6}}, 10);
  measure("multivariate Gaussian", MultivariateGaussian{}, MultivariateGaussian::Target{}, 4);
  measure("Gaussian", Gaussian{}, {0, 1}, 10);
  measure("Poisson", Poisson{}, {4}, 10);
}
