#pragma once
// The example that a learner's defaults are, at any number of categories or dimensions.

#include <didact/core/learner.hpp>

#include <functional>
#include <tuple>
#include <vector>

namespace didact::io {

inline void resize_example(double&, Domain, Index) {}
void resize_example(std::vector<double>& value, Domain domain, Index size);
void resize_example(Vector& value, Domain domain, Index size);
void resize_example(Matrix& value, Domain domain, Index size);

template <class Owner, class... Fields>
void resize_fields(const std::tuple<Fields...>& fields, Owner& owner, Index size) {
  std::apply([&](const auto&... f) { (resize_example(owner.*f.member, f.domain, size), ...); }, fields);
}

template <Learner L>
L example_learner(Index size) {
  L learner;
  resize_fields(L::known_fields(), learner, size);
  resize_fields(L::prior_fields(), learner, size);
  return learner;
}

template <Learner L>
typename L::Target example_target(Index size) {
  typename L::Target target;
  resize_fields(L::Target::fields(), target, size);
  return target;
}

/// The size whose statistic has `wanted` numbers; throws InvalidProblem at --s if there is none.
Index size_with(const std::function<Index(Index size)>& numbers, Index wanted);

}  // namespace didact::io
