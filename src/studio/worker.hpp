#pragma once
// A process that answers requests, beside the server.

namespace didact::studio {

/// Reads requests from standard input, a line each, until it ends: {"what", "body", "directory"}. Writes lines with
/// {"progress"}, and at last {"answer"} or {"errors"}. SIGINT asks for the best so far.
int work();

}  // namespace didact::studio
