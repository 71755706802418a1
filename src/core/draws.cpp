#include "core/gamma_number.hpp"
#include <didact/core/draws.hpp>
#include <didact/core/random.hpp>
#include <didact/core/special.hpp>
#include <didact/core/types.hpp>

#include <algorithm>
#include <bit>
#include <cmath>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace didact {
namespace {

/// Philox4x32 with ten rounds (Salmon et al. 2011), on several counters at once.
constexpr int lanes = 16;
constexpr std::uint32_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
constexpr std::uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;

struct PhiloxKey {
  std::uint64_t seed, stream;
};

/// The words of `lanes` counters from `block` on: the first two of each counter, then the last two of each.
void philox(const PhiloxKey& key, std::uint64_t block, std::uint64_t* out) {
  for (int l = 0; l < lanes; ++l) {
    const std::uint64_t counter = block + static_cast<std::uint64_t>(l);
    auto a = static_cast<std::uint32_t>(counter), b = static_cast<std::uint32_t>(counter >> 32);
    auto c = static_cast<std::uint32_t>(key.stream), d = static_cast<std::uint32_t>(key.stream >> 32);
    auto k0 = static_cast<std::uint32_t>(key.seed), k1 = static_cast<std::uint32_t>(key.seed >> 32);
    for (int round = 0; round < 10; ++round, k0 += weyl0, k1 += weyl1) {
      const std::uint64_t product0 = std::uint64_t{multiplier0} * a, product1 = std::uint64_t{multiplier1} * c;
      a = static_cast<std::uint32_t>(product1 >> 32) ^ b ^ k0;
      b = static_cast<std::uint32_t>(product1);
      c = static_cast<std::uint32_t>(product0 >> 32) ^ d ^ k1;
      d = static_cast<std::uint32_t>(product0);
    }
    out[l] = a | (std::uint64_t{b} << 32);
    out[lanes + l] = c | (std::uint64_t{d} << 32);
  }
}

#ifdef __x86_64__
__attribute__((target("avx2"))) inline __m256i spread(std::uint64_t word) {
  return _mm256_set1_epi64x(static_cast<long long>(word));
}

/// Of each word the lower half of one and the lower half of another.
__attribute__((target("avx2"))) inline __m256i both(__m256i low, __m256i high) {
  return _mm256_or_si256(_mm256_and_si256(low, spread(0xffffffff)), _mm256_slli_epi64(high, 32));
}

/// The same with four counters in a register, two registers at a time. A product takes the lower half of its factors
/// alone, so that what stands in the upper halves does not matter until the end.
__attribute__((target("avx2"))) void philox_avx2(const PhiloxKey& key, std::uint64_t block, std::uint64_t* out) {
  const __m256i m0 = _mm256_set1_epi64x(multiplier0), m1 = _mm256_set1_epi64x(multiplier1);
  for (int l = 0; l < lanes; l += 8) {
    __m256i a[2], b[2], c[2], d[2];
    for (int i = 0; i < 2; ++i) {
      a[i] = _mm256_add_epi64(spread(block + static_cast<std::uint64_t>(l + 4 * i)), _mm256_set_epi64x(3, 2, 1, 0));
      b[i] = _mm256_srli_epi64(a[i], 32);
      c[i] = spread(key.stream);
      d[i] = spread(key.stream >> 32);
    }
    auto k0 = static_cast<std::uint32_t>(key.seed), k1 = static_cast<std::uint32_t>(key.seed >> 32);
    for (int round = 0; round < 10; ++round, k0 += weyl0, k1 += weyl1) {
      for (int i = 0; i < 2; ++i) {
        const __m256i product0 = _mm256_mul_epu32(m0, a[i]), product1 = _mm256_mul_epu32(m1, c[i]);
        a[i] = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(product1, 32), b[i]), spread(k0));
        b[i] = product1;
        c[i] = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(product0, 32), d[i]), spread(k1));
        d[i] = product0;
      }
    }
    for (int i = 0; i < 2; ++i) {
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + l + 4 * i), both(a[i], b[i]));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + lanes + l + 4 * i), both(c[i], d[i]));
    }
  }
}
const bool has_avx2 = __builtin_cpu_supports("avx2");
#endif

/// Sets the streams of Draws apart from those of Random, whose numbers stay below this.
constexpr std::uint64_t draws = std::uint64_t{1} << 63;

constexpr double normal_tail = 3.6541528853610088, normal_area = 0.00492867323399;
constexpr double exponential_tail = 7.69711747013104972, exponential_area = 0.0039496598225815571993;

}  // namespace

