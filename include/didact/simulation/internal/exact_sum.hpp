#pragma once
// A sum without rounding: whatever the order in which numbers and other sums are added, it is the same to the last bit.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace didact {

class ExactSum {
 public:
  /// Only finite numbers.
  void add(double value);
  void add(const ExactSum& other);
  double value() const;

  /// As a text that from_text() reads; equal sums have equal texts.
  std::string text() const;
  static ExactSum from_text(std::string_view text);  ///< throws std::invalid_argument

 private:
  // The value is Σ digits[i] · 2^(32 i - 1152), a digit having room for sums before its carry must be passed on.
  static constexpr int count = 70;
  static constexpr int lowest_exponent = -1152;

  void pass_carries();

  std::array<std::int64_t, count> digits_{};
  int uncarried_ = 0;  ///< additions since carries were passed on
};

}  // namespace didact
