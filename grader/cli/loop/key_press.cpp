#include "cli/loop/terminal_keys.h"

#include <poll.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "checker/interrupt.h"
#include "common/text.h"

namespace gridlock {
namespace {

std::optional<Turn> meaning_of(std::string_view typed) {
  // Arrow right, arrow down and page down as terminals send them, then their opposites.
  for (const char* next : {"\x1b[C", "\x1b[B", "\x1b[6~", "\x1bOC", "\x1bOB"})
    if (typed == next) return Turn::forward;
  for (const char* before : {"\x1b[D", "\x1b[A", "\x1b[5~", "\x1bOD", "\x1bOA"})
    if (typed == before) return Turn::back;
  if (typed == "\x1b") return Turn::quit;
  if (typed.starts_with('\x1b')) return std::nullopt;
  for (const char key : typed) {
    const std::string_view one(&key, 1);
    if (contains("qQ\x04", one)) return Turn::quit;
    if (contains("\n\r n", one)) return Turn::forward;
    if (contains("bp", one)) return Turn::back;
  }
  return std::nullopt;
}

}  // namespace

KeyPresses::KeyPresses() {
  if (TerminalKeys::are_possible()) keys_.emplace();
}

/// The bytes that have arrived: a key may be several.
std::string KeyPresses::typed() {
  std::string bytes;
  while (const auto key = keys_->pressed()) bytes += *key;
  return bytes;
}

Turn KeyPresses::turn(const std::string& prompt) {
  typed();
  std::fputs(prompt.c_str(), stdout);
  std::fflush(stdout);
  std::optional<Turn> answer;
  while (!answer) {
    keys_->wants_redraw();  // After Ctrl-Z the terminal has to be set up again.
    std::array<pollfd, 2> waits{
        {{keys_->descriptor(), POLLIN, 0}, {interrupt_descriptor(), POLLIN, 0}}};
    if (::poll(waits.data(), waits.size(), -1) < 0 && errno != EINTR) return Turn::quit;
    stop_if_interrupted();
    answer = meaning_of(typed());
    if (keys_->descriptor() < 0) return Turn::quit;
  }
  std::fputs("\r\x1b[K", stdout);
  return *answer;
}

}  // namespace gridlock
