#pragma once
// A model: what it says of itself, and how its problems are read.

#include "io/description.hpp"
#include "io/errors.hpp"
#include "io/problem.hpp"

#include <memory>

namespace didact::io {

class Model {
 public:
  explicit Model(Description description) : description_(std::move(description)) {}
  virtual ~Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const Description& description() const { return description_; }

  /// Null if anything is wrong, which is added to the errors. The problem refers to this model.
  virtual std::unique_ptr<const Problem> read(Json json, const Context& context, Errors& errors) const = 0;
  /// A problem whose items have as many statistics as s, for what needs one and is given none.
  virtual std::unique_ptr<const Problem> example_for(Index n, const Vector& s) const;

 private:
  Description description_;
};

inline std::unique_ptr<const Problem> Model::example_for(Index, const Vector&) const {
  refuse_unpacking(description_);
}

/// The first rule that a set breaks.
struct Violation {
  std::string why;
  std::optional<Index> row;  ///< from 1
};
std::optional<Violation> find_violation(const ItemDomain& allowed, const ItemSet& set);

}  // namespace didact::io
