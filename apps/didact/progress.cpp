#include "progress.hpp"

#include "report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unistd.h>

namespace didact::app {
namespace {

constexpr double seconds_between_lines = 2, seconds_before_a_bar = 0.5, seconds_between_bars = 0.1;
constexpr int bar_width = 30;

std::string rate_text(double rate, const std::string& things) {
  if (rate >= 1e9) return fmt::format("{:.3g} billion {}/s", rate / 1e9, things);
  if (rate >= 1e6) return fmt::format("{:.3g} million {}/s", rate / 1e6, things);
  if (rate >= 1e4) return fmt::format("{} {}/s", report::grouped(static_cast<Index>(rate)), things);
  return fmt::format("{:.3g} {}/s", rate, things);
}

std::string line(const runs::RunProgress& at) {
  const double share = at.all > 0 ? static_cast<double>(at.done) / static_cast<double>(at.all) : 1;
  const double rate = at.seconds > 0 ? static_cast<double>(at.done - at.before) / at.seconds : 0;
  std::string text =
      fmt::format("{:.1f} %  {} of {} {}", 100 * share, report::grouped(at.done), report::grouped(at.all), at.things);
  if (rate > 0) {
    text += fmt::format("  {}  {} left", rate_text(rate, at.things),
                        spelled_time(static_cast<double>(at.all - at.done) / rate));
  }
  return text;
}

}  // namespace

std::string spelled_time(double seconds) {
  if (!(seconds < 1e9)) return "for ever";
  const auto whole = static_cast<long long>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

Progress::Progress(const Arguments& arguments) {
  if (arguments.progress == "plain") kind_ = Kind::plain;
  const bool terminal = isatty(STDERR_FILENO) == 1;
  if (arguments.progress == "bar" || (arguments.progress == "auto" && terminal && !arguments.quiet)) kind_ = Kind::bar;
}

void Progress::clear() {
  if (drawn_ > 0) fmt::print(stderr, "\r{:{}}\r", "", drawn_);
  std::fflush(stderr);
  drawn_ = 0;
}

void Progress::operator()(const runs::RunProgress& at) {
  const auto now = std::chrono::steady_clock::now();
  const double since = std::chrono::duration<double>(now - last_).count();
  if (kind_ == Kind::plain && (since >= seconds_between_lines || at.done == at.all)) {
    fmt::print(stderr, "{}\n", line(at));
    last_ = now;
  }
  if (kind_ == Kind::bar && at.seconds >= seconds_before_a_bar && since >= seconds_between_bars) {
    draw(at);
    last_ = now;
  }
}

void Progress::draw(const runs::RunProgress& at) {
  const double share = at.all > 0 ? static_cast<double>(at.done) / static_cast<double>(at.all) : 1;
  const int full = static_cast<int>(share * bar_width);
  std::string text;
  for (int i = 0; i < bar_width; ++i) text += i < full ? "█" : "░";
  text += "  " + line(at);
  const std::size_t width = report::display_width(text);
  fmt::print(stderr, "\r{}{:{}}", text, "", drawn_ > width ? drawn_ - width : 0);
  std::fflush(stderr);
  drawn_ = std::max(drawn_, width);
}

}  // namespace didact::app
