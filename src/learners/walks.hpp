#pragma once
// From counts of starts and transitions to sequences that have exactly these counts.   [MC.2]

#include <didact/learners/markov_chain.hpp>

#include <optional>
#include <string>

namespace didact {

/// States that are left by transitions but reached from no counted start, or none: walks cannot use their transitions.
std::vector<Index> unreached(const ChainCounts& counts);

/// Why no sequences have these counts, or nothing.
std::string not_walkable(const ChainCounts& counts);

/// Sequences with exactly these whole counts, by an Eulerian circuit; nothing if there are none.
std::optional<Listed<Sequence>> walks(const ChainCounts& counts);

}  // namespace didact
