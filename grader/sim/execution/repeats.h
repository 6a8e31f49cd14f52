/// \file
/// A launch that repeats an earlier one is not run again.
///
/// Threads that synchronize by barriers alone, of blocks or of the grid, and do not race,
/// do the same reads and writes in every schedule.  This holds also if accesses to shared
/// memory are volatile, or relaxed atomic loads and stores, as long as barriers order
/// those that are to one word; or else if the threads add integers to words of shared
/// memory by atomics whose results nobody uses.  So if their kernel is launched again
/// with the same arguments, and finds the same bytes in all memory that it read, then it
/// writes the same bytes as before.  One thread of such a launch writes them, and the
/// race check takes note of all that was read and written.
///
/// With other strong accesses to shared memory, what a launch does may depend on the
/// schedule.  What was recorded is still what it may do.  Such a launch runs while the
/// execution is short, and repeats the recorded one when it is long.
///
/// A kernel that does anything else always runs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "sim/device/block_pool.h"
#include "sim/execution/strong_words.h"
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
  std::vector<Content> found;  ///< Each allocation it read from, as it was before.
  std::vector<std::uintptr_t> allocations;  ///< One address in each allocation it used.
  std::vector<Range> reads;                 ///< What it read and did not write.
  std::vector<Content> writes;
  bool in_variables = false;   ///< Some of what it read.
  bool may_differ = false;     ///< In another schedule.
  std::uint64_t last_use = 0;  ///< The number of the launch that it served last.
};

/// The launches of one execution, and the recorded effects of those that may repeat.
class Repeats {
 public:
  Repeats(AddressSpace& memory, const Module& module, Shadow& shadow,
          const BlockPool& pool)
      : memory_(memory), module_(module), shadow_(shadow), pool_(pool) {}

  /// A new execution begins; `on`: replaces repeated launches.
  void reset(bool on);

  /// A kernel is about to start.
  /// \param alone no other kernel is in flight
  /// \param accesses of the execution so far: they bound the cost of recording
  /// \returns what it would do, if that is known; null if it must run
  const LaunchEffect* begins(const Kernel& kernel, bool alone, std::uint64_t accesses);
  /// It has ended.
  /// \param accesses of the execution so far
  void ends(const Kernel& kernel, std::uint64_t accesses);

  /// The last launch of a series with an effect.
  struct Repeated {
    const LaunchEffect* effect;
    Party by;  ///< The thread that repeats it, as it is then.
    bool is_noted;
  };
  /// A series of launches that repeat earlier ones, with nothing else in between that
  /// uses the memory of a device.  What they read and wrote need not be noted before the
  /// series ends, and then only of the last launch with each effect.  In their order.
  using Series = std::vector<Repeated>;

  bool in_series() const { return !series_.empty(); }
  /// Whether a launch that `thread` repeats has an effect of the series, and comes after
  /// all others of the series: then it is noted later.
  bool continues_series(const LaunchEffect& effect, const Thread& thread);
  /// A launch is about to be noted at once.  Returns the series so far.
  Series interrupts_series();
  /// It was noted, and `thread` has repeated it.
  void resumes_series(Series series, const LaunchEffect& effect, const Thread& thread);
  /// Something else uses memory.
  void ends_series() {
    if (in_series()) interrupts_series();
  }

  /// Stops recording: the kernel did what a record cannot reproduce, or what it finds may
  /// have changed.
  void spoil() { watched_ = nullptr; }
  /// A thread is about to make a plain access to memory that `region` tracks; null: to
  /// memory that is not tracked.
  void notes(const Thread& thread, const ShadowRegion* region, std::uintptr_t address,
             bool write) {
    if (!watched_ || !region) return;
    const Block* block = thread.block;
    const bool is_known =  // Nearly always.
        block && block->kernel == watched_ &&
        (region == &memory_.arena.shadow ? recent_[write].have(address)
                                         : block->shared.has(region));
    if (!is_known) looks_at(thread, *region, address, write);
  }
  /// A thread is about to make a strong access, which the race check does not know yet.
  void notes_strong(const Thread& thread, const ShadowRegion& region,
                    const Attempt& attempt, const AccessKind& kind) {
    if (watched_) looks_at_strong(thread, region, attempt, kind);
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

  /// The allocations that were used last.
  class Recent {
   public:
    bool have(std::uintptr_t address) const {
      return std::any_of(memory_.begin(), memory_.end(),
                         [&](const Range& memory) { return memory.contains(address); });
    }
    void add(const Range& memory) { memory_[next_++ % memory_.size()] = memory; }

   private:
    std::array<Range, 4> memory_{};  ///< Enough for most kernels.
    std::size_t next_ = 0;
  };

  void looks_at(const Thread& thread, const ShadowRegion& region, std::uintptr_t address,
                bool write);
  void looks_at_strong(const Thread& thread, const ShadowRegion& region,
                       const Attempt& attempt, const AccessKind& kind);
  void uses(std::uintptr_t address, bool write);
  bool make_room(std::size_t bytes);
  bool forget_oldest();
  bool is_as_before(const LaunchEffect& effect) const;
  void keep_variables(LaunchEffect& effect, std::uintptr_t image) const;
  void keep_marks(LaunchEffect& effect, const ShadowRegion& region,
                  const Range& memory) const;

  AddressSpace& memory_;
  const Module& module_;
  Shadow& shadow_;
  const BlockPool& pool_;
  bool on_ = false;
  std::map<std::string, Known> launches_;
  std::uint64_t begun_ = 0;   ///< Launches so far.
  std::size_t kept_ = 0;      ///< Bytes of all effects.
  std::size_t room_ = 0;      ///< Bytes that the watched launch may still keep.
  std::uint64_t effort_ = 0;  ///< Bytes that were kept or compared in vain, so far.

  Series series_;

  const Kernel* watched_ = nullptr;
  Known* known_ = nullptr;  ///< That of the watched kernel.
  bool is_first_ = false;   ///< Of these launches.
  std::uint64_t accesses_before_ = 0;
  std::vector<Epoch> earlier_;  ///< Each slot's epoch before the watched kernel began.
  std::vector<Used> used_;
  std::set<const ShadowRegion*> variables_;  ///< Those of which it read one.
  Recent recent_[2];                         ///< Of what it read, and of what it wrote.
  bool adds_ = false;        ///< Whether it adds to shared memory by atomics,
  bool moves_ = false;       ///< or loads and stores there in some strong way,
  bool may_differ_ = false;  ///< or else does what depends on the schedule.
};

}  // namespace gridlock::sim
