/// The path of a memory access: where it lands, whether it waits, whether it races, and
/// which value it sees.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/execution/fences.h"
#include "sim/execution/polls.h"

namespace gridlock::sim {

class Accesses {
 public:
  Accesses(Execution& run, LatestAccess& latest, Turns& turns, Places& places,
           Polls& polls, Fences& fences)
      : run_(run),
        latest_(latest),
        turns_(turns),
        places_(places),
        polls_(polls),
        fences_(fences) {}

  void plain_access(std::uintptr_t address, std::uint32_t size, bool write,
                    std::uint64_t pc, const std::byte* frame);
  /// This thread's next read of these bytes begins an assignment to a bit-field, so it
  /// may find an undefined value.
  void assigns_bits(std::uintptr_t address, std::uint32_t size);
  /// A volatile access is about to happen; in PTX it is relaxed.sys.
  void volatile_access(std::uintptr_t address, std::uint32_t size, bool write,
                       std::uint64_t pc, const std::byte* frame);
  /// Reports a kernel's access to an address that is not a multiple of its type's
  /// alignment.
  void misaligned(std::uintptr_t address, std::uint32_t alignment, const char* name,
                  std::uint64_t pc);
  /// A strong access, which the caller performs right afterwards: an atomic load or
  /// store, or a read-modify-write.  For a read-modify-write, `effect` returns what it
  /// would do to the word now.
  ///
  /// Returns the old value that a load must return instead of the present one, or null.
  const std::uint64_t* strong_access(std::uintptr_t address, std::uint32_t size,
                                     const AccessKind& kind, std::uint64_t pc,
                                     const std::byte* frame,
                                     RmwEffect (*effect)(void* operation) = nullptr,
                                     void* operation = nullptr);
  /// Makes the next access read an old value.
  void substitute(std::uintptr_t address, std::uint32_t size, std::uint64_t old);
  /// An API call or a memory function accesses these bytes on a thread's behalf.
  void range_access(Thread& thread, std::uintptr_t address, std::size_t size, bool write,
                    const char* name, std::uint64_t pc);
  /// A load through the read-only cache (__ldg).
  void read_only_access(std::uintptr_t address, std::uint32_t size, std::uint64_t pc,
                        const std::byte* frame);
  /// Checks before a copy to the host whether it reads memory that nothing has written.
  void check_written(Thread& engine, std::uintptr_t address, std::size_t size,
                     const char* call, std::uint64_t pc);

 private:
  void switch_before_read(Thread& thread, std::uintptr_t address);
  struct Outcome;
  ShadowRegion* reach_word(Thread& thread, const StrongAccess& access,
                           const std::byte* frame);
  Outcome begin_effect(Thread& thread, const StrongAccess& access);
  void check_strong(const Thread& thread, ShadowRegion& region,
                    const StrongAccess& access, const Attempt& attempt);
  void take_effect(Thread& thread, SyncWord& word, const StrongAccess& access,
                   const Attempt& attempt, Outcome& outcome);
  void record_strong(const Thread& thread, const SyncWord& word,
                     const StrongAccess& access, const Outcome& outcome);
  void note_lanes(const Thread& thread, const ShadowRegion& region,
                  const Attempt& access);
  bool is_new_device_memory(std::uintptr_t address) const;
  /// Checks a read of shared or device memory that was never written, before the read is
  /// remembered.
  void check_initialized(const Thread& thread, const ShadowRegion& region,
                         const BadAccess& read, StepKind kind) {
    if (!Shadow::is_touched(region, read.address))
      tell_uninitialized(thread, region, read, kind);
  }
  void tell_uninitialized(const Thread& thread, const ShadowRegion& region,
                          const BadAccess& read, StepKind kind);
  void check_race(const Thread& thread, ShadowRegion& region, const Attempt& attempt,
                  const char* name, StepKind kind);
  void check_race(const Thread& thread, ShadowRegion& region, const Attempt& attempt,
                  const char* name) {
    check_race(thread, region, attempt, name,
               attempt.is_write ? StepKind::write : StepKind::read);
  }

  Execution& run_;
  LatestAccess& latest_;
  Turns& turns_;
  Places& places_;
  Polls& polls_;
  Fences& fences_;
  std::uint64_t stale_value_ = 0;  ///< The result of strong_access() points here.
};

}  // namespace gridlock::sim
