/// Single keys from a terminal, which is restored afterwards.
#pragma once

#include <termios.h>

#include <optional>
#include <string>

namespace gridlock {

/// While an object lives, keys arrive one by one and are not shown; Ctrl-C and Ctrl-Z
/// do what they always do.  The destructor puts the terminal back.
class TerminalKeys {
 public:
  /// Whether standard input and output are a terminal, and this program is in its
  /// foreground.
  static bool are_possible();

  TerminalKeys();
  TerminalKeys(const TerminalKeys&) = delete;
  TerminalKeys& operator=(const TerminalKeys&) = delete;
  ~TerminalKeys();

  /// The descriptor for poll; -1 once the terminal has hung up.
  int descriptor() const { return descriptor_; }

  /// The next key, if one was pressed.
  std::optional<char> pressed();

  /// Whether the screen must be drawn again: its size has changed, or another program had
  /// the terminal.  True once per reason.
  bool wants_redraw();

 private:
  void set();

  termios before_{};
  int descriptor_ = 0;
};

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
