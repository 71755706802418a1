// Example 5: the multinomial.

#include "report/paper_baselines.hpp"
#include <didact/core/random.hpp>
#include <didact/core/special.hpp>
#include <didact/didact.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace didact::report::paper {
namespace {

using Counts = std::vector<double>;

const Counts many{317, 965, 1933};  // where the paper's optimiser stopped

struct Example {
  Categorical learner{.beta = {6, 3, 1}};
  Categorical::Target target{.pi = {0.1, 0.3, 0.6}};
  double c = 0.3;

  Problem<Categorical> problem() const {
    Problem<Categorical> all;
    all.learners = {{1, learner}};
    all.target = target;
    all.effort = per_item(c);
    return all;
  }
  double impedance(const Counts& counts) const { return evaluate(problem(), items(counts)).impedance; }

  static ItemSet items(const Counts& counts) {
    ItemSet set{Matrix(static_cast<Index>(counts.size()), 1), {}};
    for (std::size_t k = 0; k < counts.size(); ++k) {
      set.rows(static_cast<Index>(k), 0) = static_cast<double>(k + 1);
      set.copies.push_back(static_cast<Index>(counts[k]));
    }
    return set;
  }
};

Counts counts_of(const Lesson& lesson) {
  return {lesson.counts->begin(), lesson.counts->end()};
}

/// Step 2 of the paper: s_k ← [s_k].
Counts rounded(const Vector& s) {
  Counts counts;
  for (const double s_k : s) counts.push_back(std::round(s_k));
  return counts;
}

/// All sets of ten, with their impedances and their probabilities under multinomial(10, π*).
struct SetsOfTen {
  static constexpr int size = 10;
  std::vector<Counts> counts;
  std::vector<double> impedances;
  std::vector<double> probabilities;
  int place[size + 1][size + 1] = {};  ///< of the set with these first two counts

  explicit SetsOfTen(const Example& example) {
    const std::vector<double>& pi = example.target.pi;
    for (int a = 0; a <= size; ++a) {
      for (int b = 0; a + b <= size; ++b) {
        const Counts s{double(a), double(b), double(size - a - b)};
        place[a][b] = static_cast<int>(counts.size());
        counts.push_back(s);
        impedances.push_back(example.impedance(s));
        double log_probability = log_gamma(size + 1);
        for (std::size_t k = 0; k < s.size(); ++k) log_probability += s[k] * std::log(pi[k]) - log_gamma(s[k] + 1);
        probabilities.push_back(std::exp(log_probability));
      }
    }
  }

  std::vector<double> sample(const Categorical::Target& target, const ReproduceOptions& options) const {
    Random random(options.seed, 5);
    std::vector<double> result(static_cast<std::size_t>(options.sets));
    for (double& impedance : result) {
      int first = 0, second = 0;
      for (int i = 0; i < size; ++i) {
        const double u = random.uniform();
        first += u < target.pi[0];
        second += u >= target.pi[0] && u < target.pi[0] + target.pi[1];
      }
      impedance = impedances[place[first][second]];
    }
    return result;
  }

  double probability_above(double impedance) const {
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) sum += impedances[i] > impedance ? probabilities[i] : 0;
    return sum;
  }
};

std::vector<double> maximum_likelihood(const Counts& counts) {
  const Vector s = Vector::Map(counts.data(), static_cast<Index>(counts.size()));
  return Categorical().maximum_likelihood(s.sum(), s).pi;
}

void add_brute_force(ReproducedSection& section) {
  const Example free{.c = 0};
  const Lesson lesson = teach(free.problem());
  auto free_impedance = [&](double times) {
    const double impedance = free.impedance({times * many[0], times * many[1], times * many[2]});
    return Figure{"TI " + fixed(impedance, 6), {impedance}};
  };
  ReproducedRow row{
      .id = "multinomial.zero_effort",
      .what = "zero effort: best set",
      .printed = list(many),
      .as_said = free_impedance(1),
      .corrected = words(fmt::format("{}: {}", to_string(lesson.status), to_string(lesson.direction.value())))};
  // The paper says so itself: "Otherwise, the counts would grow even higher".
  row.agreement = lesson.status == Status::unbounded ? Agreement::stands : Agreement::wrong;
  section.rows.push_back(std::move(row));
  section.rows.push_back(
      unprinted("multinomial.zero_effort.ten_times", "  ten times as many", free_impedance(10), free_impedance(10)));
  const Figure estimate = list(maximum_likelihood(many), 3);
  section.rows.push_back(compared({"multinomial.zero_effort.mle",
                                   "  its MLE",
                                   {"(0.099, 0.300, 0.601)", {0.099, 0.300, 0.601}},
                                   estimate,
                                   estimate,
                                   half_unit(3)}));
}

void add_impedance(const Example& example, const std::string& id, const std::string& what, const Figure& printed,
                   const Counts& counts, ReproducedSection& section) {
  const Figure impedance = number(example.impedance(counts));
  section.rows.push_back(compared({id, what, printed, impedance, impedance, half_unit(2)}));
}

