#pragma once
// Counter-based random numbers: the same seed gives the same bits, in any order and on any number of threads.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace didact {

class Random {
 public:
  /// Streams of one seed are independent of each other.
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) : seed_(seed), stream_(stream) {}

  std::uint64_t bits();
  double uniform();  ///< in the open interval (0, 1)
  double normal();
  double exponential();  ///< with mean 1
  double poisson(double rate);
  double geometric(double p);  ///< failures before the first success
  /// One of several, by weights whose sum is 1; never one whose weight is 0.
  std::size_t one_of(std::span<const double> weights);

 private:
  std::uint64_t seed_;
  std::uint64_t stream_;
  std::uint64_t block_ = 0;
  std::array<std::uint64_t, 2> buffer_{};
  int left_ = 0;
  double spare_normal_ = 0;
  bool has_spare_ = false;
};

}  // namespace didact
