#pragma once
// A process that answers requests, beside the server.

#include <string>

namespace didact::studio {

/// Reads questions from standard input until it ends. Writes lines: "begun", any number of "progress", and at last
/// "answer", "errors" or "failure", each with JSON behind it. Once begun, SIGINT asks for the best so far.
int work();

/// A question as work() reads it.
std::string question(const std::string& what, const std::string& directory, const std::string& body);

}  // namespace didact::studio