void Draws::refill() {
  static_assert(size % (2 * lanes) == 0);
  const PhiloxKey key{seed_, stream_ | draws};
  for (int from = 0; from < size; from += 2 * lanes, block_ += lanes) {
#ifdef __x86_64__
    if (has_avx2) {
      philox_avx2(key, block_, buffer_.data() + from);
      continue;
    }
#endif
    philox(key, block_, buffer_.data() + from);
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

namespace {

constexpr int batch = 64;  // a bit of one word for each

/// A number in [0, 1) times the width of its layer, and whether it is beyond the next one. The number's bits are put
/// behind those of 1: vector instructions have no faster way.
bool in_layer(std::uint64_t word, const double* x, std::uint64_t sign, double& value) {
  const auto layer = static_cast<int>(word & 0xff);
  const double share = std::bit_cast<double>((word >> 12) | 0x3ff0000000000000) - 1;
  const double size = share * x[layer];
  value = std::bit_cast<double>(std::bit_cast<std::uint64_t>(size) | ((word << 55) & sign));
  return !(size < x[layer + 1]);
}

/// Of at most `batch` words; those beyond have their bit in the result.
std::uint64_t in_layers(const std::uint64_t* words, const double* x, std::uint64_t sign, int count, double* values) {
  std::uint64_t beyond = 0;
  for (int i = 0; i < count; ++i) beyond |= std::uint64_t{in_layer(words[i], x, sign, values[i])} << i;
  return beyond;
}

#ifdef __x86_64__
/// The same, four at a time. A layer's two widths are neighbours and loaded together, which takes less than to gather.
__attribute__((target("avx2"))) std::uint64_t in_layers_avx2(const std::uint64_t* words, const double* x,
                                                             std::uint64_t sign, int count, double* values) {
  const __m256d one = _mm256_set1_pd(1);
  const auto widths = [&](int i) { return _mm_loadu_pd(x + (words[i] & 0xff)); };
  std::uint64_t beyond = 0;
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    const __m256i word = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words + i));
    const __m256d first = _mm256_insertf128_pd(_mm256_castpd128_pd256(widths(i)), widths(i + 2), 1);
    const __m256d second = _mm256_insertf128_pd(_mm256_castpd128_pd256(widths(i + 1)), widths(i + 3), 1);
    const __m256d own = _mm256_unpacklo_pd(first, second), next = _mm256_unpackhi_pd(first, second);
    const __m256i bits = _mm256_or_si256(_mm256_srli_epi64(word, 12), _mm256_castpd_si256(one));
    const __m256d size = _mm256_mul_pd(_mm256_sub_pd(_mm256_castsi256_pd(bits), one), own);
    const __m256i signs = _mm256_and_si256(_mm256_slli_epi64(word, 55), spread(sign));
    _mm256_storeu_pd(values + i, _mm256_or_pd(size, _mm256_castsi256_pd(signs)));
    const int outside = _mm256_movemask_pd(_mm256_cmp_pd(size, next, _CMP_NLT_UQ));
    beyond |= static_cast<std::uint64_t>(outside) << i;
  }
  for (; i < count; ++i) beyond |= std::uint64_t{in_layer(words[i], x, sign, values[i])} << i;
  return beyond;
}
#endif

const auto quick_layers =
#ifdef __x86_64__
    has_avx2 ? in_layers_avx2 :
#endif
             in_layers;

}  // namespace

/// Words that are taken, then those that their rare ones need: the order is always the same.
template <class Law>
void Draws::many(std::span<double> values, Law law) {
  std::array<std::uint64_t, batch> words;
  for (std::size_t at = 0; at < values.size();) {
    if (next_ == size) refill();
    const int count =
        static_cast<int>(std::min<std::size_t>({batch, values.size() - at, static_cast<std::size_t>(size - next_)}));
    std::copy_n(buffer_.begin() + next_, count, words.begin());  // rare ones may refill the buffer
    next_ += count;
    double* const now = values.data() + at;
    std::uint64_t beyond = quick_layers(words.data(), law.layers.x.data(), law.sign, count, now);
    for (; beyond != 0; beyond &= beyond - 1) {
      const int i = std::countr_zero(beyond);
      now[i] = law.rare(static_cast<int>(words[i] & 0xff), now[i]);
    }
    at += static_cast<std::size_t>(count);
  }
}

void Draws::normals(std::span<double> values) {
  struct Normal {
    Draws& draws;
    const Layers& layers = normal_layers;
    std::uint64_t sign = std::uint64_t{1} << 63;  // the word's ninth bit, moved there
    double rare(int layer, double x) const { return draws.rare_normal(layer, x); }
  };
  many(values, Normal{*this});
}

void Draws::exponentials(std::span<double> values) {
  struct Exponential {
    Draws& draws;
    const Layers& layers = exponential_layers;
    std::uint64_t sign = 0;
    double rare(int layer, double x) const { return draws.rare_exponential(layer, x); }
  };
  many(values, Exponential{*this});
}

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

double Draws::gamma(double shape) {
  return gamma_number(shape, *this);
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
