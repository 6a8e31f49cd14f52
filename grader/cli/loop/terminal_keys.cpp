#include "cli/loop/terminal_keys.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace gridlock {
namespace {

volatile sig_atomic_t redraw_noted = 0;

void note_redraw(int) { redraw_noted = 1; }

}  // namespace

bool TerminalKeys::are_possible() {
  const char* term = std::getenv("TERM");
  return ::isatty(STDIN_FILENO) && ::isatty(STDOUT_FILENO) &&
         ::tcgetpgrp(STDIN_FILENO) == ::getpgrp() && term &&
         std::string_view(term) != "dumb";
}

TerminalKeys::TerminalKeys() {
  ::tcgetattr(STDIN_FILENO, &before_);
  struct sigaction action = {};
  action.sa_handler = note_redraw;
  ::sigaction(SIGWINCH, &action, nullptr);
  ::sigaction(SIGCONT, &action, nullptr);
  set();
}

TerminalKeys::~TerminalKeys() {
  ::signal(SIGWINCH, SIG_DFL);
  ::signal(SIGCONT, SIG_DFL);
  ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
}

void TerminalKeys::set() {
  termios now = before_;
  now.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  now.c_cc[VMIN] = 1;
  now.c_cc[VTIME] = 0;
  ::tcsetattr(STDIN_FILENO, TCSADRAIN, &now);
}

std::optional<char> TerminalKeys::pressed() {
  pollfd input{descriptor_, POLLIN, 0};
  if (descriptor_ < 0 || ::poll(&input, 1, 0) != 1 || !input.revents) return std::nullopt;
  char key = 0;
  const ssize_t got = ::read(descriptor_, &key, 1);
  if (got == 1) return key;
  if (got == 0) descriptor_ = -1;
  return std::nullopt;
}

bool TerminalKeys::wants_redraw() {
  if (!redraw_noted) return false;
  redraw_noted = 0;
  set();
  return true;
}

}  // namespace gridlock
