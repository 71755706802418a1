#include "io/errors.hpp"

#include <fmt/format.h>

namespace didact::io {

void Errors::add(std::string path, std::string message) {
  add([&] { return Error{std::move(path), std::move(message)}; });
}

std::vector<Error> Errors::list() const {
  std::vector<Error> all = errors_;
  if (count_ > most_listed) all.push_back({"", fmt::format("and {} more mistakes", count_ - most_listed)});
  return all;
}

InvalidProblem::InvalidProblem(std::vector<Error> errors) : errors_(std::move(errors)) {
  for (const Error& error : errors_) {
    if (!what_.empty()) what_ += '\n';
    what_ += error.text();
  }
}

}  // namespace didact::io
