/// Host threads that host functions of streams have started.
#pragma once

namespace gridlock::sim {

/// Whether any thread is due and has not run yet.
extern bool host_threads_are_due;

/// Runs the threads that are due, one after the other, as host threads that may use CUDA.
/// Does nothing in a host function, in a thread that this has started, or while the
/// program holds a mutex, for which they might wait.
void run_due_host_threads();

/// A point at which the host may find out what other threads have done: a wait for the
/// device that has ended, or an atomic or volatile access.
inline void let_host_threads_run() {
  if (host_threads_are_due) [[unlikely]]
    run_due_host_threads();
}

}  // namespace gridlock::sim
