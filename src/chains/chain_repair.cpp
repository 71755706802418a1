#include "chain_repair.hpp"

#include <algorithm>

namespace didact::chains {
namespace {

class Repair {
 public:
  Repair(const ChainRows& model, const Box& box, Rows rows)
      : model_(model), box_(box), rows_(std::move(rows)), totals_(model.rows(), 0), spare_(model.states(), 0) {
    for (std::size_t row = 0; row < model.rows(); ++row) {
      for (std::size_t j = 0; j < model.states(); ++j) {
        totals_[row] += rows_[row][j];
        spare_[j] += rows_[row][j];
      }
      if (row > 0) spare_[row - 1] -= totals_[row];
    }
  }

  /// Every step but the dropping of a transition leaves less to repair, and transitions come to an end.
  Rows run() {
    for (auto open = spare_.begin(); open != spare_.end();) {
      open = std::find_if(spare_.begin(), spare_.end(), [](Index spare) { return spare < 0; });
      if (open != spare_.end() && !mend(static_cast<std::size_t>(open - spare_.begin()))) return {};
    }
    return std::move(rows_);
  }

 private:
  struct Change {
    double cost = infinity;
    std::size_t row = 0, more = 0, fewer = 0;  ///< a state that is none: no change there
  };

  std::size_t none() const { return model_.states(); }

  double of_total(std::size_t row, Index change) const {
    const Index total = totals_[row] + change;
    if (total < box_.low[row] || total > box_.high[row]) return infinity;
    return model_.of_total(row, total) - model_.of_total(row, totals_[row]);
  }
  double one_more(std::size_t row, std::size_t j) const {
    return model_.possible(row, j) ? model_.increment(row, j, rows_[row][j]) : infinity;
  }
  double one_fewer(std::size_t row, std::size_t j) const { return -model_.increment(row, j, rows_[row][j] - 1); }

  bool mend(std::size_t j) {
    Change best;
    auto offer = [&best](const Change& change) {
      if (change.cost < best.cost) best = change;
    };
    offer({one_more(0, j) + of_total(0, 1), 0, j, none()});
    for (std::size_t k = 0; k < none(); ++k) {
      if (k == j) continue;
      if (rows_[j + 1][k] > 0) offer({one_fewer(j + 1, k) + of_total(j + 1, -1), j + 1, none(), k});
      if (spare_[k] <= 0) continue;
      offer({one_more(k + 1, j) + of_total(k + 1, 1), k + 1, j, none()});
      for (std::size_t row = 0; row < rows_.size(); ++row) {
        if (rows_[row][k] > 0) offer({one_more(row, j) + one_fewer(row, k), row, j, k});
      }
    }
    if (best.cost == infinity) return false;
    apply(best);
    return true;
  }

  void apply(const Change& change) {
    auto add = [&](std::size_t j, Index one) {
      if (j == none()) return;
      rows_[change.row][j] += one;
      totals_[change.row] += one;
      spare_[j] += one;
      if (change.row > 0) spare_[change.row - 1] -= one;
    };
    add(change.more, 1);
    add(change.fewer, -1);
    if (change.row > 0) fit_stay(change.row);
  }

  /// Staying in a state leaves it as often as it enters it: free to follow the rest of its row.
  void fit_stay(std::size_t row) {
    const std::size_t stay = row - 1;
    while (true) {
      const bool fewer = rows_[row][stay] > 0 && one_fewer(row, stay) + of_total(row, -1) < 0;
      const bool more = !fewer && one_more(row, stay) + of_total(row, 1) < 0;
      if (!fewer && !more) return;
      rows_[row][stay] += more ? 1 : -1;
      totals_[row] += more ? 1 : -1;
    }
  }

  const ChainRows& model_;
  const Box& box_;
  Rows rows_;
  std::vector<Index> totals_;
  std::vector<Index> spare_;  ///< how much oftener each state is entered than left
};

}  // namespace

Rows repaired(const ChainRows& model, const Box& box, Rows rows) {
  return Repair(model, box, std::move(rows)).run();
}

}  // namespace didact::chains
