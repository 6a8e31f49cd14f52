#include "sim/execution/execution.h"

#include "common/invariant.h"
#include "sim/device/builtins.h"

namespace gridlock::sim {

Execution::Execution(Module& loaded, Reporter& reported, StreamClient& tasks,
                     Scheduler::Client& starts)
    : module(loaded),
      memory(module, builtins()),
      streams(host_, history, tasks),
      reporter(reported),
      descriptions_(memory, module, streams, pool, host_),
      scheduler(starts),
      words(memory),
      shadow([this](Slot slot, Epoch epoch) { return pool.place(slot, epoch); },
             [this](std::uintptr_t address) { return words.find(current(), address); }) {
  memory.is_on_stack = [this](std::uintptr_t address) {
    return host_stacks.holds(address);
  };
}

void Execution::forget_contents(const Allocation& freed) {
  INVARIANT("Only the contents of freed memory are forgotten.", freed.freed);
  constexpr std::size_t kMuch = std::size_t{1} << 20;
  if (freed.size < kMuch) return;
  shadow.release(memory.arena.shadow, freed.base, freed.size);
  memory.arena.drop(freed);
}

}  // namespace gridlock::sim
