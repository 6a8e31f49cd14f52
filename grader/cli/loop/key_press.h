/// One key at a time, for output that is shown step by step.
#pragma once

#include <optional>
#include <string>

#include "cli/loop/terminal_keys.h"

namespace gridlock {

/// The step to show after a key.
enum class Turn { forward, back, quit };

/// Reads key presses of a user who has seen a step.  Without a terminal there are none.
class KeyPresses {
 public:
  KeyPresses();

  /// Whether a user can press keys.
  bool possible() const { return keys_.has_value(); }

  /// Shows the prompt, waits until the user wants to go on (Enter, space, n, an arrow or
  /// a presenter's page key), back (b, p, the other arrows and page key) or to stop (q,
  /// Escape or the end of the input), and takes the prompt away.  Keys pressed before do
  /// not count.
  /// \throws Interrupted
  Turn turn(const std::string& prompt);

 private:
  std::string typed();

  std::optional<TerminalKeys> keys_;
};

}  // namespace gridlock
