#include "services/lesson.hpp"

namespace didact::services {

io::Answer teach(const io::Problem& problem, const Options& options) {
  return problem.teach(options);
}

io::Verdict evaluate(const io::Problem& problem, const io::GivenSet& set, const Options& options) {
  return problem.evaluate(set, options);
}

void refuse(std::string path, std::string message) {
  throw io::InvalidProblem(io::Error{std::move(path), std::move(message)});
}

}  // namespace didact::services
