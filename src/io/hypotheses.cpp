#include "io/hypotheses.hpp"

#include "io/csv.hpp"
#include "io/nearest.hpp"
#include "io/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace didact::io {
namespace {

constexpr std::array<std::string_view, 7> families = {"gaussian",  "multivariate-gaussian", "poisson", "exponential",
                                                      "bernoulli", "categorical",           "uniform"};

std::optional<double> need_number(const Node& node, std::string_view key, Domain domain) {
  const auto member = node.need(key);
  return member ? read_number(*member, domain) : std::nullopt;
}

std::optional<Density> read_uniform(const Node& node) {
  const auto range = node.need("range");
  const auto ends = range ? read_numbers(*range, Domain::real) : std::nullopt;
  if (!ends) return {};
  if (ends->size() == 2 && (*ends)[0] < (*ends)[1]) return uniform_density((*ends)[0], (*ends)[1]);
  range->expected("[low, high] with low < high");
  return {};
}

/// The members of one family's density; `sizes` holds D and K, which all hypotheses share.
std::optional<Density> read_members(const Node& node, std::string_view family, Sizes& sizes) {
  const std::size_t before = node.errors().count();
  if (family == "gaussian") {
    node.is_object_of({"mean", "variance"});
    const auto mean = need_number(node, "mean", Domain::real),
               variance = need_number(node, "variance", Domain::positive);
    if (mean && variance) return gaussian_density(*mean, *variance);
  } else if (family == "multivariate-gaussian") {
    node.is_object_of({"mean", "covariance"});
    Vector mean;
    Matrix covariance;
    if (const auto m = node.need("mean")) read_value(*m, {Domain::real, "D"}, sizes, mean);
    if (const auto c = node.need("covariance")) read_value(*c, {Domain::positive_definite, "DxD"}, sizes, covariance);
    if (node.errors().count() == before) return multivariate_gaussian_density(mean, covariance);
  } else if (family == "poisson") {
    node.is_object_of({"rate"});
    if (const auto rate = need_number(node, "rate", Domain::nonnegative)) return poisson_density(*rate);
  } else if (family == "exponential") {
    node.is_object_of({"rate"});
    if (const auto rate = need_number(node, "rate", Domain::positive)) return exponential_density(*rate);
  } else if (family == "bernoulli") {
    node.is_object_of({"p"});
    if (const auto p = need_number(node, "p", Domain::probability)) return bernoulli_density(*p);
  } else if (family == "categorical") {
    node.is_object_of({"pi"});
    Vector pi;
    if (const auto p = node.need("pi")) read_value(*p, {Domain::simplex, "K"}, sizes, pi);
    if (node.errors().count() == before) return categorical_density(pi);
  } else {
    node.is_object_of({"range"});
    return read_uniform(node);
  }
  return {};
}

std::optional<Density> read_density(const Node& node, Sizes& sizes) {
  if (!node.json().is_object() || node.json().size() != 1) {
    node.expected(R"(one density, such as {"gaussian": {"mean": 0, "variance": 1}})");
    return {};
  }
  const std::string family = node.json().begin().key();
  if (std::find(families.begin(), families.end(), family) == families.end()) {
    node.error(fmt::format("unknown density {}{}", shown(Json(family)), suggestion(family, families)));
    return {};
  }
  return read_members(node[family], family, sizes);
}

/// Which densities can stand side by side: those that speak of the same items.
std::string_view kind_of(const Density& density) {
  switch (density.family) {
    case Density::Family::gaussian:
    case Density::Family::exponential:
    case Density::Family::uniform:
      return "numbers";
    case Density::Family::poisson:
      return "counts";
    case Density::Family::bernoulli:
      return "0 and 1";
    case Density::Family::categorical:
      return "categories";
    case Density::Family::multivariate_gaussian:
      return "vectors";
  }
  return "";
}

void read_densities(const Node& node, HypothesesProblem& problem) {
  if (!node.json().is_object() || node.json().empty()) {
    return node.expected(R"(an object such as {"A": {"gaussian": {"mean": 0, "variance": 1}}, "B": …})");
  }
  Sizes sizes;
  for (const auto& [name, ignored] : node.json().items()) {
    const auto density = read_density(node[name], sizes);
    problem.names.push_back(name);
    if (!density) continue;
    if (!problem.densities.empty() && kind_of(*density) != kind_of(problem.densities[0])) {
      node[name].error(fmt::format("is a density of {}, but {} is one of {}", kind_of(*density),
                                   shown(Json(problem.names[0])), kind_of(problem.densities[0])));
      continue;
    }
    problem.densities.push_back(*density);
  }
}

void read_inline_table(const Node& node, HypothesesProblem& problem) {
  if (!node.json().is_object() || node.json().empty()) {
    return node.expected(R"(the name of a CSV file or an object such as {"A": [0.2, 0.8], "B": [0.5, 0.5]})");
  }
  Index columns = -1;
  std::vector<std::vector<double>> rows;
  for (const auto& [name, ignored] : node.json().items()) {
    problem.names.push_back(name);
    const auto row = read_numbers(node[name], Domain::probability);
    if (!row) continue;
    const auto count = static_cast<Index>(row->size());
    if (columns < 0) columns = count;
    if (count != columns || count == 0) {
      node[name].error(fmt::format("must have as many numbers as the first row, {}, got {}", columns, count));
    }
    rows.push_back(*row);
  }
  if (!node.errors().empty()) return;
  problem.table.resize(static_cast<Index>(rows.size()), columns);
  for (std::size_t h = 0; h < rows.size(); ++h) {
    problem.table.row(static_cast<Index>(h)) = Vector::Map(rows[h].data(), columns).transpose();
  }
}

void read_table_file(const Node& node, const Context& context, HypothesesProblem& problem,
                     std::vector<std::string>& items) {
  Errors& errors = node.errors();
  const std::size_t before = errors.count();
  const auto file = context.file(node.json().get<std::string>(), node.path(), errors);
  if (!file) return;
  const std::vector<CsvRow> rows = parse_csv(context.text(*file, node.path(), errors), node.path(), errors);
  if (errors.count() > before) return;
  if (rows.size() < 2 || rows[0].cells.size() < 2) {
    return node.error("must have the items' names in its header, and below one row a hypothesis, its name first");
  }
  items.assign(rows[0].cells.begin() + 1, rows[0].cells.end());
  problem.table.resize(static_cast<Index>(rows.size()) - 1, static_cast<Index>(items.size()));
  std::set<std::string> seen;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    const std::vector<std::string>& cells = rows[r].cells;
    auto complain = [&](const std::string& what) { node.error(fmt::format("line {}: {}", rows[r].line, what)); };
    if (cells.size() != items.size() + 1) {
      complain(fmt::format("must have {} cells, got {}", items.size() + 1, cells.size()));
      continue;
    }
    if (!seen.insert(cells[0]).second) complain(fmt::format("{} is there twice", shown(Json(cells[0]))));
    problem.names.push_back(cells[0]);
    for (std::size_t i = 1; i < cells.size(); ++i) {
      const auto value = to_number(cells[i]);
      if (value && *value >= 0 && *value <= 1) {
        problem.table(static_cast<Index>(r) - 1, static_cast<Index>(i) - 1) = *value;
      } else {
        complain(fmt::format("column {} must be a probability, got {}", items[i - 1], shown(Json(cells[i]))));
      }
    }
  }
}

