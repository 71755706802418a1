#include "report/reproduce.hpp"

#include "report/paper_figures.hpp"

#include <stdexcept>

namespace didact::report {

std::string_view to_string(Agreement agreement) {
  switch (agreement) {
    case Agreement::not_printed:
      return "not printed";
    case Agreement::stands:
      return "stands";
    case Agreement::within_chance:
      return "within chance";
    case Agreement::wrong:
      return "wrong";
  }
  return "";
}

const ReproducedRow& Reproduction::row(std::string_view id) const {
  for (const ReproducedSection& section : sections) {
    for (const ReproducedRow& row : section.rows) {
      if (row.id == id) return row;
    }
  }
  throw std::out_of_range("the reproduction has no row " + std::string(id));
}

Reproduction reproduce_paper(const ReproduceOptions& options) {
  if (options.sets < 2) throw std::invalid_argument("a deviation needs at least 2 random sets");
  paper::Errata errata;
  Reproduction reproduction{.options = options};
  reproduction.sections.push_back(paper::unpacking(options));
  reproduction.sections.push_back(paper::gaussian_mean(errata));
  reproduction.sections.push_back(paper::multinomial(options, errata));
  reproduction.sections.push_back(paper::multivariate_gaussian(options, errata));
  // First in the paper, last among the errata, whose numbers stay what they were.
  std::vector<ReproducedSection> first = {paper::thresholds(errata), paper::two_models(errata),
                                          paper::teaching_dimension(errata)};
  reproduction.sections.insert(reproduction.sections.begin(), first.begin(), first.end());
  return reproduction;
}

}  // namespace didact::report
