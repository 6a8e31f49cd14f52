/// \file
/// One key at a time, for what is shown step by step.
#pragma once

#include <optional>
#include <string>

#include "cli/loop/terminal_keys.h"

namespace gridlock {

/// Somebody who presses a key when a step has been seen.  Without a terminal there is
/// nobody.
class KeyPresses {
 public:
  KeyPresses();

  /// Whether there is somebody to press keys.
  bool possible() const { return keys_.has_value(); }

  /// Shows the prompt, waits until the user wants to go on (Enter, space, n, an arrow or
  /// a presenter's page key) or to stop (q, Escape or the end of the input), and takes
  /// the prompt away.  Keys pressed before do not count.  Returns whether to go on.
  /// \throws Interrupted
  bool go_on(const std::string& prompt);

 private:
  std::string typed();

  std::optional<TerminalKeys> keys_;
};

}  // namespace gridlock
