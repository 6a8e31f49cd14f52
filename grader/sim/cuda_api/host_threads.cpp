// Host threads of a whole program.  The simulator has one host thread: one that the
// program starts runs to its end there and then.  That is one of the orders in which a
// real machine may run them.  A wait may be ended by a host function of a stream; one
// that only another host thread could end is a misuse.
#include <errno.h>
#include <pthread.h>

#include <condition_variable>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "sim/cuda_api/hooks.h"
#include "sim/cuda_api/library_calls.h"
#include "sim/cuda_api/the_machine.h"

namespace gridlock::sim {
namespace {

/// Thrown by pthread_exit to the beginning of the thread.
struct ThreadExit {
  void* value;
};

/// What threads that nobody has joined yet returned.
std::map<pthread_t, void*>& returned() {
  static std::map<pthread_t, void*> results;
  return results;
}

pthread_t new_thread() {
  static pthread_t last = 0;
  return ++last;
}

unsigned started_threads = 0;  ///< Those that run now, one inside the other.

/// Calls `routine` as another thread would run it: with the runtime's state of a thread
/// that has made no call yet.
template <class Routine>
void* as_new_thread(const Routine& routine) {
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

/// std::thread holds nothing but its id.
void set_id(std::thread* thread, pthread_t id) {
  static_assert(sizeof *thread == sizeof id);
  std::memcpy(static_cast<void*>(thread), &id, sizeof id);
}

/// How often each condition variable was signalled.
std::map<const void*, std::uint64_t>& signals() {
  static std::map<const void*, std::uint64_t> counts;
  return counts;
}

int note_signal(const LibraryCall& call, const void* condition) {
  call.is_for_hosts();
  ++signals()[condition];
  return 0;
}

/// Lets the device work until the condition variable is signalled, or nothing is left to
/// do.  Returns whether it was signalled.
bool wait_for_signal(const char* name, const void* condition, pthread_mutex_t* mutex,
                     const void* from) {
  const std::uint64_t before = signals()[condition];
  ::pthread_mutex_unlock(mutex);
  machine->host_wait(
      [&] { return signals()[condition] != before || machine->streams.idle(); }, name,
      pc_of(from));
  ::pthread_mutex_lock(mutex);
  return signals()[condition] != before;
}

void refuse_wait(const LibraryCall& call, const void* from) {
  call.is_for_hosts();
  machine->report_misuse(Misuse::Kind::wait_for_host_thread, pc_of(from));
}

}  // namespace
}  // namespace gridlock::sim

using namespace gridlock::sim;

#define GRIDLOCK_HOST_CALL(name) \
  LibraryCall(#name, GRIDLOCK_FROM, GRIDLOCK_FRAME).is_for_hosts()
extern "C" {

int __wrap_pthread_create(pthread_t* thread, const pthread_attr_t*,
                          void* (*routine)(void*), void* argument) {
  GRIDLOCK_HOST_CALL(pthread_create);
  *thread = new_thread();
  returned()[*thread] = as_new_thread([&] { return routine(argument); });
  return 0;
}

int __wrap_pthread_join(pthread_t thread, void** result) {
  GRIDLOCK_HOST_CALL(pthread_join);
  const auto found = returned().find(thread);
  if (found == returned().end()) return ESRCH;
  if (result) *result = found->second;
  returned().erase(found);
  return 0;
}

int __wrap_pthread_detach(pthread_t thread) {
  GRIDLOCK_HOST_CALL(pthread_detach);
  return returned().erase(thread) ? 0 : ESRCH;
}

/// It has ended.
int __wrap_pthread_cancel(pthread_t) {
  GRIDLOCK_HOST_CALL(pthread_cancel);
  return ESRCH;
}

void __wrap_pthread_exit(void* value) {
  const LibraryCall call("pthread_exit", GRIDLOCK_FROM, GRIDLOCK_FRAME);
  call.is_for_hosts();
  if (started_threads > 0) throw ThreadExit{value};
  refuse_wait(call, GRIDLOCK_FROM);  // The first thread would wait for the others.
}

/// A lock that is taken stays taken: its holder waits for this thread to end.
int __wrap_pthread_mutex_lock(pthread_mutex_t* mutex) {
  const LibraryCall call("pthread_mutex_lock", GRIDLOCK_FROM, GRIDLOCK_FRAME);
  call.is_for_hosts();
  const int result = ::pthread_mutex_trylock(mutex);
  if (result == EBUSY) refuse_wait(call, GRIDLOCK_FROM);
  return result;
}

void __wrap__ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE(
    std::thread* thread, std::unique_ptr<std::thread::_State> state, void (*)()) {
  GRIDLOCK_HOST_CALL(std::thread);
  set_id(thread, new_thread());
  as_new_thread([&]() -> void* {
    state->_M_run();
    return nullptr;
  });
}

void __wrap__ZNSt6thread4joinEv(std::thread* thread) {
  GRIDLOCK_HOST_CALL(std::thread::join);
  set_id(thread, 0);
}

void __wrap__ZNSt6thread6detachEv(std::thread* thread) {
  GRIDLOCK_HOST_CALL(std::thread::detach);
  set_id(thread, 0);
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

// Waits with a limit: when nothing else is left to do, time passes.
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
/// A future whose promise has not been kept yet.
bool gridlock_future_wait() __asm__(
    "__wrap__ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_until"
    "EPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE");
bool gridlock_future_wait() {
  refuse_wait({"future::wait", GRIDLOCK_FROM, GRIDLOCK_FRAME}, GRIDLOCK_FROM);
  return false;
}

}  // extern "C"
