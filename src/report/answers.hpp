#pragma once
// What is reported: the answers of io, by their plain names.

#include "io/answer.hpp"

#include <string>

namespace didact::report {

using io::Answer;
using io::Belief;
using io::Class;
using io::Json;
using io::Unpacked;
using io::Verdict;
using io::WrittenItems;

/// A set beside the best lesson: "0.3 worse than the best known lesson"; empty where there is none to compare with.
std::string comparison_of(const Verdict& verdict);

}  // namespace didact::report
