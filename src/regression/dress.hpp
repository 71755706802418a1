#pragma once
// Items that look like data and say exactly what was asked.

#include "form.hpp"
#include <didact/core/random.hpp>

namespace didact::regression {

/// n rows (x, y) with these Σ x xᵀ, Σ x y and Σ y²; without the last, y has noise of this variance if it is natural.
Matrix rows_with_statistics(Index n, const Matrix& S, const Vector& u, std::optional<double> t, Style style,
                            double noise, Random& random);

/// The same rows, their y with noise that the learner does not feel: orthogonal to every coordinate of x. Where the
/// noise is learned its size stays what it was.
Matrix with_natural_noise(const Form& form, Matrix rows, Random& random);

}  // namespace didact::regression
