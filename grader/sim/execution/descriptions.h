/// Describes threads and variables for findings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "protocol/messages.h"
#include "protocol/values.h"
#include "sim/device/block_pool.h"
#include "sim/device/streams.h"
#include "sim/device/thread.h"
#include "sim/memory/address_space.h"

namespace gridlock::sim {

/// The call that made an allocation: from it, the checker finds the name of the variable
/// that holds the memory.  A line may have several such calls, so nearby ones among
/// `calls` are included.
CreationSite created_at(std::uint64_t pc, const std::vector<std::uint64_t>& calls);

class Descriptions {
 public:
  /// \param host the thread of the host program
  Descriptions(const AddressSpace& memory, const Module& module, const Streams& streams,
               const BlockPool& pool, const Thread& host)
      : memory_(memory), module_(module), streams_(streams), pool_(pool), host_(host) {}

  Access describe(const Thread& thread, const char* op, std::uint64_t pc,
                  std::uintptr_t address, StepKind kind = StepKind::call) const;
  Location name_of(std::uintptr_t address, std::size_t access_bytes = 4) const;
  Location name_of(const Allocation& allocation) const;
  Actor actor(Slot slot, Epoch epoch) const { return pool_.actor(slot, epoch); }

 private:
  Location in_allocation(const Allocation& allocation, std::size_t offset,
                         std::size_t access_bytes) const;
  Location in_dynamic_shared(std::size_t offset, std::size_t access_bytes) const;
  Location in_module(std::uintptr_t address) const;

  const AddressSpace& memory_;
  const Module& module_;
  const Streams& streams_;
  const BlockPool& pool_;
  const Thread& host_;
};

}  // namespace gridlock::sim
