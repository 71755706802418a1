#pragma once
// Problems whose numbers leave too few digits, or have too large answers, to be solved.

#include <stdexcept>
#include <string>

namespace didact {

/// The farthest that what a learner believes may be from what it is taught, in standard deviations of its belief: a
/// distance that is known to 16 digits then moves no loss by as much as 1e-12.
inline constexpr double farthest_mean = 1e9;

/// `path` names the number at fault as a problem file does; it is empty where no single one is.
class BeyondReach : public std::overflow_error {
 public:
  BeyondReach(std::string path, const std::string& message) : std::overflow_error(message), path_(std::move(path)) {}
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace didact
