/// Host threads that host functions of streams have started.
#pragma once

namespace gridlock::sim {

/// Whether threads are due: started, and not run yet.
extern bool host_threads_are_due;

/// Runs the due threads, one after the other, as host threads that may use CUDA.  Does
/// nothing in a host function, in a thread that the program started, or while the program
/// holds a mutex, for which these threads might wait.
void run_due_host_threads();

/// Called where the host may notice what other threads have done: after a wait for the
/// device, and at an atomic or volatile access.
inline void let_host_threads_run() {
  if (host_threads_are_due) [[unlikely]]
    run_due_host_threads();
}

}  // namespace gridlock::sim
