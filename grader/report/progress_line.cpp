#include "report/progress_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

#include "report/layout.h"

namespace gridlock {
namespace {

bool takes_lines_back(std::FILE* out) {
  if (std::getenv("GRIDLOCK_FORCE_COLOUR")) return true;
  const char* term = std::getenv("TERM");
  return ::isatty(::fileno(out)) == 1 && !(term && std::string_view(term) == "dumb");
}

}  // namespace

ProgressLine::ProgressLine(std::FILE* out, ProgressPace pace)
    : out_(out),
      pace_(pace),
      is_quiet_(std::getenv("GRIDLOCK_NO_PROGRESS") != nullptr),
      on_terminal_(takes_lines_back(out)) {}

ProgressLine::~ProgressLine() {
  clear();
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  if (speaker_.joinable()) speaker_.join();
}

void ProgressLine::say(const std::string& what) {
  if (is_quiet_) return;
  if (on_terminal_) {
    winsize size{};  // A line longer than a row could not be erased.
    ::ioctl(::fileno(out_), TIOCGWINSZ, &size);
    const int columns = size.ws_col > 1 ? size.ws_col - 1 : 79;
    std::fprintf(out_, "\r\033[K%s", shorten(one_line(what), columns).c_str());
    std::fflush(out_);
    shown_ = true;
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    if (what_.empty()) {
      next_ = Clock::now() + pace_.first;
      changed_.notify_all();
    }
    what_ = one_line(what);
  }
  if (speaker_.joinable()) return;
  begin_ = Clock::now();
  speaker_ = std::thread([this] { say_now_and_then(); });
}

void ProgressLine::clear() {
  if (shown_) {
    std::fputs("\r\033[K", out_);
    std::fflush(out_);
  }
  shown_ = false;
  const std::lock_guard lock(mutex_);
  what_.clear();
}

void ProgressLine::say_now_and_then() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ends_ || !what_.empty(); });
    if (ends_) return;
    if (Clock::now() < next_) {
      changed_.wait_until(lock, next_);
      continue;  // Something else may have been said meanwhile.
    }
    next_ = Clock::now() + pace_.further;
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin_);
    std::fputs(fmt::format("gridlock: {} s: {}\n", seconds.count(), what_).c_str(), out_);
    std::fflush(out_);
  }
}

}  // namespace gridlock
