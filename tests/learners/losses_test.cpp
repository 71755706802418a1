// Every loss against the tables that make_losses.py computed with 60 digits and more.

#include "lesson_laws.hpp"
#include "paths.hpp"
#include <didact/learners/predictive.hpp>

#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>

namespace didact::testing::losses_test {
namespace {

using Json = nlohmann::json;

/// One line of comma-separated cells, quotes doubled inside quotes.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      cells.back() += line[i++];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += line[i];
    }
  }
  return cells;
}

void read(const Json& json, double& value) {
  value = json.get<double>();
}
void read(const Json& json, std::vector<double>& value) {
  value = json.get<std::vector<double>>();
}
void read(const Json& json, Vector& value) {
  const auto numbers = json.get<std::vector<double>>();
  value = Vector::Map(numbers.data(), static_cast<Index>(numbers.size()));
}
void read(const Json& json, Matrix& value) {
  const auto rows = json.get<std::vector<std::vector<double>>>();
  value.resize(static_cast<Index>(rows.size()), static_cast<Index>(rows[0].size()));
  for (Index i = 0; i < value.rows(); ++i) {
    for (Index j = 0; j < value.cols(); ++j) value(i, j) = rows[i][j];
  }
}

template <class Owner, class Fields>
void read_fields(const Json& json, Owner& owner, const Fields& fields) {
  std::apply([&](const auto&... f) { (read(json.at(std::string(f.name)), owner.*f.member), ...); }, fields);
}

template <Learner L>
std::pair<L, typename L::Target> learner_and_target(const Json& learner_json, const Json& target_json) {
  L learner;
  read_fields(learner_json.at("prior"), learner, L::prior_fields());
  read_fields(learner_json, learner, L::known_fields());
  typename L::Target target;
  read_fields(target_json, target, L::Target::fields());
  return {learner, target};
}

template <Learner L>
double loss_of(const Json& learner_json, const Json& target_json, double n, const Json& s_json) {
  const auto [learner, target] = learner_and_target<L>(learner_json, target_json);
  Vector s;
  read(s_json, s);
  return learner.loss(target, n, s);
}

template <OffersLossOfItems L>
double loss_of_items(const Json& learner_json, const Json& target_json, const Json& items_json) {
  const auto [learner, target] = learner_and_target<L>(learner_json, target_json);
  ItemSet items{Matrix(0, learner.domain().dimension()), {}};
  if (!items_json.empty()) read(items_json, items.rows);
  items.copies.assign(static_cast<std::size_t>(items.rows.rows()), 1);
  return learner.loss(target, items);
}

#define DIDACT_ONE(L) +1
constexpr std::size_t shipped = DIDACT_SHIPPED_LEARNERS(DIDACT_ONE);
#undef DIDACT_ONE

/// `models` counts how many rows each model had, so that none is silently skipped.
void check_row(const std::vector<std::string>& cells, std::map<std::string, int>& models) {
  const Json learner = Json::parse(cells[1]), target = Json::parse(cells[2]), s = Json::parse(cells[4]);
  const double n = std::stod(cells[3]), expected = std::stod(cells[5]);
  double loss = std::numeric_limits<double>::quiet_NaN();
  auto try_model = [&]<class L>(std::type_identity<L>) {
    if (cells[0] == L::name) loss = loss_of<L>(learner, target, n, s);
  };
#define DIDACT_TRY(L) try_model(std::type_identity<L>{});
  DIDACT_SHIPPED_LEARNERS(DIDACT_TRY)
#undef DIDACT_TRY
  EXPECT_LE(std::abs(loss - expected), 1e-12 * scale_of(expected))
      << cells[0] << " " << cells[1] << " " << cells[2] << " n=" << cells[3] << " s=" << cells[4] << "\n got "
      << std::setprecision(17) << loss << ", not " << cells[5];
  ++models[cells[0]];
}

TEST(Losses, agree_with_the_table_to_twelve_digits) {
  std::ifstream table(paths::source("tests/reference/losses.csv"));
  ASSERT_TRUE(table) << "tests/reference/losses.csv is missing";
  std::string line;
  std::getline(table, line);
  ASSERT_EQ(line, "model,learner,target,n,s,loss");
  std::map<std::string, int> models;
  while (std::getline(table, line)) check_row(cells_of(line), models);
  EXPECT_EQ(models.size(), shipped);
  for (const auto& [name, rows] : models) EXPECT_GE(rows, 40) << name;
}

