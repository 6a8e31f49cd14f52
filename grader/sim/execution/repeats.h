/// \file
/// A launch that repeats an earlier one is not run again.
///
/// Threads that synchronize by barriers alone, and do not race, read and write the same
/// in every schedule.  So if their kernel is launched again with the same arguments, and
/// finds the same bytes in all memory that it read, then it leaves the bytes that it left
/// before. Such a launch takes one thread and one step: the bytes are put there, and the
/// race check takes note of all that was read and written.
///
/// A kernel that does anything else, such as an atomic operation, always runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/device/block_pool.h"
#include "sim/memory/address_space.h"
#include "sim/memory/module.h"
#include "sim/model/shadow.h"

namespace gridlock::sim {

/// What a launch read, and what it wrote.
struct LaunchEffect {
  /// Bytes at an address.
  struct Content {
    std::uintptr_t address = 0;
    std::vector<std::byte> bytes;
  };
  std::vector<Content> found;  ///< All memory of which it read a part, before the launch.
  std::vector<std::uintptr_t> allocations;  ///< One address in each that it used.
  std::vector<Range> reads;                 ///< What it read and did not write.
  std::vector<Content> writes;
};

/// The launches of one execution, and what those that may repeat have done.
class Repeats {
 public:
  Repeats(AddressSpace& memory, const Module& module, const Shadow& shadow,
          const BlockPool& pool)
      : memory_(memory), module_(module), shadow_(shadow), pool_(pool) {}

  /// A new execution begins; `on`: launches that repeat are not to run.
  void reset(bool on);

  /// A kernel is about to start.
  /// \param alone no other kernel has started and not ended
  /// \param accesses of the execution so far: how much work keeping contents may be
  /// \returns what it would do, if that is known; null if it must run
  const LaunchEffect* begins(const Kernel& kernel, bool alone, std::uint64_t accesses);
  /// It has ended.
  void ends(const Kernel& kernel);

  /// Something happened that a repetition could not repeat, or that may have changed what
  /// the kernel finds.
  void spoil() { watched_ = nullptr; }
  /// A thread is about to make a plain access, which `region` remembers.
  void notes(const Thread& thread, const ShadowRegion* region, std::uintptr_t address,
             bool write) {
    if (watched_ && region) looks_at(thread, *region, address, write);
  }

 private:
  /// The launches of one kernel with the same arguments and shape.
  struct Known {
    std::uint64_t launches = 0;
    std::vector<std::unique_ptr<LaunchEffect>> effects;
  };
  /// Memory that the watched kernel used.
  struct Used {
    Range memory;
    bool read = false, written = false;
    std::vector<std::byte> before = {};  ///< If it is written.
  };

  void looks_at(const Thread& thread, const ShadowRegion& region, std::uintptr_t address,
                bool write);
  void uses(std::uintptr_t address, bool write);
  bool is_as_before(const LaunchEffect& effect) const;
  void keep_variables(LaunchEffect& effect, std::uintptr_t image) const;
  void keep_marks(LaunchEffect& effect, const Range& memory) const;

  AddressSpace& memory_;
  const Module& module_;
  const Shadow& shadow_;
  const BlockPool& pool_;
  bool on_ = false;
  std::map<std::string, Known> launches_;
  std::size_t kept_ = 0;      ///< Bytes of all effects.
  std::uint64_t effort_ = 0;  ///< Bytes that were kept or compared in vain, so far.

  const Kernel* watched_ = nullptr;
  Known* known_ = nullptr;      ///< That of the watched kernel.
  std::vector<Epoch> earlier_;  ///< Of each thread's slot, before it began.
  std::vector<Used> used_;
  bool reads_variables_ = false;
  Range last_[2];  ///< The allocation that it read last, and the one it wrote last.
};

}  // namespace gridlock::sim
