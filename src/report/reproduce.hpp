#pragma once
// `didact reproduce`: the paper's figures, as it prints them, computed as it says, and corrected.

#include "report/table.hpp"
#include <didact/core/types.hpp>

#include <optional>
#include <string>
#include <vector>

namespace didact::report {

struct ReproduceOptions {
  Index sets = 100'000;  ///< random teaching sets of each baseline, as many as the paper drew
  std::uint64_t seed = 1;
};

/// What stands in one cell: as it reads, and the numbers behind it. Both empty where there is nothing to say.
struct Figure {
  std::string text;
  std::vector<double> values;
};

/// How the print fares against what is so.
enum class Agreement {
  not_printed,
  stands,
  within_chance,  ///< off by no more than two simulations differ
  wrong,
};
std::string_view to_string(Agreement agreement);

struct ReproducedRow {
  std::string id;  ///< stays the same between versions: "multinomial.best.impedance"
  std::string what;
  Figure printed;  ///< a quotation
  Figure as_said;
  Figure corrected;
  std::string note;
  Agreement agreement = Agreement::not_printed;
  std::optional<int> erratum;  ///< that explains it
};

struct Erratum {
  int number = 0;
  std::string title;
  std::string text;
};

struct ReproducedSection {
  std::string title;
  std::string setting;
  std::vector<ReproducedRow> rows;
  std::vector<Erratum> errata;
};

struct Reproduction {
  ReproduceOptions options;
  std::vector<ReproducedSection> sections;

  /// Throws std::out_of_range.
  const ReproducedRow& row(std::string_view id) const;
};

Reproduction reproduce_paper(const ReproduceOptions& options = {});

std::string to_text(const Reproduction& reproduction, Paint paint = {});
io::Json to_json(const Reproduction& reproduction);

}  // namespace didact::report
