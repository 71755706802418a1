#include <didact/core/random.hpp>
#include <didact/core/special.hpp>

#include <Random123/philox.h>

#include <cmath>
#include <numbers>

namespace didact {

std::uint64_t Random::bits() {
  if (left_ == 0) {
    const r123::Philox4x32::ctr_type counter{
        {static_cast<std::uint32_t>(block_), static_cast<std::uint32_t>(block_ >> 32),
         static_cast<std::uint32_t>(stream_), static_cast<std::uint32_t>(stream_ >> 32)}};
    const r123::Philox4x32::key_type key{{static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32)}};
    const auto out = r123::Philox4x32()(counter, key);
    buffer_ = {(std::uint64_t{out[1]} << 32) | out[0], (std::uint64_t{out[3]} << 32) | out[2]};
    left_ = 2;
    ++block_;
  }
  return buffer_[--left_];
}

double Random::uniform() {
  return (static_cast<double>(bits() >> 12) + 0.5) * 0x1p-52;  // never 0, never 1
}

double Random::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_normal_;
  }
  const double radius = std::sqrt(-2 * std::log(uniform()));
  const double angle = 2 * std::numbers::pi * uniform();
  spare_normal_ = radius * std::sin(angle);
  has_spare_ = true;
  return radius * std::cos(angle);
}

double Random::exponential() {
  return -std::log(uniform());
}

double Random::geometric(double p) {
  if (p >= 1) return 0;
  return std::floor(std::log(uniform()) / std::log1p(-p));
}

std::size_t Random::one_of(std::span<const double> weights) {
  double left = uniform();
  std::size_t last = 0;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (!(weights[k] > 0)) continue;
    last = k;
    if ((left -= weights[k]) < 0) return k;
  }
  return last;  // rounding left something over
}

double Random::poisson(double rate) {
  if (rate <= 0) return 0;
  if (rate < 10) {  // count the exponential waiting times that fit in
    const double limit = std::exp(-rate);
    double product = uniform(), count = 0;
    while (product > limit) {
      product *= uniform();
      ++count;
    }
    return count;
  }
  // Transformed rejection with squeeze (Hörmann 1993, PTRS).
  const double root = std::sqrt(rate);
  const double b = 0.931 + 2.53 * root;
  const double a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
  const double v_r = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    const double u = uniform() - 0.5;
    const double v = uniform();
    const double us = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / us + b) * u + rate + 0.43);
    if (us >= 0.07 && v <= v_r) return k;
    if (k < 0 || (us < 0.013 && v > us)) continue;
    if (std::log(v * inverse_alpha / (a / (us * us) + b)) <= k * std::log(rate) - rate - log_gamma(k + 1)) return k;
  }
}

}  // namespace didact
