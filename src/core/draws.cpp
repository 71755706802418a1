#include <didact/core/draws.hpp>
#include <didact/core/random.hpp>
#include <didact/core/special.hpp>
#include <didact/core/types.hpp>

#include <algorithm>
#include <cmath>

namespace didact {
namespace {

/// Philox4x32 with ten rounds (Salmon et al. 2011), on as many counters at once as a compiler finds registers for.
constexpr int lanes = 16;
constexpr std::uint32_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
constexpr std::uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;

/// Sets the streams of Draws apart from those of Random, whose numbers stay below this.
constexpr std::uint64_t draws = std::uint64_t{1} << 63;

constexpr double normal_tail = 3.6541528853610088, normal_area = 0.00492867323399;
constexpr double exponential_tail = 7.69711747013104972, exponential_area = 0.0039496598225815571993;

}  // namespace

__attribute__((target_clones("avx2", "default"))) void Draws::refill() {
  static_assert(size % (2 * lanes) == 0);
  const auto key0 = static_cast<std::uint32_t>(seed_), key1 = static_cast<std::uint32_t>(seed_ >> 32);
  const std::uint64_t stream = stream_ | draws;
  for (int from = 0; from < size; from += 2 * lanes) {
    std::uint64_t a[lanes], b[lanes], c[lanes], d[lanes];  // each the low half of a word
    for (int l = 0; l < lanes; ++l) {
      const std::uint64_t block = block_ + static_cast<std::uint64_t>(l);
      a[l] = block & 0xffffffff;
      b[l] = block >> 32;
      c[l] = stream & 0xffffffff;
      d[l] = stream >> 32;
    }
    std::uint32_t k0 = key0, k1 = key1;
    for (int round = 0; round < 10; ++round) {
      for (int l = 0; l < lanes; ++l) {
        const std::uint64_t product0 = multiplier0 * a[l];
        const std::uint64_t product1 = multiplier1 * c[l];
        a[l] = (product1 >> 32) ^ b[l] ^ k0;
        b[l] = product1 & 0xffffffff;
        c[l] = (product0 >> 32) ^ d[l] ^ k1;
        d[l] = product0 & 0xffffffff;
      }
      k0 += weyl0;
      k1 += weyl1;
    }
    for (int l = 0; l < lanes; ++l) {
      buffer_[from + l] = a[l] | (b[l] << 32);
      buffer_[from + lanes + l] = c[l] | (d[l] << 32);
    }
    block_ += lanes;
  }
  next_ = 0;
}

Draws::Layers::Layers(double tail, double area, double (*density)(double), double (*inverse)(double)) {
  const int last = static_cast<int>(x.size()) - 1;
  x[0] = area / density(tail);
  x[1] = tail;
  height[1] = density(tail);
  for (int i = 2; i < last; ++i) {
    height[i] = height[i - 1] + area / x[i - 1];
    x[i] = inverse(height[i]);
  }
  x[last] = 0;
  height[last] = 1;
}

const Draws::Layers Draws::normal_layers(
    normal_tail, normal_area, [](double x) { return std::exp(-0.5 * x * x); },
    [](double y) { return std::sqrt(-2 * std::log(y)); });
const Draws::Layers Draws::exponential_layers(
    exponential_tail, exponential_area, [](double x) { return std::exp(-x); }, [](double y) { return -std::log(y); });

double Draws::rare_normal(int layer, double x) {
  if (layer == 0) {  // the tail: Marsaglia 1964
    double beyond, height;
    do {
      beyond = -std::log(uniform()) / normal_tail;
      height = -std::log(uniform());
    } while (2 * height < beyond * beyond);
    return std::copysign(normal_tail + beyond, x);
  }
  const auto& height = normal_layers.height;
  const double y = height[layer] + uniform() * (height[layer + 1] - height[layer]);
  return y < std::exp(-0.5 * x * x) ? x : normal();
}

double Draws::rare_exponential(int layer, double x) {
  if (layer == 0) return exponential_tail - std::log(uniform());
  const auto& height = exponential_layers.height;
  const double y = height[layer] + uniform() * (height[layer + 1] - height[layer]);
  return y < std::exp(-x) ? x : exponential();
}

/// Marsaglia and Tsang 2000.
double Draws::gamma(double shape) {
  if (shape < 1) return gamma(shape + 1) * std::pow(uniform(), 1 / shape);
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal();
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    const double u = uniform();
    const double square = x * x;
    if (u < 1 - 0.0331 * square * square) return d * v;
    if (std::log(u) < 0.5 * square + d * (1 - v + std::log(v))) return d * v;
  }
}

double Draws::poisson(double rate) {
  return Random(bits()).poisson(rate);
}

/// Small means by counting up the distribution, others by transformed rejection (Hörmann 1993, BTRS).
double Draws::binomial(double n, double p) {
  if (p > 0.5) return n - binomial(n, 1 - p);
  if (n <= 0 || p <= 0) return 0;
  const double odds = p / (1 - p);
  if (n * p < 10) {
    double mass = std::exp(n * std::log1p(-p)), u = uniform(), k = 0;
    while (u > mass && k < n) {
      u -= mass;
      ++k;
      mass *= odds * (n - k + 1) / k;
    }
    return k;
  }
  const double spread = std::sqrt(n * p * (1 - p));
  const double b = 1.15 + 2.53 * spread;
  const double a = -0.0873 + 0.0248 * b + 0.01 * p;
  const double center = n * p + 0.5;
  const double v_r = 0.92 - 4.2 / b;
  const double alpha = (2.83 + 5.1 / b) * spread;
  const double mode = std::floor((n + 1) * p);
  const double at_mode = log_gamma(mode + 1) + log_gamma(n - mode + 1);
  for (;;) {
    const double u = uniform() - 0.5;
    const double v = uniform();
    const double us = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / us + b) * u + center);
    if (us >= 0.07 && v <= v_r) return k;
    if (k < 0 || k > n) continue;
    const double ratio = at_mode - log_gamma(k + 1) - log_gamma(n - k + 1) + (k - mode) * std::log(odds);
    if (std::log(v * alpha / (a / (us * us) + b)) <= ratio) return k;
  }
}

}  // namespace didact
