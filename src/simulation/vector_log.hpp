#pragma once
// Logarithms of many numbers at once, in a loop that a compiler can turn into vector instructions.

#include <bit>
#include <cstdint>

namespace didact::simulation {

/// log x of a normal number x > 0, to about 1e-15 of max(1, |log x|): x = 2ᵏ m with m near 1, log m = 2 artanh s with
/// s = (m-1)/(m+1), and the odd series of artanh, for s² < 0.0295.
inline double quick_log(double x) {
  constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcd;  // √½
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t above = bits - root_half;
  const auto k = static_cast<double>(static_cast<std::int32_t>(static_cast<std::int64_t>(above) >> 52));
  const double m = std::bit_cast<double>(bits - (above & 0xfff0000000000000));
  const double s = (m - 1) / (m + 1), q = s * s;
  double series = 1.0 / 21;
  series = series * q + 1.0 / 19;
  series = series * q + 1.0 / 17;
  series = series * q + 1.0 / 15;
  series = series * q + 1.0 / 13;
  series = series * q + 1.0 / 11;
  series = series * q + 1.0 / 9;
  series = series * q + 1.0 / 7;
  series = series * q + 1.0 / 5;
  series = series * q + 1.0 / 3;
  const double log_two_high = 0x1.62e42fefa3800p-1, log_two_low = 0x1.ef35793c76730p-45;
  return k * log_two_high + (2 * s + (2 * s * q * series + k * log_two_low));
}

}  // namespace didact::simulation
