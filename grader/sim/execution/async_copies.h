/// Asynchronous copies of the running thread into shared memory; see
/// device/async_copy.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/execution/accesses.h"

namespace gridlock::sim {

/// Begins and ends asynchronous copies.  Each thread keeps its own copies in flight.
class AsyncCopyUnit {
 public:
  AsyncCopyUnit(Execution& run, const Places& places, Accesses& accesses)
      : run_(run), places_(places), accesses_(accesses) {}

  void begin(const AsyncCopy& copy, std::uint64_t pc);
  /// Makes the copies begun so far a batch.
  void commit();
  /// Waits until at most this many batches are in flight.
  void await(std::size_t batches_left, std::uint64_t pc);
  /// The thread ends: its copies end even if no thread waits for them.
  void end_of(const Thread& thread);

 private:
  Execution& run_;
  const Places& places_;
  Accesses& accesses_;
};

}  // namespace gridlock::sim
