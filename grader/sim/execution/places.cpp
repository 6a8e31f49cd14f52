#include "sim/execution/places.h"

#include <algorithm>
#include <limits>

#include "common/invariant.h"
#include "sim/execution/program_frame.h"

namespace gridlock::sim {

Accessor Places::accessor(Thread& thread) const {
  Accessor who;
  who.in_host_code = thread.host_code;
  INVARIANT("A thread runs on a device of this execution.",
            thread.place.device < run_.devices.size());
  who.device = thread.place.device;
  who.image = thread.image;
  if (!thread.block) return who;
  who.in_kernel = true;
  who.reach = run_.devices[static_cast<std::size_t>(who.device)].reach();
  if (Block* block = sharing_block(thread)) who.shared = &block->shared;
  const Kernel& kernel = *thread.block->kernel;
  who.arguments = {address_of(kernel.frame), kernel.frame_bytes};
  return who;
}

ShadowRegion* Places::locate_anything(Thread& thread, std::uintptr_t address,
                                      std::size_t size, bool write, const char* name,
                                      std::uint64_t pc) {
  if (thread.peer != kNoPeer && !may_use_peer(thread, address, size, name, pc))
    return nullptr;
  Landing landing = run_.memory.locate(accessor(thread), address, size, write);
  if (write && (is_frame_of_others(thread, {address, size}, pc) ||
                is_heap_of_others({address, size}, pc)))
    landing.wrong.kind = Misplaced::Kind::writes_foreign;
  if (!write && landing.wrong.kind == Misplaced::Kind::no && !landing.region &&
      !thread.block && !run_.memory.may_read({address, size}) && !is_of_scenarios(pc))
    run_.report_crash(Fault{Fault::Kind::foreign_address}, pc);
  if (landing.stream_ordered) {
    constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
    const auto bytes = static_cast<std::uint32_t>(std::min(size, kMost));
    const Attempt attempt{&thread, address,        bytes,
                          write,   Strength::weak, static_cast<std::uint32_t>(pc),
                          nullptr};
    check_stream_ordered(thread, *landing.stream_ordered, attempt, name);
  }
  if (landing.watched && thread.block)
    landing.watched->note({thread.block->linear, thread.number}, address, size, write);
  if (landing.wrong.kind != Misplaced::Kind::no)
    run_.reporter.misplaced({thread, address, size, name, pc}, landing.wrong);
  return landing.region;
}

/// Whether a write by the submission, or by a copy that it has issued, would change a
/// frame that is not the submission's.  The frame is on a stack of host code, but not on
/// the stack of `thread`.
bool Places::is_frame_of_others(const Thread& thread, const Range& bytes,
                                std::uint64_t pc) const {
  if (thread.block || run_.options.whole_program || !run_.host_stacks.holds(bytes.base))
    return false;
  const auto is_on = [&](const Thread& one) {
    const Stack& stack = one.fiber.stack();
    return Range{address_of(stack.low), stack.size}.contains(bytes.base);
  };
  if (is_on(thread) || !run_.host().fiber.frame() || is_of_scenarios(pc)) return false;
  return !is_on(run_.host()) ||
         !may_write_frame(run_.module, run_.host().fiber, bytes, run_.is_lent(bytes));
}

/// Whether the submission's write would change what a scenario has on the heap.
bool Places::is_heap_of_others(const Range& bytes, std::uint64_t pc) const {
  return run_.memory.scenarios_heap().meets(bytes) && !run_.is_lent(bytes) &&
         !is_of_scenarios(pc);
}

/// Whether code of the scenarios writes.  Otherwise the submission does, or a library
/// function that the simulator calls for it.
bool Places::is_of_scenarios(std::uint64_t pc) const {
  return run_.module.scenarios().contains(run_.module.home(run_.module.base() + pc));
}

/// Memory from cudaMallocAsync is valid for work that comes, in stream order, after that
/// call and before cudaFreeAsync.
void Places::check_stream_ordered(const Thread& thread, const Allocation& allocation,
                                  const Attempt& attempt, const char* name) {
  const auto check = [&](Slot slot, Epoch epoch, std::uint64_t pc) {
    if (thread.knows(kLenient, slot, epoch)) return;
    Clash clash;
    INVARIANT("A step of a stream or of the host makes memory valid.",
              slot < kFirstThreadSlot);
    clash.earlier.slot = static_cast<std::uint16_t>(slot);
    clash.earlier.epoch = epoch;
    clash.earlier.pc = static_cast<std::uint32_t>(pc);
    clash.earlier_is_write = true;
    run_.reporter.race(thread, attempt, clash, name,
                       attempt.is_write ? StepKind::write : StepKind::read);
  };
  if (allocation.stream_ordered)
    check(allocation.ready_slot, allocation.ready_epoch, allocation.created_at);
  if (allocation.freed_epoch)
    check(allocation.freed_slot, allocation.freed_epoch, allocation.freed_at);
}

std::uintptr_t Places::through_window(Thread& thread, std::uintptr_t address) const {
  const ClusterWindows::Seen seen = run_.memory.shared.seen_through_window(address);
  if (thread.block && thread.block->rank != seen.rank) thread.peer = seen.rank;
  return seen.home;
}

/// Whether the thread may use the shared memory of its peer's block now.  Reports a use
/// that is not allowed.  Remembers any other use until that block ends.
bool Places::may_use_peer(const Thread& thread, std::uintptr_t address, std::size_t size,
                          const char* name, std::uint64_t pc) {
  Block* const block = sharing_block(thread);
  Misplaced wrong;
  if (!block) {
    wrong.kind = Misplaced::Kind::peer_has_ended;
  } else {
    const bool has_begun = thread.has_met_cluster ||
                           std::ranges::any_of(block->threads, [&](const Thread& each) {
                             return thread.knows(kLenient, each.slot, each.first_epoch);
                           });
    if (!has_begun) wrong.kind = Misplaced::Kind::peer_may_not_have_begun;
  }
  if (wrong.kind != Misplaced::Kind::no) {
    run_.reporter.misplaced({thread, address, size, name, pc}, wrong);
    return false;
  }
  block->peer_accesses[thread.slot] = {thread.epoch, pc, address};
  return true;
}

}  // namespace gridlock::sim
