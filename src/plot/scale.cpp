#include "plot/scale.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace didact::plot {
namespace {

constexpr double largest = 1e300;        // so that differences do not overflow
constexpr double least_relative = 1e-9;  // a narrower range could not be told apart in its labels
constexpr double least_positive = 1e-300;

Range linear_range(Range values) {
  values = {std::clamp(values.low, -largest, largest), std::clamp(values.high, -largest, largest)};
  if (values.low > values.high) std::swap(values.low, values.high);
  const double size = std::max(std::abs(values.low), std::abs(values.high));
  if (size == 0) return {-1, 1};
  if (values.high - values.low < least_relative * size) {
    const double middle = values.low + (values.high - values.low) / 2;
    return {middle - 0.5 * size, middle + 0.5 * size};
  }
  return values;
}

Range logarithmic_range(Range values) {
  values = {std::clamp(values.low, least_positive, largest), std::clamp(values.high, least_positive, largest)};
  if (values.low > values.high) std::swap(values.low, values.high);
  if (values.high < 1.25 * values.low) return {values.low / 2, values.high * 2};
  return values;
}

/// Multiples of the step that lie in the range.
std::vector<double> multiples(const Range& range, double step) {
  const double slack = 1e-9 * step;
  std::vector<double> list;
  const double first = std::ceil((range.low - slack) / step), last = std::floor((range.high + slack) / step);
  for (double k = first; k <= last; ++k) list.push_back(std::clamp(k * step + 0.0, range.low, range.high));
  return list;
}

std::vector<double> linear_ticks(const Range& range, int wished) {
  const double rough = (range.high - range.low) / std::clamp(wished, 3, 10);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  std::vector<double> best;
  for (const double factor : {0.1, 0.2, 0.25, 0.5, 1.0, 2.0, 2.5, 5.0, 10.0}) {
    std::vector<double> list = multiples(range, factor * power);
    const auto count = static_cast<int>(list.size());
    if (count < 3 || count > 10) continue;
    const auto miss = [&](const std::vector<double>& ticks) {
      return std::abs(static_cast<int>(ticks.size()) - std::clamp(wished, 3, 10));
    };
    if (best.empty() || miss(list) < miss(best)) best = std::move(list);
  }
  return best;
}

/// Powers of ten, every so many that there are not too many of them; or 1, 2, 5, … of each where they are few.
std::vector<double> logarithmic_ticks(const Range& range, int wished) {
  const double first = std::ceil(std::log10(range.low) - 1e-9), last = std::floor(std::log10(range.high) + 1e-9);
  const auto most = static_cast<double>(std::clamp(wished, 3, 10));
  std::vector<double> list;
  if (last - first >= 2) {
    const double stride = std::ceil((last - first + 1) / std::max(most, 5.0));
    const double begin = std::ceil(first / stride) * stride;
    for (double k = begin; k <= last; k += stride) list.push_back(std::clamp(std::pow(10, k), range.low, range.high));
    if (list.size() >= 3) return list;
    list.clear();
    for (double k = first; k <= last; ++k) list.push_back(std::clamp(std::pow(10, k), range.low, range.high));
    if (list.size() <= 10) return list;
    list.clear();
  }
  for (double k = first - 1; k <= last + 1; ++k) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10, k);
      if (value >= range.low * (1 - 1e-9) && value <= range.high * (1 + 1e-9))
        list.push_back(std::clamp(value, range.low, range.high));
    }
  }
  return list.size() >= 3 && list.size() <= 10 ? list : linear_ticks(range, wished);
}

std::string superscript(int exponent) {
  constexpr std::array<std::string_view, 10> digits = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(exponent))) text += digits[static_cast<std::size_t>(digit - '0')];
  return text;
}

std::string fixed(double value, int decimals) {
  std::array<char, 64> buffer{};
  const int length = std::snprintf(buffer.data(), buffer.size(), "%.*f", decimals, std::abs(value));
  return {buffer.data(), static_cast<std::size_t>(std::clamp(length, 0, 63))};
}

std::string with_thousands(std::string digits) {
  const std::size_t point = std::min(digits.find('.'), digits.size());
  for (std::size_t i = point; i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string signed_text(double value, const std::string& digits) {
  const bool zero = digits.find_first_not_of("0.,") == std::string::npos;
  return value < 0 && !zero ? "−" + digits : digits;
}

int exponent_of(double value) {
  return static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-12));
}

/// Decimals that a multiple of this step needs, at most 12.
int decimals_of(double step) {
  for (int decimals = 0; decimals < 12; ++decimals) {
    const double scaled = step * std::pow(10, decimals);
    if (std::abs(scaled - std::round(scaled)) < 1e-6 * scaled) return decimals;
  }
  return 12;
}