/// A row of probabilities of items has at most 1 to give away; of labels given items each entry may be 1.
void check_table(const Node& learner, HypothesesProblem& problem) {
  if (const auto node = learner.find("table_of")) {
    const auto what = node->string();
    if (what && *what != "items" && *what != "labels") return node->expected(R"("items" or "labels")");
    problem.labels = what && *what == "labels";
    if (problem.labels && !learner.has("table")) node->error("needs a table");
  }
  constexpr double rounding = 1e-9;
  for (Index h = 0; h < problem.table.rows() && !problem.labels; ++h) {
    const double sum = problem.table.row(h).sum();
    if (sum <= 1 + rounding) continue;
    const Node table = learner["table"];
    const std::string& name = problem.names[static_cast<std::size_t>(h)];
    const std::string why = fmt::format(
        R"(the probabilities of the items sum to {}, more than 1; "table_of": "labels" is for those of labels given items)",
        sum);
    if (table.json().is_object()) {
      table[name].error(why);
    } else {
      table.error(fmt::format("row {}: {}", shown(Json(name)), why));
    }
  }
}

void read_prior(const Node& node, HypothesesProblem& problem) {
  std::vector<std::string_view> names(problem.names.begin(), problem.names.end());
  if (!node.is_object_of(names)) return;
  std::vector<double> values;
  for (std::size_t h = 0; h < names.size(); ++h) {
    const auto member = node.need(names[h]);
    const auto value = member ? read_number(*member, Domain::probability) : std::nullopt;
    if (!value) return;
    values.push_back(*value);
  }
  if (sum_to_one(values, node)) problem.prior = Vector::Map(values.data(), static_cast<Index>(values.size()));
}

}  // namespace

void read_hypotheses(const Node& learner, const Context& context, HypothesesProblem& problem,
                     std::vector<std::string>& items) {
  if (learner.has("hypotheses") == learner.has("table")) {
    return learner.error(R"(must have either "hypotheses", a density each, or "table", the probabilities of items)");
  }
  if (const auto node = learner.find("hypotheses")) {
    read_densities(*node, problem);
  } else if (learner["table"].json().is_string()) {
    read_table_file(learner["table"], context, problem, items);
  } else {
    read_inline_table(learner["table"], problem);
  }
  if (learner.errors().empty()) check_table(learner, problem);
  const auto H = static_cast<Index>(problem.names.size());
  problem.prior = Vector::Constant(H, 1.0 / static_cast<double>(std::max<Index>(H, 1)));
  if (const auto node = learner.find("prior")) read_prior(*node, problem);
}

}  // namespace didact::io
