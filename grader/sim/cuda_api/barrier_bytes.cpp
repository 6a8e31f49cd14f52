#include "sim/cuda_api/barrier_bytes.h"

#include <algorithm>
#include <memory>

#include "sim/cuda/cuda/std/gridlock_barrier_words.h"
#include "sim/cuda_api/atomics.h"
#include "sim/cuda_api/the_machine.h"
#include "sim/execution/arrivals.h"

namespace gridlock::sim {

namespace {

/// The running block's bulk copies; null if it has not issued any.
BulkCopies* bulk_copies() {
  Block* const block = machine->current()->block;
  return block ? block->bulk.get() : nullptr;
}

/// The phase of this mbarrier; null if it has counted no bytes yet.
BulkPhase* phase_of(const void* barrier) {
  BulkCopies* const bulk = bulk_copies();
  if (!bulk) return nullptr;
  const auto found = bulk->phases.find(address_of(barrier));
  return found == bulk->phases.end() ? nullptr : &found->second;
}

/// A change of an mbarrier's state that orders nothing by itself.
std::uint64_t change(void* barrier, RmwOperation operation, std::uint64_t operand,
                     const char* name, const BytesCaller& caller) {
  return perform({.address = barrier,
                  .size = sizeof operand,
                  .operation = operation,
                  .operand = operand,
                  .compare = 0,
                  .order = MemoryOrder::relaxed,
                  .scope = kBlockScope,
                  .name = name,
                  .pc = caller.pc,
                  .frame = caller.frame});
}

/// How many of the mbarrier's oldest copies in flight add up to exactly the expected
/// `bytes`; 0 if no number of them does.
std::size_t copies_expected(const BulkCopies& bulk, const void* barrier,
                            std::int64_t bytes) {
  std::size_t count = 0;
  for (const BulkCopy& load : bulk.in_flight) {
    if (load.barrier != barrier) continue;
    bytes -= static_cast<std::int64_t>(load.copy.size);
    ++count;
    if (bytes <= 0) break;
  }
  return bytes == 0 ? count : 0;
}

}  // namespace

std::uint64_t expect_bytes(void* barrier, std::uint64_t bytes,
                           const BytesCaller& caller) {
  const std::uint64_t state =
      change(barrier, RmwOperation::bit_or, bytes ? BarrierWords::kAwaitsBytes : 0,
             "expect_tx", caller);
  Block* const block = machine->current()->block;
  if (!block || bytes == 0) return state;
  if (!block->bulk) block->bulk = std::make_unique<BulkCopies>();
  block->bulk->phases[address_of(barrier)].bytes += static_cast<std::int64_t>(bytes);
  for (BulkCopy& load : block->bulk->in_flight)
    // The phase may expect the load's bytes now.
    if (load.barrier == barrier) load.was_left_out = false;
  return state;
}

bool bytes_come(const void* barrier, const BytesCaller& caller) {
  BulkPhase* const phase = phase_of(barrier);
  const std::uint64_t state = static_cast<const BarrierWords*>(barrier)->state;
  if (!phase || !(state & BarrierWords::kAwaitsBytes) || BarrierWords::missing(state) > 0)
    return false;
  const std::size_t count = copies_expected(*bulk_copies(), barrier, phase->bytes);
  if (count == 0) return false;
  machine->bulk_copies.end_loads(barrier, count, caller.pc);
  phase->bytes = 0;
  change(const_cast<void*>(barrier), RmwOperation::arrive, arrival_of_bytes(),
         "complete_tx", caller);
  ends_without_bytes(barrier);
  return true;
}

void ends_without_bytes(const void* barrier) {
  BulkCopies* const bulk = bulk_copies();
  if (!bulk) return;
  for (BulkCopy& load : bulk->in_flight)
    if (load.barrier == barrier) load.was_left_out = true;
}

void passes_by_bytes(const void* barrier) {
  const BulkPhase* const phase = phase_of(barrier);
  if (!phase || phase->bytes == 0) ends_without_bytes(barrier);
}

void take_over_bytes(const void* barrier) {
  if (const BulkPhase* const phase = phase_of(barrier))
    take_over(*machine->current(), phase->landed);
}

void forget_bytes(const void* barrier) {
  if (BulkCopies* const bulk = bulk_copies()) bulk->phases.erase(address_of(barrier));
}

}  // namespace gridlock::sim
