// The reproduction as a table for a person, and as JSON.

#include "report/layout.hpp"
#include "report/reproduce.hpp"
#include "report/version.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace didact::report {
namespace {

constexpr std::string_view paper_title = "Machine Teaching for Bayesian Learners in the Exponential Family";

std::string mark(Agreement agreement) {
  switch (agreement) {
    case Agreement::not_printed:
      return " ";
    case Agreement::stands:
      return "✓";
    case Agreement::within_chance:
      return "≈";
    case Agreement::wrong:
      return "✗";
  }
  return "";
}

std::string painted(const ReproducedRow& row, Paint paint) {
  const std::string text = mark(row.agreement);
  return row.agreement == Agreement::stands  ? paint.good(text)
         : row.agreement == Agreement::wrong ? paint.warning(text)
                                             : text;
}

std::string remark(const ReproducedRow& row) {
  if (row.erratum) return fmt::format("erratum {}", *row.erratum);
  return row.note;
}

std::string section_text(const ReproducedSection& section, Paint paint) {
  auto cell = [](const Figure& figure) { return figure.text.empty() ? std::string("–") : figure.text; };
  Table table("lllll");
  table.add({"", "the paper prints", "computed as it says", "corrected", ""});
  for (const ReproducedRow& row : section.rows) {
    table.add(
        {painted(row, paint) + " " + row.what, cell(row.printed), cell(row.as_said), cell(row.corrected), remark(row)});
  }
  std::string text = fmt::format("{}\n{}\n\n{}", paint.bold(section.title), section.setting, table.text());
  for (const Erratum& erratum : section.errata) {
    text += fmt::format("\n  {}\n{}", paint.bold(fmt::format("Erratum {}. {}", erratum.number, erratum.title)),
                        wrapped(erratum.text, "    "));
  }
  return text;
}

std::string summary(const Reproduction& reproduction) {
  Index printed = 0, stands = 0, chance = 0, errata = 0;
  for (const ReproducedSection& section : reproduction.sections) {
    errata += static_cast<Index>(section.errata.size());
    for (const ReproducedRow& row : section.rows) {
      printed += row.agreement != Agreement::not_printed;
      stands += row.agreement == Agreement::stands;
      chance += row.agreement == Agreement::within_chance;
    }
  }
  return fmt::format("{} printed figures and claims: {} stand, {} are within chance, {} do not stand; {} errata.\n",
                     printed, stands, chance, printed - stands - chance, errata);
}

io::Json figure_json(const Figure& figure) {
  if (figure.text.empty()) return nullptr;
  io::Json values = io::Json::array();
  for (const double value : figure.values) values.push_back(io::number(value));
  return {{"text", figure.text}, {"values", values}};
}

io::Json row_json(const ReproducedRow& row) {
  return {{"id", row.id},
          {"what", row.what},
          {"printed", figure_json(row.printed)},
          {"as_said", figure_json(row.as_said)},
          {"corrected", figure_json(row.corrected)},
          {"agreement", to_string(row.agreement)},
          {"erratum", row.erratum ? io::Json(*row.erratum) : io::Json()},
          {"note", row.note}};
}

}  // namespace

std::string to_text(const Reproduction& reproduction, Paint paint) {
  const ReproduceOptions& options = reproduction.options;
  std::string text = fmt::format(
      "“{}”, recomputed\n"
      "✓ stands   ≈ within the chance of a simulation   ✗ does not stand\n"
      "random baselines: {} sets each, seed {}\n",
      paper_title, grouped(options.sets), options.seed);
  for (const ReproducedSection& section : reproduction.sections) text += "\n" + section_text(section, paint);
  return text + "\n" + summary(reproduction);
}

io::Json to_json(const Reproduction& reproduction) {
  io::Json sections = io::Json::array();
  for (const ReproducedSection& section : reproduction.sections) {
    io::Json rows = io::Json::array(), errata = io::Json::array();
    for (const ReproducedRow& row : section.rows) rows.push_back(row_json(row));
    for (const Erratum& erratum : section.errata) {
      errata.push_back({{"number", erratum.number}, {"title", erratum.title}, {"text", erratum.text}});
    }
    sections.push_back({{"title", section.title}, {"setting", section.setting}, {"rows", rows}, {"errata", errata}});
  }
  return with_version({{"paper", paper_title},
                       {"sets", reproduction.options.sets},
                       {"seed", reproduction.options.seed},
                       {"sections", sections}});
}

}  // namespace didact::report