void add_optimum(const Example& example, ReproducedSection& section) {
  const Lesson lesson = teach(example.problem());
  const Counts as_said = rounded(lesson.relaxed->s);
  const Figure relaxed = list(lesson.relaxed->s);
  section.rows.push_back(unprinted("multinomial.relaxed", "step 1: relaxed s", relaxed, relaxed));
  const Figure bound = number(lesson.relaxed->impedance);
  section.rows.push_back(unprinted("multinomial.relaxed.impedance", "  its TI, a bound", bound, bound));
  section.rows.push_back(compared({.id = "multinomial.best",
                                   .what = "step 2: best set",
                                   .printed = {"(0, 2, 8)", {0, 2, 8}},
                                   .as_said = list(as_said),
                                   .corrected = list(counts_of(lesson)),
                                   .note = std::string(to_string(lesson.status))}));
  section.rows.push_back(compared({"multinomial.best.impedance",
                                   "  its TI",
                                   {"2.65", {2.65}},
                                   number(example.impedance(as_said)),
                                   number(lesson.impedance),
                                   half_unit(2)}));
  const Figure estimate = list(maximum_likelihood({1, 3, 6}));
  section.rows.push_back(
      compared({"multinomial.proportional.mle", "MLE of (1, 3, 6)", {"π*", example.target.pi}, estimate, estimate}));
  add_impedance(example, "multinomial.proportional", "TI of (1, 3, 6)", {"4.51", {4.51}}, {1, 3, 6}, section);
  add_impedance(example, "multinomial.many", "TI of (317, 965, 1933)", {"956.25", {956.25}}, many, section);
  section.rows.push_back(unprinted("multinomial.untaught", "TI of teaching nothing", number(lesson.loss_before),
                                   number(lesson.loss_before)));
}

void add_rounding(Errata& errata, ReproducedSection& section) {
  const Example other{.learner = {{1, 1, 1}}, .target = {{0.25, 0.25, 0.5}}, .c = 0.2};
  const Lesson lesson = teach(other.problem());
  const Counts as_said = rounded(lesson.relaxed->s);
  auto with_impedance = [&](const Counts& counts) {
    Figure figure = list(counts);
    figure.values.push_back(other.impedance(counts));
    figure.text += ", TI " + fixed(figure.values.back(), 4);
    return figure;
  };
  ReproducedRow row{.id = "multinomial.rounding",
                    .what = "another problem, rounded",
                    .printed = words("s_k ← [s_k]"),
                    .as_said = with_impedance(as_said),
                    .corrected = with_impedance(counts_of(lesson))};
  row.agreement = row.as_said.values.back() <= lesson.impedance ? Agreement::stands : Agreement::wrong;
  section.rows.push_back(std::move(row));
  errata.add(
      section, "Rounding every s_k does not give the best set in general.",
      fmt::format("With β = (1, 1, 1), π* = (1/4, 1/4, 1/2) and 0.2 an item the relaxed optimum is {}. Adding always "
                  "the item that lowers TI most is exact for every n, and finds {}.",
                  list(lesson.relaxed->s).text, list(counts_of(lesson)).text),
      {"multinomial.rounding"});
}

void add_baseline(const Example& example, const ReproduceOptions& options, Errata& errata, ReproducedSection& section) {
  const SetsOfTen all(example);
  const Spread exact = exact_spread(all.impedances, all.probabilities);
  Baseline printed{.id = "multinomial.random",
                   .mean = {"4.97", {4.97}},
                   .deviation = {"1.88", {1.88}},
                   .minimum = {"2.65", {2.65}},
                   .maximum = {"18.7", {18.7}},
                   .maximum_decimals = 1};
  const double at_least = 18.7 - half_unit(1);
  printed.above_maximum = sets_in_the_paper * all.probability_above(18.7 + half_unit(1));
  for (ReproducedRow& row : baseline_rows(printed, sampled_spread(all.sample(example.target, options)), exact)) {
    section.rows.push_back(std::move(row));
  }
  const std::size_t worst = std::max_element(all.impedances.begin(), all.impedances.end()) - all.impedances.begin();
  errata.add(
      section, "The baseline needs no simulation, and a simulation misses its maximum.",
      fmt::format(
          "There are only {} sets of ten; summed over all of them TI is {:.6f} ± {:.6f}. The worst is {} with TI "
          "{:.3f}, of probability {:.0e}. The worst of 100,000 draws is another matter: among them {:.2f} sets of TI "
          "18.65 or more are expected.",
          all.counts.size(), exact.mean, exact.deviation, list(all.counts[worst]).text, exact.maximum,
          all.probabilities[worst], sets_in_the_paper * all.probability_above(at_least)),
      {"multinomial.random.mean", "multinomial.random.deviation", "multinomial.random.maximum"});
}

}  // namespace

ReproducedSection multinomial(const ReproduceOptions& options, Errata& errata) {
  ReproducedSection section{
      .title = "Example 5. A multinomial distribution",
      .setting = "π* = (1/10, 3/10, 6/10), the learner believes Dirichlet(6, 3, 1), effort 0.3 an item"};
  const Example example;
  add_brute_force(section);
  add_optimum(example, section);
  add_rounding(errata, section);
  add_baseline(example, options, errata, section);
  return section;
}

}  // namespace didact::report::paper
