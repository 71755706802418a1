#pragma once
// A product as what it is made of: a problem for each part, and where each of its values stands in the whole.

#include "io/model.hpp"
#include "io/node.hpp"

#include <optional>
#include <vector>

namespace didact::io {

struct Part {
  const Model* model = nullptr;
  Json json;
  std::size_t index = 0;
  std::vector<std::string> own;                      ///< keys of the problem of which the part has its own value
  std::unique_ptr<const Problem> problem = nullptr;  ///< once it is read

  /// Where something in the part's problem stands in the product's: learner.prior as learner.parts[1].prior.
  std::string path(const std::string& inside) const;
  /// A mistake in the part's problem as one in the product's.
  Error moved(const Error& error) const;
  /// What `act` returns; its complaints about the part's problem are told of the product's.
  template <class Act>
  auto own_words(Act act) const {
    try {
      return act();
    } catch (const InvalidProblem& invalid) {
      std::vector<Error> here;
      for (const Error& error : invalid.errors()) here.push_back(moved(error));
      throw InvalidProblem(std::move(here));
    }
  }
};

/// The keys that hold for every part, or are given for each as {"parts": […]}.
std::span<const std::string_view> shared_keys();

/// Complains, and returns nothing, if the parts cannot be told apart; the parts themselves are not read.
std::vector<Part> read_parts(const Json& problem, Errors& errors);

}  // namespace didact::io
