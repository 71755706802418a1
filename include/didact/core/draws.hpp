#pragma once
// Random numbers by the million. Counter-based like Random, and made many at a time, so that a draw costs little.

#include <array>
#include <cmath>
#include <cstdint>
#include <span>

namespace didact {

class Draws {
 public:
  /// Streams of one seed are independent of each other, and of those of Random.
  Draws(std::uint64_t seed, std::uint64_t stream) : seed_(seed), stream_(stream) {}

  std::uint64_t bits() {
    if (next_ == size) refill();
    return buffer_[next_++];
  }
  /// How many of them were taken.
  std::uint64_t drawn() const { return 2 * block_ - static_cast<std::uint64_t>(size - next_); }
  /// In the open interval (0, 1).
  double uniform() { return (static_cast<double>(bits() >> 12) + 0.5) * 0x1p-52; }
  /// One of 0 … count-1. Biased by less than count · 2⁻⁶⁴.
  std::uint64_t below(std::uint64_t count) {
    return static_cast<std::uint64_t>((static_cast<Wide>(bits()) * count) >> 64);
  }
  double normal() {
    const std::uint64_t random = bits();
    const auto layer = static_cast<int>(random & 0xff);
    const double x = static_cast<double>(static_cast<std::int64_t>(random) >> 11) * 0x1p-52 * normal_layers.x[layer];
    return std::abs(x) < normal_layers.x[layer + 1] ? x : rare_normal(layer, x);
  }
  double exponential() {  ///< with mean 1
    const std::uint64_t random = bits();
    const auto layer = static_cast<int>(random & 0xff);
    const double x = static_cast<double>(random >> 11) * 0x1p-53 * exponential_layers.x[layer];
    return x < exponential_layers.x[layer + 1] ? x : rare_exponential(layer, x);
  }
  /// Many of them at once, for less each.
  void normals(std::span<double> values);
  void exponentials(std::span<double> values);
  double gamma(double shape);
  double chi_square(double freedom) {
    if (freedom == 2) return 2 * exponential();
    if (freedom > 3) return 2 * gamma(0.5 * freedom);
    const double z = normal();
    if (freedom == 1) return z * z;
    if (freedom == 3) return z * z + 2 * exponential();
    return 2 * gamma(0.5 * freedom);
  }
  double binomial(double n, double p);
  double poisson(double rate);

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr int size = 512;

  /// A density cut into layers of one area (Marsaglia and Tsang 2000): x[1] > x[2] > … > x[256] = 0 are where they end,
  /// and x[0] the width that the lowest would have if it were no tail.
  struct Layers {
    std::array<double, 257> x{};
    std::array<double, 257> height{};  ///< of the density at those ends, 1 at 0
    Layers(double tail, double area, double (*density)(double), double (*inverse)(double));
  };
  static const Layers normal_layers, exponential_layers;

  double rare_normal(int layer, double x);
  double rare_exponential(int layer, double x);

  void refill();
  template <class Law>
  void many(std::span<double> values, Law law);

  std::uint64_t seed_;
  std::uint64_t stream_;
  std::uint64_t block_ = 0;
  int next_ = size;
  alignas(64) std::array<std::uint64_t, size> buffer_;
};

}  // namespace didact
