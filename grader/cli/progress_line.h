/// \file
/// What a long command is doing.
#pragma once

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "report/layout.h"

namespace gridlock {

/// One line of standard error that changes, on a terminal; nothing elsewhere.
class ProgressLine {
 public:
  ProgressLine() = default;
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  void say(const std::string& what) {
    if (!on_terminal_) return;
    winsize size{};  // What is longer than a row could not be taken back.
    ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size);
    const int columns = size.ws_col > 1 ? size.ws_col - 1 : 79;
    std::fprintf(stderr, "\r\033[K%s", shorten(one_line(what), columns).c_str());
    shown_ = true;
  }
  void clear() {
    if (shown_) std::fputs("\r\033[K", stderr);
    shown_ = false;
  }

 private:
  bool on_terminal_ = ::isatty(STDERR_FILENO) == 1;
  bool shown_ = false;
};

}  // namespace gridlock