std::string power_label(double value, int decimals) {
  if (value == 0) return "0";
  const int exponent = exponent_of(value);
  const double mantissa = value / std::pow(10, exponent);
  const std::string digits = fixed(mantissa, decimals);
  const std::string power = "10" + superscript(exponent);
  return signed_text(value, digits == "1" ? power : digits + "×" + power);
}

}  // namespace

Scale::Scale(Kind kind, Range values, Range pixels)
    : kind_(kind), values_(kind == Kind::linear ? linear_range(values) : logarithmic_range(values)), pixels_(pixels) {}

double Scale::operator()(double value) const {
  const double part = kind_ == Kind::linear ? (value / 2 - values_.low / 2) / (values_.high / 2 - values_.low / 2)
                                            : std::log(value / values_.low) / std::log(values_.high / values_.low);
  return pixels_.low + part * (pixels_.high - pixels_.low);
}

std::vector<double> Scale::ticks(int wished) const {
  return kind_ == Kind::linear ? linear_ticks(values_, wished) : logarithmic_ticks(values_, wished);
}

std::optional<Range> range_of(const std::vector<double>& values, bool positive) {
  std::optional<Range> range;
  for (const double value : values) {
    if (!std::isfinite(value) || (positive && value <= 0)) continue;
    if (!range) range = Range{value, value};
    range = Range{std::min(range->low, value), std::max(range->high, value)};
  }
  return range;
}

Range joined(const Range& a, const Range& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

Range widened(const Range& range, double part) {
  const double more = part * (range.high - range.low);
  return {range.low - more, range.high + more};
}

void make_comparable(std::vector<Range>& ranges) {
  constexpr double most = 4;
  double widest = 0, narrowest = largest;
  for (const Range& range : ranges) {
    widest = std::max(widest, range.high - range.low);
    narrowest = std::min(narrowest, range.high - range.low);
  }
  if (!(widest <= most * narrowest)) return;
  for (Range& range : ranges) {
    const double middle = range.low + (range.high - range.low) / 2;
    range = {middle - widest / 2, middle + widest / 2};
  }
}

std::vector<double> whole_ticks(const Scale& scale, int wished) {
  std::vector<double> ticks = scale.ticks(wished);
  const bool whole = std::all_of(ticks.begin(), ticks.end(), [](double t) { return t == std::round(t); });
  if (whole) return ticks;
  for (const double step : {1.0, 2.0, 5.0}) {
    ticks = multiples(scale.values(), step);
    if (static_cast<int>(ticks.size()) <= wished + 2) break;
  }
  return ticks;
}

std::vector<std::string> tick_labels(const std::vector<double>& ticks) {
  double size = 0, step = 0;
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    size = std::max(size, std::abs(ticks[i]));
    const double gap = i == 0 ? 0 : std::abs(ticks[i] - ticks[i - 1]);
    if (gap > 0) step = step == 0 ? gap : std::min(step, gap);
  }
  if (step == 0) step = size;
  const bool even = ticks.size() < 3 || std::abs(ticks[2] - 2 * ticks[1] + ticks[0]) < 1e-6 * step;
  double least = size;
  for (const double tick : ticks) least = std::min(least, std::abs(tick));
  const double finest = size >= 0.01 ? 0.9e-10 : 0.9e-4;  // 0.299999999 rather than 2.99999999×10⁻¹
  const bool plain = even ? size < 1e6 && step >= finest : size < 1.1e5 && least >= 0.9e-3;
  std::vector<std::string> labels;
  for (const double tick : ticks) {
    const double value = std::abs(tick) < 1e-9 * step ? 0 : tick;
    if (value == 0) {
      labels.push_back("0");
    } else if (plain) {
      const int decimals = decimals_of(even ? step : value);
      labels.push_back(signed_text(value, with_thousands(fixed(value, decimals))));
    } else {
      const double unit = std::pow(10, exponent_of(value));
      labels.push_back(power_label(value, decimals_of(even ? step / unit : value / unit)));
    }
  }
  return labels;
}

std::string value_label(double value, int digits_shown) {
  if (std::isnan(value)) return "–";
  if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
  if (value == 0) return "0";
  int exponent = exponent_of(value);
  const double digits_kept = std::pow(10, digits_shown - 1);
  if (std::round(std::abs(value) / std::pow(10, exponent) * digits_kept) >= 10 * digits_kept) ++exponent;  // 9.9999…
  if (exponent >= 7 || exponent < -4) {
    std::string digits = fixed(value / std::pow(10, exponent), digits_shown - 1);
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.ends_with('.')) digits.pop_back();
    return signed_text(value, (digits == "1" ? "" : digits + "×") + "10" + superscript(exponent));
  }
  std::string digits = fixed(value, std::max(0, digits_shown - 1 - exponent));
  if (digits.find('.') != digits.npos) {
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.ends_with('.')) digits.pop_back();
  }
  return signed_text(value, with_thousands(digits));
}

}  // namespace didact::plot
