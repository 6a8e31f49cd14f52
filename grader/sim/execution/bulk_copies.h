/// Bulk copies of PTX (cp.async.bulk); see device/bulk_copy.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/execution/accesses.h"

namespace gridlock::sim {

/// Begins and ends bulk copies.  Each block keeps its threads' copies in flight.
class BulkCopyUnit {
 public:
  BulkCopyUnit(Execution& run, LatestAccess& latest, Places& places, Polls& polls,
               Accesses& accesses)
      : run_(run), latest_(latest), places_(places), polls_(polls), accesses_(accesses) {}

  /// Begins a copy of the running thread into shared memory; the mbarrier counts its
  /// bytes.
  void begin_load(const void* barrier, const AsyncCopy& copy, std::uint64_t pc);
  /// Ends the first `count` copies in flight that the mbarrier counts: the running
  /// thread, which waits at the mbarrier, now finds them complete.
  void end_loads(const void* barrier, std::size_t count, std::uint64_t pc);
  /// Copies of the running thread out of shared memory: begins one; makes those begun so
  /// far a group; waits until at most this many groups are in flight or, with
  /// `reads_only`, still read their source.
  void begin_store(const AsyncCopy& copy, std::uint64_t pc);
  void commit_stores() { ++run_.current()->bulk_groups; }
  void await_stores(std::size_t groups_left, bool reads_only, std::uint64_t pc);
  /// Makes what the running thread knows visible to later bulk copies
  /// (fence.proxy.async).
  void fence_proxies();
  /// Ends the copies of a block that ends, including those that no thread has waited for.
  /// Copies into its memory have lost their target.
  void end_of(Block& block);
  /// A copy in flight of this thread that reads some of these bytes or, with `writes`,
  /// that writes some of them; null if there is none.
  const BulkCopy* find(Slot issuer, const Range& bytes, bool writes) const;

 private:
  bool may_begin(const AsyncCopy& copy, const void* shared, const void* global,
                 std::uint64_t pc);
  BulkCopy& begin(const AsyncCopy& copy, std::uint64_t pc);
  void check_proxies(const AsyncCopy& copy, std::uint64_t pc);
  void end_range(Thread& issuer, Epoch epoch, std::uintptr_t address, std::size_t size,
                 bool write, std::uint64_t pc);
  void end_reading(BulkCopy& store, std::uint64_t pc);
  void end_writing(BulkCopy& store, std::uint64_t pc);

  Execution& run_;
  LatestAccess& latest_;
  Places& places_;
  Polls& polls_;
  Accesses& accesses_;
};

}  // namespace gridlock::sim
