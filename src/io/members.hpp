#pragma once
// The parts of reading a learner and a target that do not depend on which learner it is.

#include "io/description.hpp"
#include "io/items.hpp"
#include "io/node.hpp"
#include <didact/core/internal/judge.hpp>
#include <didact/core/learner.hpp>

#include <optional>
#include <vector>

namespace didact::io {

/// An entry of one_of or of a belief: a weight, and what it weighs.
struct Member {
  double weight = 1;
  Node value;
};

/// Entries {"weight": w, <key>: {…}}. Weights sum to 1; with `optional_weights` they may all be absent.
std::vector<Member> read_members(const Node& list, std::string_view key, bool optional_weights);

struct Membership {
  Judge judge = Judge::expected;
  std::vector<Member> members;  ///< of `prior` one, of `one_of` all
};

/// The priors in `learner`, unread, and how they are judged. Complains about unknown keys and about both or neither.
Membership read_membership(const Node& learner, const Description& model);

enum class TargetKind { none, point, belief, data };

/// What a target is given by; complains about unknown keys and mixtures.
TargetKind read_target_kind(const Node& target, const Description& model);

/// Complains about each mistake with the value that was written.
void report_mistakes(const Node& prior, const std::vector<Mistake>& mistakes);

/// Why a parameter fitted to these items is outside its domain and what it would take, or nothing.
std::string not_fitted(const Matrix& items, std::string_view name, Domain domain, double value);
std::string not_fitted(const Matrix& items, std::string_view name, Domain domain, const Matrix& value);
inline std::string not_fitted(const Matrix&, std::string_view, Domain, const std::vector<double>&) {
  return {};
}
inline std::string not_fitted(const Matrix&, std::string_view, Domain, const Vector&) {
  return {};
}

}  // namespace didact::io