TEST(Losses, of_items_agree_with_the_table_whatever_the_scale_of_the_prior) {
  std::ifstream table(paths::source("tests/reference/scales.csv"));
  std::string line;
  std::getline(table, line);
  ASSERT_EQ(line, "model,learner,target,items,loss");
  int rows = 0;
  for (; std::getline(table, line); ++rows) {
    const std::vector<std::string> cells = cells_of(line);
    const Json learner = Json::parse(cells[1]), target = Json::parse(cells[2]), items = Json::parse(cells[3]);
    const double expected = std::stod(cells[4]);
    const double loss = cells[0] == Gaussian::name ? loss_of_items<Gaussian>(learner, target, items)
                                                   : loss_of_items<MultivariateGaussian>(learner, target, items);
    EXPECT_LE(std::abs(loss - expected), 1e-12 * scale_of(expected))
        << line << "\n got " << std::setprecision(17) << loss;
  }
  EXPECT_EQ(rows, 208);
}

/// What a belief predicts, by sums and quadratures over the item itself.
TEST(Losses, of_predictions_agree_with_the_table) {
  std::ifstream table(paths::source("tests/reference/predictive.csv"));
  std::string line;
  std::getline(table, line);
  ASSERT_EQ(line, "model,learner,target,loss");
  std::map<std::string, int> models;
  while (std::getline(table, line)) {
    const std::vector<std::string> cells = cells_of(line);
    const double expected = std::stod(cells[3]);
    double loss = std::numeric_limits<double>::quiet_NaN();
    auto try_model = [&]<class L>(std::type_identity<L>) {
      if constexpr (OffersPredictiveLoss<L>) {
        if (cells[0] != L::name) return;
        const auto [learner, target] = learner_and_target<L>(Json::parse(cells[1]), Json::parse(cells[2]));
        loss = predictive_loss(learner, target);
      }
    };
#define DIDACT_TRY(L) try_model(std::type_identity<L>{});
    DIDACT_SHIPPED_LEARNERS(DIDACT_TRY)
#undef DIDACT_TRY
    EXPECT_LE(std::abs(loss - expected), 1e-12 * scale_of(expected))
        << line << "\n got " << std::setprecision(17) << loss;
    ++models[cells[0]];
  }
  EXPECT_EQ(models.size(), shipped - 1);  // all but multivariate-gaussian
}

/// The slope by the sum is the change of the loss, by differences of four points.
TEST(Losses, of_predictions_have_these_slopes) {
  Random random(5);
  auto number = [&](double low, double high) {
    return std::exp(std::log(low) + std::log(high / low) * random.uniform());
  };
  auto check = [&](const auto& learner, const auto& target, double n) {
    const double s = number(0.3, 30), h = 1e-3 * s;
    auto after = [&](double sum) { return learner.after(n, Vector::Constant(1, sum)); };
    auto f = [&](double sum) { return predictive_loss(after(sum), target); };
    const double slope = (8 * (f(s + h) - f(s - h)) - (f(s + 2 * h) - f(s - 2 * h))) / (12 * h);
    EXPECT_NEAR(predictive_slope(after(s), target), slope, 1e-8 * std::max(1.0, std::abs(slope))) << learner.name;
  };
  for (int trial = 0; trial < 40; ++trial) {
    const double n = std::floor(number(1, 50)), a = number(0.2, 20), b = number(0.2, 20),
                 p = 0.05 + 0.9 * random.uniform();
    check(Poisson{a, b}, Poisson::Target{number(0.1, 30)}, n);
    check(Exponential{a, b}, Exponential::Target{number(0.1, 30)}, n);
    check(Gamma{number(0.2, 8), a, b}, Gamma::Target{number(0.1, 30)}, n);
    check(Weibull{2, a, b}, Weibull::Target{number(0.1, 30)}, n);
    check(Geometric{a, b}, Geometric::Target{p}, n);
    check(NegativeBinomial{number(0.2, 8), a, b}, NegativeBinomial::Target{p}, n);
    check(GaussianMean{a, number(0.1, 9), b}, GaussianMean::Target{number(0.1, 9)}, n);
  }
}

}  // namespace
}  // namespace didact::testing::losses_test
