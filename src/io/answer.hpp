#pragma once
// What the commands have to say, before it is said as JSON, CSV or text.

#include "io/description.hpp"
#include "io/items.hpp"
#include <didact/core/internal/judge.hpp>
#include <didact/core/lesson.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace didact::io {

/// One learner's state: the parameters of its belief, and the target that it expects.
struct Belief {
  Json parameters;
  Json expects;
};

/// Whom an answer is about.
struct Class {
  const Description* model = nullptr;
  ItemKind items;
  bool several = false;  ///< given by one_of
  bool rules = false;    ///< not every set of items is allowed
  std::vector<double> weights;
  Judge judge = Judge::expected;
  Json target;       ///< the point to be taught; null for a belief
  bool own = false;  ///< a learner of the user's, who alone knows its target
};

/// Items that are no rows of numbers, as their model writes them.
struct WrittenItems {
  struct Item {
    Json json;
    std::vector<std::string> cells;  ///< of a CSV, and of a table for people
    Index copies = 1;
  };
  std::vector<std::string> titles;  ///< one a cell
  std::vector<Item> items;          ///< equal ones once
};

/// `didact teach`
struct Answer {
  Class learners;
  Lesson lesson;
  std::vector<Belief> before;
  std::vector<Belief> after;                 ///< none where there are no items
  std::optional<WrittenItems> written = {};  ///< where the lesson's own items say nothing
  Json counts = {};                          ///< where they are more than the lesson's one list
  std::vector<Answer> parts = {};            ///< of a product, whose lesson has their sums
};

/// `didact evaluate`
struct Verdict {
  Class learners;
  Evaluation set;
  std::vector<Belief> after;  ///< none if the learner cannot see these items
  Lesson optimum;
  std::vector<Belief> before = {};
  ItemSet items = {};                        ///< the set itself
  std::optional<WrittenItems> written = {};  ///< where those say nothing

  /// Infinite where one of them is: nothing is so far above nothing.
  double excess() const {
    const double difference = set.impedance - optimum.impedance;
    return std::isfinite(difference) ? difference : infinity;
  }
  /// A difference of impedances that is rounding.
  double rounding() const { return 1e-9 * std::max(1.0, std::abs(set.impedance)); }
  /// Throws std::logic_error if the set is better than any is proven to be.
  void check() const;
};

/// `didact unpack`
struct Unpacked {
  ItemKind items;
  Vector s;
  ItemSet set;
  std::uint64_t seed = 1;
};

}  // namespace didact::io
