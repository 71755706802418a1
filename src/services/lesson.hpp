#pragma once
// The best lesson, and what a given set is worth beside it.

#include "io/registry.hpp"

namespace didact::services {

io::Answer teach(const io::Problem& problem, const Options& options);
io::Verdict evaluate(const io::Problem& problem, const io::GivenSet& set, const Options& options);

/// A mistake in an option is told as the command line spells it, "--size"; other faces drop the dashes.
[[noreturn]] void refuse(std::string path, std::string message);

}  // namespace didact::services
