#include "text.hpp"
#include <didact/concepts/named_classes.hpp>

#include <array>
#include <charconv>
#include <functional>
#include <set>
#include <stdexcept>

namespace didact::concepts {
namespace {

using Labels = std::function<bool(std::size_t concept_index, std::size_t item)>;

ConceptClass make(std::vector<std::string> concepts, std::vector<std::string> items, const Labels& labels) {
  ConceptClass made(std::move(concepts), std::move(items));
  for (std::size_t c = 0; c < made.size(); ++c) {
    for (std::size_t i = 0; i < made.items(); ++i) {
      if (labels(c, i)) made.set_label(c, i, true);
    }
  }
  return made;
}

std::vector<std::string> numbers(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= count; ++i) names.push_back(std::to_string(i));
  return names;
}

/// The points of {0,1}^n: 000, 001, …
std::vector<std::string> binary_points(std::size_t n) {
  std::vector<std::string> names;
  for (std::size_t point = 0; point < (std::size_t{1} << n); ++point) {
    std::string name;
    for (std::size_t k = 0; k < n; ++k) name += (point >> (n - 1 - k)) & 1 ? '1' : '0';
    names.push_back(name);
  }
  return names;
}

bool coordinate(std::size_t point, std::size_t variable, std::size_t n) {
  return (point >> (n - 1 - variable)) & 1;
}

ConceptClass thresholds(std::size_t n) {
  std::vector<std::string> names;
  for (std::size_t t = 1; t <= n; ++t) names.push_back(joined({"x>=", std::to_string(t)}));
  names.push_back("none");
  return make(names, numbers(n), [](std::size_t c, std::size_t i) { return i >= c; });
}

ConceptClass singletons(std::size_t m, bool with_empty) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= m; ++i) names.push_back(joined({"{", std::to_string(i), "}"}));
  if (with_empty) names.push_back("{}");
  return make(names, numbers(m), [](std::size_t c, std::size_t i) { return i == c; });
}

ConceptClass power_set(std::size_t m) {
  return make(binary_points(m), numbers(m), [=](std::size_t c, std::size_t i) { return coordinate(c, i, m); });
}

ConceptClass intervals(std::size_t n) {
  std::vector<std::string> names = {"empty"};
  std::vector<std::array<std::size_t, 2>> ends = {{1, 0}};
  for (std::size_t from = 0; from < n; ++from) {
    for (std::size_t to = from; to < n; ++to) {
      names.push_back(joined({"[", std::to_string(from + 1), ",", std::to_string(to + 1), "]"}));
      ends.push_back({from, to});
    }
  }
  return make(names, numbers(n), [=](std::size_t c, std::size_t i) { return ends[c][0] <= i && i <= ends[c][1]; });
}

/// Products of intervals on a grid, and the empty set.
ConceptClass boxes(std::size_t rows, std::size_t columns) {
  const ConceptClass vertical = intervals(rows), horizontal = intervals(columns);
  std::vector<std::string> names = {"empty"}, items;
  std::vector<std::array<std::size_t, 2>> sides = {{0, 0}};
  for (std::size_t a = 1; a < vertical.size(); ++a) {
    for (std::size_t b = 1; b < horizontal.size(); ++b) {
      names.push_back(joined({vertical.name(a), "x", horizontal.name(b)}));
      sides.push_back({a, b});
    }
  }
  for (std::size_t r = 1; r <= rows; ++r) {
    for (std::size_t c = 1; c <= columns; ++c)
      items.push_back(joined({"(", std::to_string(r), ",", std::to_string(c), ")"}));
  }
  return make(names, items, [&](std::size_t c, std::size_t i) {
    return vertical.label(sides[c][0], i / columns) && horizontal.label(sides[c][1], i % columns);
  });
}

/// Conjunctions of variables: r of them leave 2^(n - r) points.
ConceptClass monotone_monomials(std::size_t n) {
  std::vector<std::string> names;
  for (std::size_t set = 0; set < (std::size_t{1} << n); ++set) {
    std::string name;
    for (std::size_t k = 0; k < n; ++k) {
      if (coordinate(set, k, n)) name += joined({name.empty() ? "v" : " v", std::to_string(k + 1)});
    }
    names.push_back(name.empty() ? "true" : name);
  }
  return make(names, binary_points(n), [](std::size_t set, std::size_t point) { return (set & point) == set; });
}

/// Conjunctions of variables and negated ones, none of them contradictory.
ConceptClass monomials(std::size_t n) {
  std::vector<std::string> names;
  std::vector<std::array<std::size_t, 2>> literals;  // the variables that occur, and those that occur as they are
  for (std::size_t used = 0; used < (std::size_t{1} << n); ++used) {
    for (std::size_t plain = used;; plain = (plain - 1) & used) {
      std::string name;
      for (std::size_t k = 0; k < n; ++k) {
        if (!coordinate(used, k, n)) continue;
        name += joined({name.empty() ? "" : " ", coordinate(plain, k, n) ? "v" : "-v", std::to_string(k + 1)});
      }
      names.push_back(name.empty() ? "true" : name);
      literals.push_back({used, plain});
      if (plain == 0) break;
    }
  }
  return make(names, binary_points(n),
              [=](std::size_t c, std::size_t point) { return (point & literals[c][0]) == literals[c][1]; });
}

/// Sums modulo 2 of some coordinates.
ConceptClass parities(std::size_t n) {
  return make(binary_points(n), binary_points(n),
              [](std::size_t c, std::size_t point) { return std::popcount(c & point) % 2 == 1; });
}

