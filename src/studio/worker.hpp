#pragma once
// A process that answers requests, beside the server.

#include <cstdint>
#include <string>

namespace didact::studio {

/// Reads questions from standard input until it ends. Writes lines: "begun", any number of "progress", and at last
/// "answer", "errors" or "failure", each with JSON behind it. Once begun, SIGINT asks for the best so far.
int work();

/// A question as work() reads it. `data_version` is another number after each change of the data.
std::string question(const std::string& what, const std::string& directory, std::uint64_t data_version,
                     const std::string& body);

}  // namespace didact::studio
