#include "io/example.hpp"

#include "io/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace didact::io {

void resize_example(std::vector<double>& value, Domain domain, Index size) {
  const double entry = domain == Domain::simplex ? 1.0 / static_cast<double>(size) : value[0];
  value.assign(static_cast<std::size_t>(size), entry);
}

void resize_example(Vector& value, Domain, Index size) {
  value = Vector::Constant(size, value[0]).eval();
}

void resize_example(Matrix& value, Domain, Index size) {
  value = (value(0, 0) * Matrix::Identity(size, size)).eval();
}

Index size_with(const std::function<Index(Index)>& numbers, Index wanted) {
  Index size = 1;
  const bool grows = numbers(1) != numbers(2);
  if (grows) {
    while (numbers(size) < wanted) size *= 2;
    for (Index low = size / 2; size - low > 1;) {
      const Index middle = (low + size) / 2;
      (numbers(middle) < wanted ? low : size) = middle;
    }
  }
  if (numbers(size) == wanted) return size;
  const std::string expected =
      grows ? fmt::format("{}, {}, {}, …", numbers(1), numbers(2), numbers(3)) : fmt::format("{}", numbers(1));
  throw InvalidProblem(Error{"--s", fmt::format("must have {} numbers, got {}", expected, wanted)});
}

}  // namespace didact::io
