#include "sim/cuda_api/barrier_copies.h"

#include <cstring>
#include <utility>
#include <vector>

#include "sim/cuda/cuda/std/gridlock_barrier_words.h"
#include "sim/cuda_api/the_machine.h"

namespace gridlock::sim {

namespace {

/// The running block's copies; none in host code, which has no shared memory.
std::vector<BarrierCopy>* in_flight() {
  Block* block = machine->current()->block;
  return block ? &block->barrier_copies : nullptr;
}

/// Whether the phase comes before the other.  Phase numbers wrap around.
bool is_before(std::uint32_t phase, std::uint32_t other) {
  return static_cast<std::int32_t>((phase - other) << (32 - BarrierWords::kPhaseBits)) <
         0;
}

/// Performs the copy's accesses in the epoch of its thread's arrival, so that they are
/// not ordered before the steps of a thread that has not waited for the phase.
void end_copy(const BarrierCopy& ended, std::uint64_t pc) {
  const AsyncCopy& copy = ended.copy;
  Thread& issuer = *ended.issuer;
  const Epoch now = std::exchange(issuer.epoch, ended.epoch);
  machine->accesses.range_access(issuer, reinterpret_cast<std::uintptr_t>(copy.from),
                                 copy.size, false, kCopyEnds, pc);
  machine->accesses.range_access(issuer, reinterpret_cast<std::uintptr_t>(copy.to),
                                 copy.size, true, kCopyEnds, pc);
  issuer.epoch = now;
  std::memcpy(copy.to, copy.from, copy.size);
}

}  // namespace

void leave_copy_to(const void* barrier, std::uint32_t phase) {
  Thread& issuer = *machine->current();
  if (!issuer.copies || issuer.copies->open.empty()) return;
  std::vector<AsyncCopy>& open = issuer.copies->open;
  in_flight()->push_back({open.back(), barrier, phase, &issuer, issuer.epoch});
  issuer.block->copied_for.insert_or_assign(
      reinterpret_cast<std::uintptr_t>(open.back().to),
      CopiedFor{barrier, open.back().size});
  open.pop_back();  // The thread's other waits do not cover this copy.
}

void arrives_with_copies(const void* barrier) {
  std::vector<BarrierCopy>* copies = in_flight();
  if (!copies) return;
  Thread& arriving = *machine->current();
  for (BarrierCopy& copy : *copies)
    if (copy.barrier == barrier && copy.issuer == &arriving && !copy.has_arrived) {
      copy.epoch = arriving.epoch;
      copy.has_arrived = true;
    }
}

void end_copies(const void* barrier, std::uint32_t phases, std::uint64_t pc) {
  std::vector<BarrierCopy>* copies = in_flight();
  if (!copies || copies->empty()) return;
  std::erase_if(*copies, [&](const BarrierCopy& copy) {
    if (copy.barrier != barrier || !is_before(copy.phase, phases)) return false;
    end_copy(copy, pc);
    return true;
  });
}

}  // namespace gridlock::sim
