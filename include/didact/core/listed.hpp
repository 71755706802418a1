#pragma once
// Teaching sets whose items are no rows of numbers: documents, sequences.

#include <didact/core/lesson.hpp>

#include <numeric>
#include <vector>

namespace didact {

/// A teaching set, with equal items written once.
template <class Item>
struct Listed {
  std::vector<Item> items;
  std::vector<Index> copies;  ///< how often each is shown

  Index size() const { return std::accumulate(copies.begin(), copies.end(), Index{0}); }

  /// Joins the last item if it is the same.
  void add(Item item, Index times = 1) {
    if (!items.empty() && items.back() == item) {
      copies.back() += times;
    } else {
      items.push_back(std::move(item));
      copies.push_back(times);
    }
  }
};

/// A lesson whose set is such a list; the lesson's own `items` stay empty.
template <class Item>
struct ListedLesson {
  Lesson lesson;
  Listed<Item> items;
};

}  // namespace didact
