#include "sim/execution/polls.h"

#include <algorithm>

#include "common/invariant.h"

namespace gridlock::sim {

bool Polls::poll(std::uintptr_t address, std::uint32_t size, std::uint64_t pc,
                 const std::byte* frame) {
  Thread& thread = *run_.current();
  const Stack& stack = thread.fiber.stack();
  const std::uint64_t value = peek(address, size);
  INVARIANT("No old value is in memory when a poll looks.", latest_.is_settled());
  if (address != thread.spin.address()) stops_polling(thread);
  if (thread.block && thread.peer == kNoPeer && thread.spin.has_written())
    run_.memory.shared.place(thread.block->shared);
  const bool repeated =
      thread.spin.poll(pc, address, value, size, frame, stack.low + stack.size);
  if (thread.spin.equal_polls() == 0) return false;
  if (thread.spin.equal_polls() == 1) spinners_.push_back(&thread);
  INVARIANT("A thread that polls in vain is among those that writes wake.",
            std::count(spinners_.begin(), spinners_.end(), &thread) > 0);
  run_.scheduler.yields(pc);
  if (repeated && !(&thread == &run_.host() && run_.host_turns.pass &&
                    run_.host_turns.pass(HostWait::word, pc)))
    turns_.block_on(Waiting::spin, pc);
  else if (!repeated)
    turns_.reschedule();
  return true;
}

/// Records the value that a read has seen.
void Polls::look_at(Thread& thread, std::uintptr_t address, std::uint64_t value) {
  if (address == thread.spin.address())
    thread.looks.sees(address, value);
  else
    thread.looks.sees_elsewhere(value);
}

void Polls::look(Thread& thread, const StrongAccess& access, std::uint64_t value) {
  look_at(thread, access.address, value);
  const std::uint64_t* with = access.kind.compares;
  if (with && thread.looks.awaits(value) && access.address == thread.looks.address())
    thread.looks.compares({.pc = access.pc,
                           .compared = value,
                           .with = *with,
                           .bytes = access.size,
                           .with_zero = *with == 0});
}

void Polls::compares(std::uintptr_t from, const Comparison& comparison) {
  Thread& thread = *run_.current();
  if (from == 0 || places_.home_of(thread, from) == thread.looks.address())
    thread.looks.compares(comparison);
}

void Polls::note_store(Thread& thread, std::uintptr_t address, std::uint32_t size) {
  note_change(thread);
  if (thread.spin.is_polling()) {
    // A repeated poll may find registered memory unregistered, or another block's memory
    // not in place, so the thread must not sleep.
    if (thread.peer != kNoPeer || run_.memory.registered.find(address))
      thread.spin.progressed();
    else
      thread.spin.also_writes(address, size);
  }
  if (!spinners_.empty()) wake_watchers(address, size);
}

/// A plain read after many others, so it may be a poll.
bool Polls::long_run_poll(std::uintptr_t address, std::uint32_t size, std::uint64_t pc,
                          const std::byte* frame) {
  Thread& thread = *run_.current();
  // A write to any of its words may end the poll.
  for (std::uint32_t end = 8; end <= size; end += 8)
    thread.spin.also_reads(address + std::min(end, size - 1));
  if (!thread.spin.may_pass_by(pc, address)) return poll(address, size, pc, frame);
  thread.spin.passes_by();
  return false;
}

void Polls::wake_watchers(std::uintptr_t address, std::size_t size) {
  // The shared memories of all blocks have the same addresses.
  const Block* owner =
      run_.current() && run_.memory.shared.contains(address, run_.current()->image)
          ? run_.current()->block
          : nullptr;
  for (std::size_t i = 0; i < spinners_.size();) {
    Thread* thread = spinners_[i];
    const bool stale =
        thread->waiting == Waiting::done || thread->spin.equal_polls() == 0;
    const bool elsewhere =
        owner && thread->block != owner &&
        !(owner->cluster && thread->block && thread->block->cluster == owner->cluster);
    if (!stale &&
        (thread == run_.current() || elsewhere || !thread->spin.watches(address, size))) {
      ++i;
      continue;
    }
    spinners_[i] = spinners_.back();
    spinners_.pop_back();
    if (stale) continue;
    INVARIANT("A write wakes a thread that polls.", thread->spin.is_polling());
    thread->spin.progressed();
    if (thread->waiting == Waiting::spin) run_.scheduler.make_ready(*thread);
  }
}

}  // namespace gridlock::sim
