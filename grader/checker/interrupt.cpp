#include "checker/interrupt.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>

#include "common/subprocess.h"

namespace gridlock {
namespace {

std::atomic<int> noted{0};
int pipe_ends[2] = {-1, -1};
itimerval time_to_end{};

void end_by(int number) {
  ::signal(number, SIG_DFL);
  ::raise(number);
}

void note(int number) {
  const int before = errno;
  int expected = 0;
  if (noted.compare_exchange_strong(expected, number))
    ::setitimer(ITIMER_PROF, &time_to_end, nullptr);
  else if (number == SIGINT)
    end_by(SIGINT);
  [[maybe_unused]] const ssize_t written = ::write(pipe_ends[1], "", 1);
  errno = before;
}

}  // namespace

void watch_for_interrupts(std::chrono::milliseconds to_end) {
  if (pipe_ends[0] >= 0) return;
  if (::pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0)
    throw std::system_error(errno, std::generic_category(), "cannot make a pipe");
  kill_programs_once_readable(pipe_ends[0]);
  struct sigaction action = {};
  action.sa_handler = note;
  for (const int number : {SIGINT, SIGTERM, SIGHUP})
    ::sigaction(number, &action, nullptr);
  time_to_end.it_value = {to_end.count() / 1000, to_end.count() % 1000 * 1000};
  ::signal(SIGPROF, [](int) { end_by(noted.load()); });
  ::signal(SIGPIPE, SIG_IGN);
}

int interrupt_signal() { return noted.load(); }

int interrupt_descriptor() { return pipe_ends[0]; }

void stop_if_interrupted() {
  if (const int number = interrupt_signal()) throw Interrupted{number};
}

}  // namespace gridlock
