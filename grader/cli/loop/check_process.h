/// Runs `gridlock check` in a process of its own, so that a new save can end it at once.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "common/child_process.h"

namespace gridlock {

/// This program again, running in the background.  The destructor leaves nothing of it
/// behind.
class CheckProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts `check` with these arguments; its record comes through a pipe.
  /// \throws std::system_error if no process can be made.
  CheckProcess(const std::vector<std::string>& arguments,
               const EnvironmentChanges& environment);
  CheckProcess(const CheckProcess&) = delete;
  CheckProcess& operator=(const CheckProcess&) = delete;
  ~CheckProcess();

  /// Descriptors for poll: readable when `take` has something to do.
  int output_descriptor() const { return output_.get(); }
  int record_descriptor() const { return record_.get(); }

  /// Takes the output since the last call.  Returns how the check ended, once it has.
  std::optional<ChildEnd> take();

  /// The check's output as a screen shows it, without the lines that the check cleared.
  const std::string& screen() const { return screen_; }
  /// The unfinished last line, in which the check says what it is doing; or "".
  std::string activity() const;
  /// The record as JSON; complete once the check has ended.
  const std::string& record() const { return record_text_; }
  std::chrono::duration<double> elapsed() const { return Clock::now() - begin_; }

 private:
  void show(const std::string& text);

  ChildProcess process_;
  Clock::time_point begin_ = Clock::now();
  Descriptor output_;
  Descriptor record_;
  std::string screen_;
  std::string record_text_;
};

}  // namespace gridlock
