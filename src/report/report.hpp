#pragma once
// Answers as JSON (the contract), as CSV (the items) and as text (for a person).

#include "io/errors.hpp"
#include "io/json.hpp"
#include "report/answers.hpp"
#include "report/table.hpp"
#include <didact/core/problem.hpp>

#include <string>
#include <vector>

namespace didact::report {

/// Items beyond this many are written only if asked for.
inline constexpr Index most_items_written = 10'000;

Json to_json(const Answer& answer, bool all_items = false);
Json to_json(const Verdict& verdict);
Json to_json(const Unpacked& unpacked);
Json to_json(const std::vector<io::Error>& errors);

/// One item a row, under a header.
std::string to_csv(const ItemSet& items, const io::ItemKind& kind);
std::string to_csv(const Answer& answer);

std::string to_text(const Answer& answer, Paint paint = {});
std::string to_text(const Verdict& verdict, Paint paint = {});
std::string to_text(const Unpacked& unpacked, Paint paint = {});
std::string to_text(const std::vector<io::Error>& errors, const std::string& source, Paint paint = {});

/// One item: a name, a number or a list of numbers.
Json item_json(const ItemSet& items, Index row, const io::ItemKind& kind);

}  // namespace didact::report
