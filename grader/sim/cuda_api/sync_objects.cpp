// Barriers, latches and semaphores of libcu++, which the shim's headers call.
//
// They consist of strong accesses that a program could also write itself, with two
// exceptions: an arrival is one operation, and the report of a thread that waits in vain
// names the barrier, not a word.

#include <cstring>

#include <fmt/format.h>

#include "sim/cuda/cuda/std/gridlock_barrier_words.h"
#include "sim/cuda_api/atomics.h"
#include "sim/cuda_api/barrier_bytes.h"
#include "sim/cuda_api/barrier_copies.h"
#include "sim/cuda_api/hooks.h"
#include "sim/cuda_api/host_api.h"
#include "sim/cuda_api/the_machine.h"
#include "sim/execution/arrivals.h"

using namespace gridlock::sim;

namespace gridlock::sim {

namespace {

/// The shim's numbers: see BarrierWait in cuda/gridlock_device.h.
constexpr int kOneLook = 1;
constexpr int kByParity = 2;

/// Where the program calls an operation, and the operation's scope.
struct Caller {
  MemoryScope scope;
  std::uint64_t pc;
  const std::byte* frame;
};

/// During its lifetime, polls of the running thread count as a wait for the object.
class Waits {
 public:
  Waits(AwaitedObject::Kind kind, const void* object) {
    machine->current()->awaits = {kind, reinterpret_cast<std::uintptr_t>(object)};
  }
  ~Waits() { machine->current()->awaits = {}; }
  Waits(const Waits&) = delete;
  Waits& operator=(const Waits&) = delete;
};

/// Whether the memory was never written or holds only zeros.  Unwritten memory of the
/// arena and of a block has the same value in all bytes.
bool is_untouched(std::uint64_t state) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  return state == (state & 0xff) * kOnes;
}

Location location_of(const void* barrier) {
  return machine->name_of(reinterpret_cast<std::uintptr_t>(barrier),
                          sizeof(BarrierWords));
}

[[noreturn]] void not_initialized(const void* barrier, std::uint64_t pc) {
  machine->report_misuse(BarrierUninitialized{location_of(barrier)}, pc);
  machine->end_execution();
}

std::uint64_t change(void* word, std::uint32_t size, RmwOperation operation,
                     std::uint64_t operand, const char* name, const Caller& caller) {
  return perform({.address = word,
                  .size = size,
                  .operation = operation,
                  .operand = operand,
                  .compare = 0,
                  .order = MemoryOrder::release,
                  .scope = caller.scope,
                  .name = name,
                  .pc = caller.pc,
                  .frame = caller.frame,
                  .takes_order = operation != RmwOperation::arrive});
}

/// Publishes the end of the phase to the waiters.  The operation is a maximum, as another
/// thread may already have ended a later phase.
void publish(BarrierWords& barrier, unsigned phases_done, const Caller& caller) {
  change(&barrier.phases_done, sizeof barrier.phases_done, RmwOperation::max_unsigned,
         phases_done, "atomic end of a phase", caller);
}

std::uint64_t acquire_state(const BarrierWords& barrier, const Caller& caller) {
  return load(&barrier.state, sizeof barrier.state, MemoryOrder::acquire, caller.scope,
              caller.pc, caller.frame);
}

std::uint64_t arrive(BarrierWords& barrier, std::uint64_t arrivals, std::uint64_t dropped,
                     bool has_completion, bool* completes, const Caller& caller) {
  arrives_with_copies(&barrier);
  const std::uint64_t state =
      change(&barrier.state, sizeof barrier.state, RmwOperation::arrive,
             arrival(arrivals, dropped, has_completion), kArrival, caller);
  if (is_untouched(state)) not_initialized(&barrier, caller.pc);
  const std::uint64_t missing = BarrierWords::missing(state);
  const unsigned phase = BarrierWords::phase(state);
  if (missing < arrivals)
    machine->report_misuse(
        TooManyArrivals{arrivals, location_of(&barrier), phase, missing}, caller.pc);
  if (missing != arrivals || arrivals == 0) return phase;
  result(completes) = has_completion;
  // The completion function runs next; the acquire orders all arrivals before it.
  if (has_completion)
    acquire_state(barrier, caller);
  else
    publish(barrier, phase + 1, caller);
  return phase;
}

bool is_over(unsigned phases_done, std::uint64_t phase, int how) {
  if (how & kByParity) return (phases_done & 1) != phase;
  return static_cast<std::int32_t>(phases_done - static_cast<unsigned>(phase)) > 0;
}

/// Waiters poll `phases_done`, and then acquire `state`, which every arrival has
/// released.
bool wait(const BarrierWords& barrier, std::uint64_t phase, int how,
          const Caller& caller) {
  const Waits waits(AwaitedObject::Kind::barrier, &barrier);
  unsigned done = 0;
  do {
    done = static_cast<unsigned>(load(&barrier.phases_done, sizeof done,
                                      MemoryOrder::acquire, caller.scope, caller.pc,
                                      caller.frame));
    if (is_untouched(barrier.state)) not_initialized(&barrier, caller.pc);
    if (!is_over(done, phase, how) && how & kOneLook) return false;
  } while (!is_over(done, phase, how));
  acquire_state(barrier, caller);
  end_copies(&barrier, done, caller.pc);
  if (!(how & kByParity) && done - static_cast<unsigned>(phase) > 1)
    machine->report_misuse(WaitForOldPhase{phase, location_of(&barrier), done},
                           caller.pc);
  return true;
}

}  // namespace

}  // namespace gridlock::sim

