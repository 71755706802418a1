#pragma once
// The paper's two figures, drawn from what is computed.

#include <cstdint>
#include <string>

namespace didact::report {

/// What a threshold learner is left unsure of after n items: drawn at random, asked for, or taught.
std::string figure_1(std::uint64_t seed);

/// The tetrahedra that teach a three-dimensional Gaussian, from three seeds.
std::string figure_2(std::uint64_t seed);

}  // namespace didact::report
