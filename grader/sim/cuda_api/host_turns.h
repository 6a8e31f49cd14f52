/// Host threads take turns: each that the program starts has a stack of its own, and runs
/// until it ends or waits.  So two that wait for each
/// other's flags get on, although the simulator has one host thread.
#pragma once

#include <pthread.h>

#include <cstdint>
#include <functional>

#include "sim/execution/machine.h"

namespace gridlock::sim {

/// How many started threads run one inside the other: of the host thread whose turn it
/// is.
extern unsigned started_threads;

/// Runs a new host thread from the host; returns when it has ended or waits.
void run_host_thread(pthread_t id, std::function<void()> run);

/// Gives the others their turns until this thread has ended.  Returns false if it never
/// does: all wait for each other, or the caller is a host function of a stream.
bool finish_host_thread(pthread_t id);

/// The host thread whose turn it is waits, and another one gets its turn.  Returns false,
/// and does nothing, if there is none, or if nothing has changed since all of them
/// waited: then the caller is to sleep, for all of them.
/// \param pc where it waits
bool pass_host_turn(HostWait wait, std::uint64_t pc);

/// The host thread whose turn it is has done what may end the wait of another one, or its
/// own wait has ended.
void host_threads_get_on();

/// An execution begins, in which the program has not started any thread yet.
void forget_host_threads();

}  // namespace gridlock::sim
