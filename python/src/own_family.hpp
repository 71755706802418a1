#pragma once
// A conjugate learner of the user's own: what docs/your-own-learner.md asks for, as methods of a Python object.

#include "convert.hpp"

#include "io/model.hpp"

namespace didact::python {

/// `learner` has T, A0, prior, natural and sample, and may have extreme, domain and loss. `target` is what its methods
/// get.
std::shared_ptr<const io::Model> own_model(pybind11::object learner, pybind11::object target);

}  // namespace didact::python