/// Sets of points of {0,1}^n, n ≤ 4, that a plane cuts off. Weights up to 3 reach all of them.
ConceptClass halfspaces(std::size_t n) {
  const std::size_t points = std::size_t{1} << n;
  std::size_t combinations = 1;
  for (std::size_t k = 0; k < n; ++k) combinations *= 7;
  std::set<std::size_t> found;
  for (std::size_t code = 0; code < combinations; ++code) {
    for (int threshold = -13; threshold <= 13; ++threshold) {
      std::size_t labels = 0;
      for (std::size_t point = 0; point < points; ++point) {
        int sum = 0;
        for (std::size_t k = 0, rest = code; k < n; ++k, rest /= 7) {
          if (coordinate(point, k, n)) sum += static_cast<int>(rest % 7) - 3;
        }
        if (sum >= threshold) labels |= std::size_t{1} << point;
      }
      found.insert(labels);
    }
  }
  const std::vector<std::size_t> sets(found.begin(), found.end());
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= sets.size(); ++i) names.push_back(joined({"h", std::to_string(i)}));
  return make(names, binary_points(n), [&](std::size_t c, std::size_t i) { return (sets[c] >> i) & 1; });
}

/// The smallest class whose recursive dimension (3) exceeds its Vapnik-Chervonenkis dimension (2).
ConceptClass warmuth() {
  std::vector<std::string> names;
  for (const std::string pattern : {"11000", "11010"}) {
    for (std::size_t shift = 0; shift < 5; ++shift)
      names.push_back(joined({pattern.substr(5 - shift), pattern.substr(0, 5 - shift)}));
  }
  return make(names, numbers(5), [&](std::size_t c, std::size_t i) { return names[c][i] == '1'; });
}

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw std::invalid_argument(joined({"\"", text, "\" ", why}));
}

/// The numbers after the colon, with "x" between.
std::vector<std::size_t> parameters_of(std::string_view text) {
  std::vector<std::size_t> values;
  const std::size_t colon = text.find(':');
  for (std::size_t at = colon; at < text.size();) {
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data() + at + 1, text.data() + text.size(), value);
    const bool more = end < text.data() + text.size();
    if (error != std::errc{} || (more && *end != 'x'))
      refuse(text, "needs whole numbers after its colon, as in boxes:3x4");
    values.push_back(value);
    at = static_cast<std::size_t>(end - text.data());
  }
  return values;
}

struct Maker {
  NamedClass description;
  std::size_t parameters;
  std::size_t smallest, largest;  ///< of each parameter
  std::function<ConceptClass(const std::vector<std::size_t>&)> make;
};

const std::vector<Maker>& makers() {
  using P = const std::vector<std::size_t>&;
  static const std::vector<Maker> list = {
      {{"thresholds", "n", "x >= t on 1…n: 1 at the two ends, else 2", "thresholds:10"},
       1,
       1,
       40000,
       [](P p) { return thresholds(p[0]); }},
      {{"singletons", "m", "one of m items: 1", "singletons:8"},
       1,
       1,
       40000,
       [](P p) { return singletons(p[0], false); }},
      {{"singletons-and-empty", "m", "one of m items, or none: 1, and m for the empty concept",
        "singletons-and-empty:8"},
       1,
       1,
       40000,
       [](P p) { return singletons(p[0], true); }},
      {{"power-set", "m", "all sets of m items: m", "power-set:4"}, 1, 1, 20, [](P p) { return power_set(p[0]); }},
      {{"intervals", "n", "intervals on 1…n, and the empty one: up to 4, and n", "intervals:8"},
       1,
       1,
       1000,
       [](P p) { return intervals(p[0]); }},
      {{"boxes", "rxc", "rectangles on a grid, and the empty one: up to 6, and rc", "boxes:3x4"},
       2,
       1,
       30,
       [](P p) { return boxes(p[0], p[1]); }},
      {{"monotone-monomials", "n", "conjunctions of r of n variables: min(r + 1, n)", "monotone-monomials:4"},
       1,
       1,
       14,
       [](P p) { return monotone_monomials(p[0]); }},
      {{"monomials", "n", "conjunctions of r of n variables, some negated: min(r + 2, n + 1)", "monomials:3"},
       1,
       1,
       10,
       [](P p) { return monomials(p[0]); }},
      {{"parities", "n", "sums modulo 2 of some of n bits: n", "parities:4"},
       1,
       1,
       14,
       [](P p) { return parities(p[0]); }},
      {{"halfspaces", "n", "what a plane cuts off the corners of a cube", "halfspaces:3"},
       1,
       1,
       4,
       [](P p) { return halfspaces(p[0]); }},
      {{"warmuth", "", "rotations of 11000 and 11010: 3", "warmuth"}, 0, 0, 0, [](P) { return warmuth(); }},
  };
  return list;
}

}  // namespace

const std::vector<NamedClass>& named_classes() {
  static const std::vector<NamedClass> list = [] {
    std::vector<NamedClass> all;
    for (const Maker& maker : makers()) all.push_back(maker.description);
    return all;
  }();
  return list;
}

ConceptClass named_class(std::string_view text) {
  const std::string_view name = text.substr(0, text.find(':'));
  for (const Maker& maker : makers()) {
    if (maker.description.name != name) continue;
    const std::vector<std::size_t> parameters = parameters_of(text);
    if (parameters.size() != maker.parameters) refuse(text, joined({"must be like ", maker.description.example}));
    for (const std::size_t value : parameters) {
      if (value >= maker.smallest && value <= maker.largest) continue;
      refuse(text, joined({"must have numbers from ", std::to_string(maker.smallest), " to ",
                           std::to_string(maker.largest)}));
    }
    return maker.make(parameters);
  }
  std::string known;
  for (const NamedClass& each : named_classes()) known += joined({known.empty() ? "" : ", ", each.example});
  refuse(text, joined({"is no class known by name; known: ", known}));
}

}  // namespace didact::concepts
