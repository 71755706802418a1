#include <didact/simulation/internal/exact_sum.hpp>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <stdexcept>

namespace didact {
namespace {

constexpr int most_uncarried = 1 << 29;
__extension__ using Wide = unsigned __int128;

}  // namespace

void ExactSum::add(double value) {
  if (value == 0) return;
  int exponent;
  const double fraction = std::frexp(std::abs(value), &exponent);  // in [1/2, 1)
  const auto mantissa = static_cast<std::uint64_t>(std::ldexp(fraction, 53));
  const int position =
      exponent - 53 - lowest_exponent;  // ≥ 0: the smallest number of all is 2^-1074, and has 53 bits here
  const int digit = position / 32, shift = position % 32;
  const auto shifted = static_cast<Wide>(mantissa) << shift;
  const std::int64_t sign = value < 0 ? -1 : 1;
  for (int i = 0; i < 3; ++i) {
    digits_[digit + i] += sign * static_cast<std::int64_t>(static_cast<std::uint32_t>(shifted >> (32 * i)));
  }
  if (++uncarried_ == most_uncarried) pass_carries();
}

void ExactSum::add(const ExactSum& other) {
  ExactSum carried = other;
  carried.pass_carries();
  for (int i = 0; i < count; ++i) digits_[i] += carried.digits_[i];
  if (++uncarried_ == most_uncarried) pass_carries();
}

/// All digits but the last in [0, 2³²): there is one such form of each value.
void ExactSum::pass_carries() {
  for (int i = 0; i + 1 < count; ++i) {
    const std::int64_t carry = digits_[i] >> 32;  // rounded down, also where negative
    digits_[i] -= carry * (std::int64_t{1} << 32);
    digits_[i + 1] += carry;
  }
  uncarried_ = 0;
}

double ExactSum::value() const {
  ExactSum sum = *this;
  sum.pass_carries();
  const bool negative = sum.digits_[count - 1] < 0;
  if (negative) {
    for (std::int64_t& digit : sum.digits_) digit = -digit;
    sum.pass_carries();
  }
  int top = count - 1;
  while (top >= 0 && sum.digits_[top] == 0) --top;
  double value = 0;
  for (int i = std::max(0, top - 3); i <= top; ++i) {  // from the small end: 96 bits and more
    value += std::ldexp(static_cast<double>(sum.digits_[i]), 32 * i + lowest_exponent);
  }
  return negative ? -value : value;
}

std::string ExactSum::text() const {
  ExactSum sum = *this;
  sum.pass_carries();
  std::string text;
  for (int i = 0; i < count; ++i) {  // "7:42 8:1", digits that are not 0
    if (sum.digits_[i] == 0) continue;
    if (!text.empty()) text += ' ';
    text += std::to_string(i) + ':' + std::to_string(sum.digits_[i]);
  }
  return text;
}

ExactSum ExactSum::from_text(std::string_view text) {
  ExactSum sum;
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto number = [&](auto& value) {
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc()) throw std::invalid_argument("no sum: " + std::string(text));
    at = next;
  };
  while (at < end) {
    int digit = -1;
    std::int64_t value = 0;
    number(digit);
    if (digit < 0 || digit >= count || at == end || *at++ != ':') {
      throw std::invalid_argument("no sum: " + std::string(text));
    }
    number(value);
    sum.digits_[digit] = value;
    if (at < end && *at++ != ' ') throw std::invalid_argument("no sum: " + std::string(text));
  }
  return sum;
}

}  // namespace didact
