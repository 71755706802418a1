#pragma once
// Answers as pictures: SVG documents that stand alone, and are readable on light and on dark pages.

#include "plot/sheet.hpp"
#include "report/answers.hpp"
#include <didact/concepts/dimension.hpp>

#include <string>

namespace didact::report {

/// What is taught, and the learner before and after beside the target. `problem` is the file that was answered, which
/// knows names and what the learner knows.
plot::Sheet sheet(const Answer& answer, const Json& problem);
/// The same of a given set, with what it is worth beside the best.
plot::Sheet sheet(const Verdict& verdict, const Json& problem);

/// How many items each concept needs; of large classes, how many concepts need how many.
plot::Sheet sheet(const ConceptClass& concepts, const concepts::ClassDimension& dimension);

/// The sheet of something, drawn.
template <class Result, class About>
std::string picture(const Result& result, const About& about) {
  return plot::draw(sheet(result, about));
}

}  // namespace didact::report
