#include <didact/core/special.hpp>
#include <didact/core/types.hpp>

#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace didact::special_test {
namespace {

double scale_of(double x) {
  return std::max(1.0, std::abs(x));
}

struct Known {
  double x, log_gamma, psi, psi_prime, remainder;
};

// mpmath with 60 digits, at the exact value of each double.
const std::vector<Known> known{
    {1e-08, 18.42068073818020888445275, -100000000.5772156463599362, 10000000000000001.22648283,
     8.291402027206160856585388},
    {0.001, 6.907178885383853661683681, -1000.575571931810279654757, 1000001.64253319582734467,
     2.542270467967094541480556},
    {0.5, 0.5723649429247000870717137, -1.963510026021423479440976, 4.934802200544679309417245,
     0.1534264097200273452913839},
    {1.0, 0.0, -0.5772156649015328606065121, 1.644934066848226436472415, 0.08106146679532725821967026},
    {1.4616321449683622, -0.1214862905358496080955146, -9.241265521729427516792351e-17, 0.9676722454476212549951696,
     0.05621626444947558365288928},
    {1.5, -0.1207822376352452223455184, 0.03648997397857652055902367, 0.9348022005446793094172455,
     0.0548141210519176538961387},
    {2.0, 0.0, 0.4227843350984671393934879, 0.6449340668482264364724152, 0.04134069595540929409382208},
    {2.5, 0.2846828704729191596324947, 0.7031566406452431872256903, 0.4903577561002348649728011,
     0.03316287351993628748511051},
    {3.75, 1.486815578593417055540582, 1.182537388611796228641512, 0.3053398526902530754857984,
     0.022170565446206110485246},
    {9.99, 12.7793152143501933602292, 2.25070037283120112197865, 0.1052769501482417843854417,
     0.008338896797734330091037764},
    {10.0, 12.80182748008146961120772, 2.251752589066721107647456, 0.105166335681685746122201,
     0.008330563433362871256469319},
    {15.999, 27.89653040276015035045844, 2.740948832464962771598566, 0.06449794168136121464218208,
     0.005207981333852432745134219},
    {16.0, 27.89927138384089156608944, 2.741013328327460368386717, 0.06449378340323936178171077,
     0.005207655919609640440717997},
    {100.25, 360.2845596377642349684133, 4.602671243274712559076876, 0.01002497869812336618625606,
     0.0008312524383751667655454907},
    {100000.0, 1051287.708973656894900858, 11.51292046496189508675671, 0.00001000005000016666666666333,
     0.0000008333333333305555555556349},
    {123456789.5, 2176716248.538970873739391, 18.63140176616801803592768, 8.100000073710000626474255e-9,
     6.750000034087500157379626e-10},
    {1e15, 33538776394910668.90982021, 34.53877639491068476026987, 1.0000000000000005e-15,
     8.333333333333333333333333e-17},
};

TEST(Special, known_values) {
  for (const Known& at : known) {
    SCOPED_TRACE(at.x);
    EXPECT_NEAR(log_gamma(at.x), at.log_gamma, 1e-15 * scale_of(at.log_gamma));
    EXPECT_NEAR(digamma(at.x), at.psi, 1e-15 * scale_of(at.psi));
    EXPECT_NEAR(trigamma(at.x), at.psi_prime, 2e-15 * at.psi_prime);
    EXPECT_NEAR(polygamma(at.x).psi, at.psi, 1e-14 * scale_of(at.psi));
    EXPECT_NEAR(polygamma(at.x).psi_prime, at.psi_prime, 1e-14 * scale_of(at.psi_prime));
    // What a loss may be off by is 1e-12; a sum of a hundred of these stays far below.
    EXPECT_NEAR(stirling_remainder(at.x), at.remainder, 1e-14 * scale_of(at.remainder));
  }
}

TEST(Special, ends_of_the_domain) {
  EXPECT_EQ(log_gamma(0), infinity);
  EXPECT_EQ(log_gamma(infinity), infinity);
  EXPECT_EQ(digamma(0), -infinity);
  EXPECT_EQ(trigamma(0), infinity);
  EXPECT_NEAR(log_gamma(1e-300), 690.7755278982137051803383, 1e-12);
  EXPECT_NEAR(stirling_remainder(1e-300), 344.4688254159021798483888, 1e-12);
}

TEST(Special, polygamma_keeps_its_promise_between_the_known_values) {
  for (double x = 1e-3; x < 300; x *= 1.0013) {
    const double psi = static_cast<double>(boost::math::digamma(static_cast<long double>(x)));
    const double psi_prime = static_cast<double>(boost::math::trigamma(static_cast<long double>(x)));
    const Polygamma both = polygamma(x);
    ASSERT_NEAR(both.psi, psi, 1e-14 * scale_of(psi)) << x;
    ASSERT_NEAR(both.psi_prime, psi_prime, 1e-14 * scale_of(psi_prime)) << x;
  }
}

TEST(Special, stirling_remainder_has_no_seam) {
  // r(x) - r(x + 1) = (x + 1/2) log(1 + 1/x) - 1, which needs no Γ.
  for (double x = 0.01; x < 1000; x *= 1.07) {
    const long double y = x;
    const double step = static_cast<double>((y + 0.5L) * std::log1p(1 / y) - 1);
    EXPECT_NEAR(stirling_remainder(x) - stirling_remainder(x + 1), step, 2e-14) << x;
  }
}

TEST(Special, inverse_digamma_inverts) {
  for (double y = -1e6; y < -1; y *= 0.83) EXPECT_NEAR(digamma(inverse_digamma(y)), y, 1e-13 * scale_of(y)) << y;
  for (double y = -3; y < 36; y += 0.0371) EXPECT_NEAR(digamma(inverse_digamma(y)), y, 1e-14 * scale_of(y)) << y;
  EXPECT_NEAR(inverse_digamma(0), 1.4616321449683623413, 1e-14);
  EXPECT_EQ(inverse_digamma(-infinity), 0);
  EXPECT_EQ(inverse_digamma(infinity), infinity);
}

TEST(Special, deviance_of_known_values) {
  struct Pair {
    double x, y, deviance;
  };
  const std::vector<Pair> pairs{
      {1, 1, 0},
      {3, 2, 0.2163953243244931459340393},
      {2, 3, 0.1890697837836712360439738},
      {1e9, 1e9 + 1, 4.999999996666666669166667e-10},
      {1e-05, 2e-05, 0.000003068528194400547156842656},
      {1e15, 1.05e15, 1209835830567.996934625596},
      {0.95, 1, 0.00127137033182699552299352},
      {0.9, 1, 0.00517553590795632655577571},  // where one formula hands over to the other
      {1.1000001, 1, 0.004841207315779864802216078},
      {5, 0.001, 37.58696595708118702921108},
      {0.001, 5, 4.990482806808583762396046},
      {7, 7.0000001, 7.142857114891549700931679e-16},
  };
  for (const auto& [x, y, value] : pairs) EXPECT_NEAR(deviance(x, y), value, 4e-15 * value) << x << " " << y;
  EXPECT_EQ(deviance(0, 3), 3);
  EXPECT_EQ(deviance(3, 0), infinity);
}

TEST(Special, deviance_of_sums_that_no_double_holds) {
  const Twofold x = exact_sum(1e9, 0.3), y = exact_sum(1e9, 0.1);
  EXPECT_NEAR(deviance(x, y), 1.999999999666666333659759e-11, 1e-24);
  EXPECT_NEAR(deviance(exact_sum(1e15, 0.3), exact_sum(1e15, 0.1)), 1.999999999999999333599759e-17, 1e-30);
}

TEST(Twofold, sums_and_products_are_exact) {
  const Twofold sum = exact_sum(1e16, 0.75);
  EXPECT_EQ(sum.high, 1e16);  // 0.75 is lost in a double of this size, but not here
  EXPECT_EQ(sum.low, 0.75);
  const double a = 1 + 0x1p-30, b = 1 - 0x1p-30;
  const Twofold product = exact_product(a, b);  // 1 - 2^-60
  EXPECT_EQ(product.high, 1);
  EXPECT_EQ(product.low, -0x1p-60);
}

TEST(Twofold, arithmetic_carries_twice_the_digits) {
  const Twofold third = Twofold{1, 0} / Twofold{3, 0};
  const Twofold one = third * Twofold{3, 0};
  EXPECT_NEAR(value(one - Twofold{1, 0}), 0, 1e-31);
  const Twofold far = exact_sum(1e16, 0.3) - exact_sum(1e16, 0.1);
  EXPECT_NEAR(value(far), 0.3 - 0.1, 1e-16);
  EXPECT_EQ(value((Twofold{1e16, 0} + 1.0) - Twofold{1e16, 0}), 1);
}

TEST(Special, log_add) {
  EXPECT_NEAR(log_add(std::log(2.0), std::log(3.0)), std::log(5.0), 1e-15);
  EXPECT_NEAR(log_add(1000, 1000), 1000 + std::log(2.0), 1e-12);
  EXPECT_EQ(log_add(-infinity, 3), 3);
  EXPECT_EQ(log_add(-infinity, -infinity), -infinity);
}

}  // namespace
}  // namespace didact::special_test
