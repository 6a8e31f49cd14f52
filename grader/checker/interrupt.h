/// Ctrl-C and SIGTERM, noticed wherever the checker waits.
#pragma once

namespace gridlock {

/// Thrown out of a wait when the user wants the program to end.
struct Interrupted {
  int signal;
};

/// From now on, SIGINT, SIGTERM and SIGHUP are noted instead of ending the program, and
/// end what run_process() has started.  SIGPIPE is ignored.  A second SIGINT ends this
/// program at once.
void watch_for_interrupts();

/// The signal that was noted, or 0.
int interrupt_signal();

/// A descriptor for poll that becomes readable when a signal is noted; -1 before
/// signals are watched.
int interrupt_descriptor();

/// \throws Interrupted if a signal was noted.
void stop_if_interrupted();

}  // namespace gridlock
