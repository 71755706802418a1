// How long is one call of teach()? The peers' times stand beside these in docs/benchmarks.md.
#include <didact/didact.hpp>

#include <Eigen/Eigenvalues>
#include <benchmark/benchmark.h>

namespace {

using namespace didact;

void categorical_3(benchmark::State& state) {
  const Categorical learner{.beta = {6, 3, 1}};
  for (auto _ : state) benchmark::DoNotOptimize(teach(learner, {.pi = {0.1, 0.3, 0.6}}, per_item(0.3)));
}
BENCHMARK(categorical_3)->Name("categorical-3")->Unit(benchmark::kMicrosecond);

void gaussian_3(benchmark::State& state) {  // the paper's example: the defaults
  const MultivariateGaussian learner;
  for (auto _ : state) benchmark::DoNotOptimize(teach(learner, {}, per_item(1)));
}
BENCHMARK(gaussian_3)->Name("multivariate-gaussian-3")->Unit(benchmark::kMicrosecond);

Matrix random_matrix(Index D) {
  Random random(2);
  return Matrix::NullaryExpr(D, D, [&] { return random.normal(); });
}

/// A covariance of a given size with eigenvalues spread over one order of magnitude.
Matrix covariance(Index D) {
  const Matrix A = random_matrix(D);
  return A * A.transpose() / static_cast<double>(D) + 0.5 * Matrix::Identity(D, D);
}

void gaussian_500(benchmark::State& state) {
  const Index D = 500;
  const MultivariateGaussian learner{
      .mean = random_matrix(D).col(0), .kappa = 1, .nu = static_cast<double>(D) + 2, .scale = Matrix::Identity(D, D)};
  const MultivariateGaussian::Target target{Vector::Zero(D), covariance(D)};
  Index n = 0;
  for (auto _ : state) {
    const Lesson lesson = teach(learner, target, per_item(60));
    if (lesson.status != Status::optimal || lesson.n <= D) state.SkipWithError("not proven, or n <= D");
    n = lesson.n;
  }
  state.counters["n"] = static_cast<double>(n);
}
BENCHMARK(gaussian_500)->Name("multivariate-gaussian-500")->Unit(benchmark::kMillisecond);

void eigenvalues_500(benchmark::State& state) {
  const Matrix A = covariance(500);
  for (auto _ : state) benchmark::DoNotOptimize(Eigen::SelfAdjointEigenSolver<Matrix>(A));
}
BENCHMARK(eigenvalues_500)->Name("Eigen SelfAdjointEigenSolver 500")->Unit(benchmark::kMillisecond);

}  // namespace
