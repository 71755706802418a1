#pragma once
// Waiting for what others do, and measuring what this program does, however busy the machine is.

#include <chrono>
#include <ctime>
#include <functional>
#include <thread>

namespace didact {

/// Seconds that are enough for anything but what never comes.
inline constexpr double patience = 60;

/// Whether it becomes true before patience ends.
inline bool comes_true(const std::function<bool()>& what) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(patience);
  while (!what()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

/// Processor time of this program alone.
inline double own_seconds_of(const std::function<void()>& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace didact