extern "C" {

unsigned long long gridlock_barrier_arrive(void* barrier, unsigned long long arrivals,
                                           unsigned long long dropped,
                                           bool has_completion, bool* completes,
                                           int scope) {
  return arrive(*static_cast<BarrierWords*>(barrier), arrivals, dropped, has_completion,
                completes,
                {scope_of_number(scope), GRIDLOCK_CALLED_FROM, GRIDLOCK_FRAME});
}

void gridlock_barrier_complete(void* barrier, int scope) {
  auto& words = *static_cast<BarrierWords*>(barrier);
  const Caller caller{scope_of_number(scope), GRIDLOCK_CALLED_FROM, GRIDLOCK_FRAME};
  // No other thread may change the words before the next phase.
  const std::uint64_t state = words.state;
  const std::uint64_t expected = BarrierWords::expected(state);
  const unsigned phase = BarrierWords::phase(state) + 1;
  change(&words.state, sizeof words.state, RmwOperation::exchange,
         BarrierWords::state_of(expected, expected, phase),
         "atomic completion of a phase", caller);
  publish(words, phase, caller);
}

bool gridlock_barrier_wait(const void* barrier, unsigned long long phase, int how,
                           int scope) {
  return wait(*static_cast<const BarrierWords*>(barrier), phase, how,
              {scope_of_number(scope), GRIDLOCK_CALLED_FROM, GRIDLOCK_FRAME});
}

void gridlock_copy_for_barrier(void* barrier, void* to, const void* from,
                               unsigned long size) {
  const std::uint64_t pc = GRIDLOCK_CALLED_FROM;
  machine->copies.begin(
      {static_cast<std::byte*>(to), static_cast<const std::byte*>(from), size, 0}, pc);
  // Read after begin(), which maps the block's shared memory.
  const std::uint64_t state = static_cast<const BarrierWords*>(barrier)->state;
  if (is_untouched(state)) not_initialized(barrier, pc);
  leave_copy_to(barrier, BarrierWords::phase(state));
}

// An mbarrier of PTX is only a barrier's state word: arrivals wake its waiters directly.

void gridlock_mbarrier_init(void* barrier, unsigned long long expected) {
  const std::uint64_t state = BarrierWords::state_of(expected, expected, 0);
  machine->accesses.plain_access(reinterpret_cast<std::uintptr_t>(barrier), sizeof state,
                                 true, GRIDLOCK_CALLED_FROM, GRIDLOCK_FRAME);
  std::memcpy(barrier, &state, sizeof state);
  forget_bytes(barrier);
}

unsigned long long gridlock_mbarrier_arrive(void* barrier, unsigned long long arrivals,
                                            bool drop, int order, int scope) {
  const std::uint64_t pc = GRIDLOCK_CALLED_FROM;
  const std::uint64_t state =
      perform({.address = barrier,
               .size = sizeof state,
               .operation = RmwOperation::arrive,
               .operand = arrival(arrivals, drop ? arrivals : 0, false),
               .compare = 0,
               .order = static_cast<MemoryOrder>(order),
               .scope = scope_of_number(scope),
               .name = kArrival,
               .pc = pc,
               .frame = GRIDLOCK_FRAME});
  if (is_untouched(state)) not_initialized(barrier, pc);
  if (const std::uint64_t missing = BarrierWords::missing(state); missing < arrivals)
    machine->report_misuse(gridlock::TooManyArrivals{arrivals, location_of(barrier),
                                                     BarrierWords::phase(state), missing},
                           pc);
  if (BarrierWords::missing(state) == arrivals && !(state & BarrierWords::kAwaitsBytes))
    ends_without_bytes(barrier);
  return state;
}

bool gridlock_mbarrier_look(const void* barrier, unsigned long long phase, bool by_parity,
                            int order, int scope) {
  const std::uint64_t pc = GRIDLOCK_CALLED_FROM;
  const Waits waits(AwaitedObject::Kind::barrier, barrier);
  const std::byte* const frame = GRIDLOCK_FRAME;
  const auto order_of_look = static_cast<MemoryOrder>(order);
  const auto look = [&] {
    const std::uint64_t state =
        load(barrier, sizeof state, order_of_look, scope_of_number(scope), pc, frame);
    if (is_untouched(state)) not_initialized(barrier, pc);
    return by_parity ? (BarrierWords::phase(state) & 1) != (phase & 1)
                     : BarrierWords::phase(state) != BarrierWords::phase(phase);
  };
  const bool is_over = look() || (bytes_come(barrier, {pc, frame}) && look());
  if (is_over) passes_by_bytes(barrier);
  if (is_over && acquires(order_of_look)) take_over_bytes(barrier);
  return is_over;
}

void gridlock_mbarrier_expect(void* barrier, unsigned long long bytes) {
  const std::uint64_t pc = GRIDLOCK_CALLED_FROM;
  const std::uint64_t state = expect_bytes(barrier, bytes, {pc, GRIDLOCK_FRAME});
  if (is_untouched(state & ~BarrierWords::kAwaitsBytes) || is_untouched(state))
    not_initialized(barrier, pc);
}

void gridlock_bulk_load(void* barrier, void* to, const void* from, unsigned long size) {
  const std::uint64_t pc = GRIDLOCK_CALLED_FROM;
  machine->bulk_copies.begin_load(
      barrier,
      {static_cast<std::byte*>(to), static_cast<const std::byte*>(from), size, 0}, pc);
  if (is_untouched(static_cast<const BarrierWords*>(barrier)->state))
    not_initialized(barrier, pc);
}

unsigned long long gridlock_await(int awaited, const void* word, unsigned size,
                                  unsigned long long value, bool until_equal, int order,
                                  int scope) {
  const std::uint64_t pc = GRIDLOCK_CALLED_FROM;
  const Waits waits(static_cast<AwaitedObject::Kind>(awaited), word);
  while (true) {
    const std::uint64_t seen = load(word, size, static_cast<MemoryOrder>(order),
                                    scope_of_number(scope), pc, GRIDLOCK_FRAME);
    if ((seen == value) == until_equal) return seen;
  }
}

void gridlock_misuse(int rule) {
  using gridlock::Misuse;
  // The shim's numbers: see BrokenRule in cuda/gridlock_device.h.
  constexpr Misuse::Kind kRules[] = {
      Misuse::Kind::negative_barrier_count, Misuse::Kind::large_barrier_count,
      Misuse::Kind::negative_latch_count, Misuse::Kind::latch_below_zero,
      Misuse::Kind::semaphore_above_maximum};
  if (rule < 0 || rule >= static_cast<int>(std::size(kRules))) return;
  machine->report_misuse(kRules[rule], GRIDLOCK_CALLED_FROM);
}

}  // extern "C"
