#pragma once
// Random numbers by the million. Counter-based like Random, and made many at a time, so that a draw costs little.

#include <array>
#include <cstdint>

namespace didact {

class Draws {
 public:
  /// Streams of one seed are independent of each other, and of those of Random.
  Draws(std::uint64_t seed, std::uint64_t stream) : seed_(seed), stream_(stream) {}

  std::uint64_t bits() {
    if (next_ == size) refill();
    return buffer_[next_++];
  }
  /// In the open interval (0, 1).
  double uniform() { return (static_cast<double>(bits() >> 12) + 0.5) * 0x1p-52; }
  /// One of 0 … count-1. Biased by less than count · 2⁻⁶⁴.
  std::uint64_t below(std::uint64_t count) {
    return static_cast<std::uint64_t>((static_cast<Wide>(bits()) * count) >> 64);
  }
  double normal();
  double exponential();  ///< with mean 1
  double gamma(double shape);
  double binomial(double n, double p);
  double poisson(double rate);

 private:
  __extension__ using Wide = unsigned __int128;
  static constexpr int size = 512;

  void refill();

  std::uint64_t seed_;
  std::uint64_t stream_;
  std::uint64_t block_ = 0;
  int next_ = size;
  alignas(64) std::array<std::uint64_t, size> buffer_;
};

}  // namespace didact
