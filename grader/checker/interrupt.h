/// Ctrl-C and SIGTERM, noticed wherever the checker waits.
#pragma once

#include <chrono>

namespace gridlock {

/// Thrown out of a wait when the user wants the program to end.
struct Interrupted {
  int signal;
};

/// From now on, SIGINT, SIGTERM and SIGHUP are noted instead of ending the program, and
/// end what run_process() has started.  SIGPIPE is ignored.  A second SIGINT ends this
/// program at once.  After the first signal, the program may use `to_end` of processor
/// time; then the signal ends it.
void watch_for_interrupts(std::chrono::milliseconds to_end = std::chrono::seconds(10));

/// The signal that was noted, or 0.
int interrupt_signal();

/// A descriptor for poll that becomes readable when a signal is noted; -1 before
/// signals are watched.
int interrupt_descriptor();

/// \throws Interrupted if a signal was noted.
void stop_if_interrupted();

}  // namespace gridlock
