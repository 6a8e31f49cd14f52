/// Tells what a long command is doing.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

namespace gridlock {

/// The intervals of progress lines where a line cannot be erased.
struct ProgressPace {
  std::chrono::milliseconds first{2000};     ///< To the first line, without other output.
  std::chrono::milliseconds further{10000};  ///< From one line to the next.
};

/// A line that tells what a long command is doing.  On a terminal it is one line of
/// standard error that changes; elsewhere a new line appears now and then, with the
/// seconds since the first call of say().  A caller that shows the progress itself sets
/// GRIDLOCK_NO_PROGRESS; then there is no line.  GRIDLOCK_FORCE_COLOUR (layout.h) makes
/// standard error count as a terminal.
class ProgressLine {
 public:
  explicit ProgressLine(std::FILE* out = stderr, ProgressPace pace = {});
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine();

  /// Sets the text that says what the command is doing now.
  void say(const std::string& what);
  /// Erases the line, for when the command does nothing or other output follows.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  void say_now_and_then();

  std::FILE* out_;
  ProgressPace pace_;
  bool is_quiet_;
  bool on_terminal_;
  bool shown_ = false;  ///< On a terminal, whether a line has to be erased.
  Clock::time_point begin_{};
  std::mutex mutex_;  ///< Guards the members below.
  std::condition_variable changed_;
  std::string what_;  ///< "" if there is nothing to say.
  Clock::time_point next_{};
  bool ends_ = false;
  std::thread speaker_;  ///< Runs without a terminal, after the first say().
};

}  // namespace gridlock
