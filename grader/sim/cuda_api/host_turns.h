/// Host threads take turns: each thread that the program starts has its own stack, and
/// runs until it ends or waits.  So two threads that wait for each other's flags make
/// progress, although the simulator has one host thread.
#pragma once

#include <pthread.h>

#include <cstdint>
#include <functional>

#include "sim/execution/machine.h"

namespace gridlock::sim {

/// How deep started threads are nested in the host thread that has the turn.
extern unsigned started_threads;

/// Runs a new host thread; returns when it has ended or waits.
void run_host_thread(pthread_t id, std::function<void()> run);

/// Gives the other threads turns until this one has ended.  Returns false if it never
/// ends: all wait for each other, or the caller is a host function of a stream.
bool finish_host_thread(pthread_t id);

/// Passes the turn from the current host thread, which waits, to the next one.  Returns
/// false, and does nothing, if there is no other thread, or if nothing has changed since
/// all of them began to wait: then the caller must sleep on behalf of all.
/// \param pc where the thread waits
bool pass_host_turn(HostWait wait, std::uint64_t pc);

/// Notes that the current host thread's wait has ended, or that the thread has done
/// something that may end the wait of another host thread.
void host_threads_get_on();

/// Called at the beginning of an execution, in which no thread has been started yet.
void forget_host_threads();

}  // namespace gridlock::sim
