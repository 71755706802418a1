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

/// The normal density cut into layers of one area (Marsaglia and Tsang 2000): edges x[1] > x[2] > … > x[layers] = 0,
/// and x[0] the width that the lowest layer would have if it were no tail.
struct Ziggurat {
  static constexpr int layers = 256;
  static constexpr double tail = 3.6541528853610088;
  static constexpr double area = 0.00492867323399;
  std::array<double, layers + 1> x{};
  std::array<double, layers + 1> y{};  ///< the density's heights there, without its constant

  Ziggurat() {
    const auto density = [](double at) { return std::exp(-0.5 * at * at); };
    x[0] = area / density(tail);
    x[1] = tail;
    y[0] = 0;
    y[1] = density(tail);
    for (int i = 2; i < layers; ++i) {
      y[i] = y[i - 1] + area / x[i - 1];
      x[i] = std::sqrt(-2 * std::log(y[i]));
    }
    x[layers] = 0;
    y[layers] = 1;
  }
};
const Ziggurat ziggurat;

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

double Draws::normal() {
  for (;;) {
    const std::uint64_t random = bits();
    const auto layer = static_cast<int>(random & 0xff);
    const double sign = random & 0x100 ? -1 : 1;
    const double x = static_cast<double>(random >> 12) * 0x1p-52 * ziggurat.x[layer];
    if (x < ziggurat.x[layer + 1]) return sign * x;
    if (layer == 0) {  // the tail: Marsaglia 1964
      double beyond, height;
      do {
        beyond = exponential() / Ziggurat::tail;
        height = exponential();
      } while (2 * height < beyond * beyond);
      return sign * (Ziggurat::tail + beyond);
    }
    const double y = ziggurat.y[layer] + uniform() * (ziggurat.y[layer + 1] - ziggurat.y[layer]);
    if (y < std::exp(-0.5 * x * x)) return sign * x;
  }
}

double Draws::exponential() {
  return -std::log(uniform());
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
