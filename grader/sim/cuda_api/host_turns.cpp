#include "sim/cuda_api/host_turns.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "sim/cuda_api/the_machine.h"

namespace gridlock::sim {

unsigned started_threads = 0;

namespace {

/// A host thread that has not ended, with the state that the machine holds for it during
/// its turn.
struct HostThread {
  pthread_t id = 0;
  std::function<void()> run;
  Fiber fiber;
  Stack stack;  ///< Only for threads that the program has started.
  bool ended = false;
  int device = 0;
  int error = 0;
  unsigned nesting = 0;
  HostWait wait = HostWait::thread;  ///< What it waits for.
};
using HostThreads = std::vector<std::unique_ptr<HostThread>>;

/// All host threads, in the order of their turns.
HostThreads& threads() {
  static HostThreads all;
  return all;
}
std::size_t running = 0;  ///< Index of the thread that has the turn.
std::size_t passed = 0;   ///< Turns passed on since the last change.
std::size_t turns = 0;    ///< Number of turns so far.
std::uint64_t changes = 0;
/// The thread that ended last.  A thread that ends still uses its stack, so the next
/// thread gives the stack back.
std::unique_ptr<HostThread> gone;

bool is_the_host() { return machine->current() == &machine->host(); }

HostThreads::iterator with(pthread_t id) {
  return std::find_if(threads().begin(), threads().end(),
                      [&](const auto& each) { return each->id == id; });
}

void switch_to(std::size_t next) {
  HostThread& from = *threads()[running];
  HostThread& to = *threads()[next];
  from.device = std::exchange(machine->api.device, to.device);
  from.error = std::exchange(machine->api.last_error, to.error);
  from.nesting = std::exchange(started_threads, to.nesting);
  running = next;
  if (from.ended) {
    passed = 0;
    const auto place = with(from.id);
    running -= place - threads().begin() < static_cast<std::ptrdiff_t>(next);
    gone = std::move(*place);
    threads().erase(place);
  }
  machine->host().fiber = to.fiber;  // The host now runs on the stack of `to`.
  machine->host().spin.begins();
  fiber_starting = &to.fiber;
  Fiber::switch_between(from.fiber, to.fiber);
  if (gone) machine->host_stacks.give_back(std::exchange(gone, nullptr)->stack);
}

/// Whether all threads may sleep in a wait of this kind.  A write ends only a wait for a
/// word, and the device cannot end a wait for a thread.
bool may_sleep(HostWait wait) {
  return std::all_of(threads().begin(), threads().end(),
                     [&](const auto& each) { return each->wait >= wait; });
}

std::size_t next_turn() { return (running + 1) % threads().size(); }

void main_of_thread(void* argument) {
  HostThread& self = *static_cast<HostThread*>(argument);
  if (gone) machine->host_stacks.give_back(std::exchange(gone, nullptr)->stack);
  self.run();
  self.ended = true;
  switch_to(next_turn());
}

}  // namespace

void run_host_thread(pthread_t id, std::function<void()> run) {
  if (threads().empty()) {
    threads().push_back(std::make_unique<HostThread>());
    threads().front()->fiber = machine->host().fiber;
  }
  auto started = std::make_unique<HostThread>();
  started->id = id;
  started->run = std::move(run);
  started->stack = machine->host_stacks.take_for_thread();
  started->fiber.start(started->stack, main_of_thread, started.get());
  started->device = machine->api.device;
  started->error = machine->api.last_error;
  threads().push_back(std::move(started));
  switch_to(threads().size() - 1);
}

bool finish_host_thread(pthread_t id) {
  while (id != 0 && with(id) != threads().end())
    if (!pass_host_turn(HostWait::thread, 0)) return false;
  return true;
}

bool pass_host_turn(HostWait wait, std::uint64_t pc) {
  if (threads().size() < 2 || !is_the_host()) return false;
  threads()[running]->wait = wait;
  if (std::exchange(changes, machine->changes) != machine->changes) passed = 0;
  // A thread may make progress that is invisible here, so each gets two turns before all
  // sleep.
  if (++passed >= 2 * threads().size() && may_sleep(wait)) {
    passed = 0;
    machine->host().spin.watches_everything();
    return false;
  }
  if (++turns % threads().size() == 0) machine->turns.yield(pc);
  switch_to(next_turn());
  return true;
}

void host_threads_get_on() { passed = 0; }

void forget_host_threads() {
  threads().clear();
  gone.reset();
  started_threads = 0;
  running = passed = turns = 0;
}

}  // namespace gridlock::sim
