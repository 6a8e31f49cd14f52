/// Where a thread's access lands, and whether the thread may use that memory now.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/execution/execution.h"

namespace gridlock::sim {

class Places {
 public:
  explicit Places(Execution& run) : run_(run) {}

  /// Where an access lands: the cells that remember it; null if none do.
  [[gnu::always_inline]] ShadowRegion* locate(Thread& thread, std::uintptr_t address,
                                              std::size_t size, bool write,
                                              const char* name, std::uint64_t pc) {
    if (ShadowRegion* region = usual(run_, thread, address, size)) return region;
    return locate_anything(thread, address, size, write, name, pc);
  }
  /// Where an access of a kernel or of host code lands, if it is to the kind of memory
  /// that most accesses use; else null.
  [[gnu::always_inline]] static ShadowRegion* usual(Execution& run, const Thread& thread,
                                                    std::uintptr_t address,
                                                    std::size_t size) {
    if (run.memory.arena.contains(address)) {
      const Allocation* found = run.memory.arena.at(address);
      const bool is_usual = found && is_own_side(thread, *found) && found->is_settled() &&
                            !found->watched && found->has(address, size);
      return is_usual ? &run.memory.arena.shadow : nullptr;
    }
    return thread.block && thread.peer == kNoPeer
               ? run.memory.shared.again(thread.block->shared, address, size)
               : nullptr;
  }
  /// The address by which the simulator knows the memory.  Code on several devices, or in
  /// several blocks, may access the same memory by different addresses.
  [[gnu::always_inline]] std::uintptr_t home_of(Thread& thread,
                                                std::uintptr_t address) const {
    thread.peer = kNoPeer;
    if (run_.memory.shared.is_in_window(address)) return through_window(thread, address);
    return run_.memory.managed_home(thread.image, address);
  }
  bool is_shared(std::uintptr_t address) const {
    const Thread& thread = *run_.current();
    return thread.block && run_.memory.shared.contains(address, thread.image);
  }

 private:
  /// Whether the thread may always use the memory.  Host code may if the memory is not a
  /// device's; a kernel may if the memory was allocated on its device.
  static bool is_own_side(const Thread& thread, const Allocation& allocation) {
    return thread.block ? allocation.device == thread.place.device
                        : thread.host_code && allocation.kind != MemoryKind::device;
  }
  ShadowRegion* locate_anything(Thread& thread, std::uintptr_t address, std::size_t size,
                                bool write, const char* name, std::uint64_t pc);
  Accessor accessor(Thread& thread) const;
  std::uintptr_t through_window(Thread& thread, std::uintptr_t address) const;
  bool may_use_peer(const Thread& thread, std::uintptr_t address, std::size_t size,
                    const char* name, std::uint64_t pc);
  bool is_heap_of_others(const Range& bytes, std::uint64_t pc) const;
  bool is_of_scenarios(std::uint64_t pc) const;
  bool is_frame_of_others(const Thread& thread, const Range& bytes,
                          std::uint64_t pc) const;
  void check_stream_ordered(const Thread& thread, const Allocation& allocation,
                            const Attempt& attempt, const char* name);

  Execution& run_;
};

}  // namespace gridlock::sim
