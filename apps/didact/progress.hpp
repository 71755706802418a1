#pragma once
// How far a long run has come: a bar on a terminal, lines where they are asked for, nothing into a pipe.

#include "commands.hpp"
#include "runs/executor.hpp"

#include <chrono>
#include <string>

namespace didact::app {

class Progress {
 public:
  explicit Progress(const Arguments& arguments);
  ~Progress() { clear(); }

  void operator()(const runs::RunProgress& at);
  /// Takes the bar away.
  void clear();
  bool shows() const { return kind_ != Kind::none; }

 private:
  enum class Kind { none, plain, bar };
  void draw(const runs::RunProgress& at);

  Kind kind_ = Kind::none;
  std::size_t drawn_ = 0;  ///< columns of the line that is there
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// "1:02:03", "4:05", "9 s"
std::string spelled_time(double seconds);

}  // namespace didact::app
