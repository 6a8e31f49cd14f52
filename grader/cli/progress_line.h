/// \file
/// What a long command is doing.
#pragma once

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
    std::fprintf(stderr, "\r\033[K%s", one_line(what).c_str());
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
