#pragma once
// Densities of one number, by the names of the format's models: of their items, and of beliefs about their parameters.

#include "io/json.hpp"
#include "plot/scale.hpp"

#include <functional>
#include <limits>
#include <optional>
#include <string_view>

namespace didact::report {

struct Density1 {
  std::function<double(double)> value;
  plot::Range extent;                                       ///< where it is worth looking at
  double least = -std::numeric_limits<double>::infinity();  ///< there is nothing below
};

/// How a model's items are distributed for these parameters; nothing where one of them is infinite.
/// `known_variance` is that of a gaussian-mean.
std::optional<Density1> item_density(std::string_view model, const io::Json& parameters, double known_variance);

/// What a learner with this belief thinks of one parameter of its model: the marginal density.
std::optional<Density1> belief_density(std::string_view model, std::string_view parameter, const io::Json& belief);

}  // namespace didact::report
