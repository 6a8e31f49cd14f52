/// There is no terminal to ask for its size.
#pragma once

#include_next <sys/ioctl.h>

struct winsize {
  unsigned short ws_row, ws_col;
};
constexpr int TIOCGWINSZ = 0x5413;
