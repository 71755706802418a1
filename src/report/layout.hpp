#pragma once
// The blocks that text answers are made of.

#include "report/report.hpp"

#include <string>

namespace didact::report {

/// The items: categories counted, numbers in lines, vectors one a line; many are cut.
/// `rows` says which of a pool's rows each is, or nothing.
std::string items_block(const ItemSet& items, const std::vector<Index>& rows, const io::ItemKind& kind);

/// The same of items that their model wrote.
std::string items_block(const WrittenItems& written);

/// One row a category: how often it is taught, and how probable the learner takes it to be.
std::string categories_block(const Answer& answer);

/// Parameter by parameter: before and after, either of which may be empty; and with `expectations` also what the
/// learner takes the target to be.
std::string beliefs_block(const Class& learners, const std::vector<Belief>& before, const std::vector<Belief>& after,
                          const std::vector<double>& losses, bool expectations);

/// Lines of at most 96 columns, continued under `margin`.
std::string wrapped(const std::string& text, std::string_view margin);

}  // namespace didact::report
