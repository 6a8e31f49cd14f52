// Host threads of a whole program.  The simulator has one host thread.  A thread that the
// program starts runs at once, until it ends or waits (host_turns.h), which is one of the
// orders possible on a real machine.  A thread that a stream's host function starts runs
// when the host next waits or polls: inside the host function, it could not use CUDA.  A
// host function or another host thread may end a wait; a wait that nothing ends is a
// misuse.
#include "sim/cuda_api/host_threads.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "sim/cuda_api/hooks.h"
#include "sim/cuda_api/host_turns.h"
#include "sim/cuda_api/library_calls.h"
#include "sim/cuda_api/the_machine.h"
#include "sim/execution/program_frame.h"

namespace gridlock::sim {

bool host_threads_are_due = false;

namespace {

/// pthread_exit throws this; the beginning of the thread catches it.
struct ThreadExit {
  void* value;
};

/// Results of threads that have ended and have not been joined yet.
std::map<pthread_t, void*>& returned() {
  static std::map<pthread_t, void*> results;
  return results;
}

pthread_t new_thread() {
  static pthread_t last = 0;
  return ++last;
}

/// Calls `routine` as a new thread would: with the runtime's state for a thread that has
/// made no calls.
template <class Routine>
void* as_new_thread(const Routine& routine) {
  machine->note_dependence();
  struct Restore {
    int device = std::exchange(machine->api.device, 0);
    int error = std::exchange(machine->api.last_error, 0);
    Restore() { ++started_threads; }
    ~Restore() {
      --started_threads;
      machine->api.device = device;
      machine->api.last_error = error;
    }
  } const restore;
  try {
    return routine();
  } catch (const ThreadExit& exit) {
    return exit.value;
  }
}

/// A thread, started by a host function of a stream, that has not run yet.
struct DueThread {
  pthread_t id;
  std::function<void()> run;
  const Thread* starter;  ///< The stream's engine.
  ApiClock before;        ///< The calls ordered before its start.
};
std::deque<DueThread>& due_threads() {
  static std::deque<DueThread> threads;
  return threads;
}

/// The mutexes that the program holds, except those taken with pthread_mutex_trylock.
std::set<const pthread_mutex_t*>& held_mutexes() {
  static std::set<const pthread_mutex_t*> held;
  return held;
}

/// Runs a new thread: at once or, from a host function, when its turn comes.
void start_thread(pthread_t id, std::function<void()> run) {
  if (!machine->in_host_function()) return run_host_thread(id, std::move(run));
  ApiClock before;
  before.join(*machine->current());
  due_threads().push_back({id, std::move(run), machine->current(), std::move(before)});
  host_threads_are_due = true;
}

/// The first due thread that may run now.  A host function may run only a thread that it
/// started itself, as it may wait for that thread.
std::deque<DueThread>::iterator runnable() {
  return std::find_if(due_threads().begin(), due_threads().end(), [](const auto& due) {
    return !machine->in_host_function() || due.starter == machine->current();
  });
}
bool any_is_runnable() { return runnable() != due_threads().end(); }

void run_now(std::deque<DueThread>::iterator place) {
  const DueThread thread = std::move(*place);
  due_threads().erase(place);
  host_threads_are_due = !due_threads().empty();
  take_over(*machine->current(), thread.before);
  if (machine->in_host_function())
    thread.run();
  else
    run_host_thread(thread.id, thread.run);
}

/// Runs the thread to its end.  Returns false if it cannot end.
bool end_thread(pthread_t id) {
  const auto place = std::find_if(due_threads().begin(), due_threads().end(),
                                  [&](const DueThread& due) { return due.id == id; });
  if (place != due_threads().end()) run_now(place);
  return finish_host_thread(id);
}

/// Waits until `done()`, while the device works and due threads run.  Returns false if
/// nothing is left to run, and `done()` is still false.
bool wait_for(const std::function<bool()>& done, const char* name, const void* from) {
  while (!done()) {
    machine->host_wait(
        [&] { return done() || any_is_runnable() || machine->streams.idle(); }, name,
        pc_of(from));
    if (done()) break;
    if (any_is_runnable())
      run_now(runnable());
    else if (!pass_host_turn(HostWait::thread, pc_of(from)))
      return false;
  }
  host_threads_get_on();
  return true;
}

/// The number of signals that each condition variable has received.
std::map<const void*, std::uint64_t>& signals() {
  static std::map<const void*, std::uint64_t> counts;
  return counts;
}

int note_signal(const LibraryCall& call, const void* condition) {
  call.is_for_hosts();
  host_threads_get_on();
  ++signals()[condition];
  return 0;
}

/// Waits until the condition variable is signalled.  Returns false if nothing is left to
/// run that could signal it.
bool wait_for_signal(const char* name, const void* condition, pthread_mutex_t* mutex,
                     const void* from) {
  const std::uint64_t before = signals()[condition];
  ::pthread_mutex_unlock(mutex);
  const bool signalled =
      wait_for([&] { return signals()[condition] != before; }, name, from);
  while (::pthread_mutex_trylock(mutex) == EBUSY)
    if (!pass_host_turn(HostWait::thread, pc_of(from))) return false;
  return signalled;
}

void refuse_wait(const LibraryCall& call, const void* from) {
  call.is_for_hosts();
  machine->report_misuse(Misuse::Kind::wait_for_host_thread, pc_of(from));
}

int create_thread(pthread_t* thread, void* (*routine)(void*), void* argument) {
  const pthread_t id = *thread = new_thread();
  returned()[id] = nullptr;
  start_thread(id, [=] {
    void* const result = as_new_thread([&] { return routine(argument); });
    // Detached threads are not in the list.
    if (returned().contains(id)) returned()[id] = result;
  });
  return 0;
}

/// \param pc where the program waits
int join_thread(pthread_t thread, void** result, std::uint64_t pc) {
  if (!end_thread(thread)) machine->report_misuse(Misuse::Kind::wait_for_host_thread, pc);
  const auto found = returned().find(thread);
  if (found == returned().end()) return ESRCH;
  if (result) *result = found->second;
  returned().erase(found);
  return 0;
}

int detach_thread(pthread_t thread) { return returned().erase(thread) ? 0 : ESRCH; }

/// The C library's function of this name, for calls that are not the program's.
template <class Function>
Function* of_the_system(Function*, const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

void run_due_host_threads() {
  if (machine->current() != &machine->host() || started_threads > 0) return;
  while (!due_threads().empty() && held_mutexes().empty()) run_now(due_threads().begin());
}

}  // namespace gridlock::sim

using namespace gridlock::sim;

#define GRIDLOCK_HOST_CALL(name) \
  LibraryCall(#name, GRIDLOCK_FROM, GRIDLOCK_FRAME).is_for_hosts()
extern "C" {

int __wrap_pthread_create(pthread_t* thread, const pthread_attr_t*,
                          void* (*routine)(void*), void* argument) {
  GRIDLOCK_HOST_CALL(pthread_create);
  return create_thread(thread, routine, argument);
}

int __wrap_pthread_join(pthread_t thread, void** result) {
  GRIDLOCK_HOST_CALL(pthread_join);
  return join_thread(thread, result, pc_of(GRIDLOCK_FROM));
}

int __wrap_pthread_detach(pthread_t thread) {
  GRIDLOCK_HOST_CALL(pthread_detach);
  return detach_thread(thread);
}

// The C++ library implements std::thread with these three functions.  Its calls are not
// wrapped, but find the functions in this executable before those of the C library.
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                   void* (*routine)(void*), void* argument) {
  if (machine) return create_thread(thread, routine, argument);
  return of_the_system(pthread_create, "pthread_create")(thread, attributes, routine,
                                                         argument);
}

int pthread_join(pthread_t thread, void** result) {
  if (machine) return join_thread(thread, result, pc_of_innermost_call(machine->module));
  return of_the_system(pthread_join, "pthread_join")(thread, result);
}

int pthread_detach(pthread_t thread) {
  if (machine) return detach_thread(thread);
  return of_the_system(pthread_detach, "pthread_detach")(thread);
}

/// Runs the thread to its end, so there is nothing left to cancel.
int __wrap_pthread_cancel(pthread_t thread) {
  const LibraryCall call("pthread_cancel", GRIDLOCK_FROM, GRIDLOCK_FRAME);
  call.is_for_hosts();
  if (!end_thread(thread)) refuse_wait(call, GRIDLOCK_FROM);
  return ESRCH;
}

void __wrap_pthread_exit(void* value) {
  const LibraryCall call("pthread_exit", GRIDLOCK_FROM, GRIDLOCK_FRAME);
  call.is_for_hosts();
  if (started_threads > 0) throw ThreadExit{value};
  refuse_wait(call, GRIDLOCK_FROM);  // The first thread would wait for others.
}

/// Passes the turn until the mutex is free.  If it stays locked, as when its holder waits
/// for this thread to end, that is a misuse.
int __wrap_pthread_mutex_lock(pthread_mutex_t* mutex) {
  const LibraryCall call("pthread_mutex_lock", GRIDLOCK_FROM, GRIDLOCK_FRAME);
  call.is_for_hosts();
  let_host_threads_run();
  int result = ::pthread_mutex_trylock(mutex);
  while (result == EBUSY && pass_host_turn(HostWait::thread, pc_of(GRIDLOCK_FROM)))
    result = ::pthread_mutex_trylock(mutex);
  if (result == EBUSY) refuse_wait(call, GRIDLOCK_FROM);
  if (result == 0) held_mutexes().insert(mutex);
  return result;
}
int __wrap_pthread_mutex_unlock(pthread_mutex_t* mutex) {
  GRIDLOCK_HOST_CALL(pthread_mutex_unlock);
  held_mutexes().erase(mutex);
  host_threads_get_on();
  return ::pthread_mutex_unlock(mutex);
}

int __wrap_pthread_cond_signal(pthread_cond_t* condition) {
  return note_signal({"pthread_cond_signal", GRIDLOCK_FROM, GRIDLOCK_FRAME}, condition);
}
int __wrap_pthread_cond_broadcast(pthread_cond_t* condition) {
  return note_signal({"pthread_cond_broadcast", GRIDLOCK_FROM, GRIDLOCK_FRAME},
                     condition);
}
void __wrap__ZNSt18condition_variable10notify_oneEv(void* condition) {
  note_signal({"notify_one", GRIDLOCK_FROM, GRIDLOCK_FRAME}, condition);
}
void __wrap__ZNSt18condition_variable10notify_allEv(void* condition) {
  note_signal({"notify_all", GRIDLOCK_FROM, GRIDLOCK_FRAME}, condition);
}

int __wrap_pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  const LibraryCall call("pthread_cond_wait", GRIDLOCK_FROM, GRIDLOCK_FRAME);
  call.is_for_hosts();
  if (!wait_for_signal("pthread_cond_wait", condition, mutex, GRIDLOCK_FROM))
    refuse_wait(call, GRIDLOCK_FROM);
  return 0;
}
void __wrap__ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(
    void* condition, std::unique_lock<std::mutex>& lock) {
  const LibraryCall call("condition_variable::wait", GRIDLOCK_FROM, GRIDLOCK_FRAME);
  call.is_for_hosts();
  if (!wait_for_signal("condition_variable::wait", condition,
                       lock.mutex()->native_handle(), GRIDLOCK_FROM))
    refuse_wait(call, GRIDLOCK_FROM);
}

// A wait with a time limit ends when nothing else is left to do: then time passes.
int __wrap_pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                  const timespec*) {
  GRIDLOCK_HOST_CALL(pthread_cond_timedwait);
  return wait_for_signal("pthread_cond_timedwait", condition, mutex, GRIDLOCK_FROM)
             ? 0
             : ETIMEDOUT;
}
int __wrap_pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                                  clockid_t, const timespec*) {
  GRIDLOCK_HOST_CALL(pthread_cond_clockwait);
  return wait_for_signal("pthread_cond_clockwait", condition, mutex, GRIDLOCK_FROM)
             ? 0
             : ETIMEDOUT;
}

int __wrap_pthread_barrier_wait(pthread_barrier_t*) {
  refuse_wait({"pthread_barrier_wait", GRIDLOCK_FROM, GRIDLOCK_FRAME}, GRIDLOCK_FROM);
  return 0;
}
/// Waits until a promise is kept: until `word` has another value than `kept_not`.
bool gridlock_future_wait(void* future, const unsigned* word, unsigned kept_not) __asm__(
    "__wrap__ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_until"
    "EPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE");
bool gridlock_future_wait(void*, const unsigned* word, unsigned kept_not) {
  const LibraryCall call("future::wait", GRIDLOCK_FROM, GRIDLOCK_FRAME);
  call.is_for_hosts();
  if (wait_for([&] { return *word != kept_not; }, "future::wait", GRIDLOCK_FROM))
    return true;
  refuse_wait(call, GRIDLOCK_FROM);
  return false;
}

}  // extern "C"
