/// Single keys from a terminal, which is restored afterwards.
#pragma once

#include <termios.h>

#include <optional>

namespace gridlock {

/// While it lives, keys arrive one by one and are not shown; Ctrl-C and Ctrl-Z do what
/// they always do.  The destructor puts the terminal back.
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

}  // namespace gridlock
