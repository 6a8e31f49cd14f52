/// \file
/// Single keys from a terminal, and the terminal as it was afterwards.
#pragma once

#include <termios.h>

#include <optional>

namespace gridlock {

/// While it lives, keys arrive one by one and are not shown; Ctrl-C and Ctrl-Z do what
/// they always do.  The destructor puts the terminal back.
class TerminalKeys {
 public:
  /// Whether standard input and output are a terminal, and this program is the one that
  /// it is talking to.
  static bool are_possible();

  TerminalKeys();
  TerminalKeys(const TerminalKeys&) = delete;
  TerminalKeys& operator=(const TerminalKeys&) = delete;
  ~TerminalKeys();

  /// For poll; -1 once the terminal has hung up.
  int descriptor() const { return descriptor_; }

  /// The next key, if one was pressed.
  std::optional<char> pressed();

  /// Whether the screen must be drawn again: its size is another, or somebody else had
  /// the terminal.  True once a reason.
  bool wants_redraw();

 private:
  void set();

  termios before_{};
  int descriptor_ = 0;
};

}  // namespace gridlock
