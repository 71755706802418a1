#pragma once
// When to stop early: a deadline, or somebody who asks (Ctrl-C).

#include <atomic>
#include <chrono>
#include <optional>

namespace didact {

enum class StopReason { none, time, interrupted };

class Stop {
 public:
  Stop() = default;

  /// `seconds` from now; `request` may be set from another thread or a signal handler and must outlive this.
  explicit Stop(std::optional<double> seconds, const std::atomic<bool>* request = nullptr) : request_(request) {
    if (seconds && *seconds < 1e9) {
      deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
    }
  }

  StopReason reason() const {
    if (request_ && request_->load(std::memory_order_relaxed)) return StopReason::interrupted;
    if (deadline_ && Clock::now() >= *deadline_) return StopReason::time;
    return StopReason::none;
  }
  /// The same with this much more time; who asks to stop gets none.
  Stop later(double seconds) const {
    Stop result(std::nullopt, request_);
    const auto more = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    if (deadline_) result.deadline_ = *deadline_ + more;
    return result;
  }
  /// What may ask to stop, for those who do part of the work; null if nobody can.
  const std::atomic<bool>* request() const { return request_; }
  explicit operator bool() const { return reason() != StopReason::none; }

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> deadline_;
  const std::atomic<bool>* request_ = nullptr;
};

}  // namespace didact
