/// The last announced access, which the program makes right afterwards.  Only after the
/// access is it known whether a write has changed its word.  After a read of an old
/// value, the present one is restored.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/execution/execution.h"

namespace gridlock::sim {

/// The uid of the block that owns the shared memory of the thread's access; 0 for a host
/// thread.
inline std::uint64_t home_block(const Thread& thread) {
  const Block* block = thread.block ? sharing_block(thread) : nullptr;
  return block ? block->uid : 0;
}

class LatestAccess {
 public:
  explicit LatestAccess(Execution& run) : run_(run) {}

  void begin() { write_ = {}; }
  /// Completes the access that the program has just made.
  void settle() {
    run_.words.settle();
    if (write_.size != 0) judge_write();
  }
  bool is_settled() const { return run_.words.is_settled() && write_.size == 0; }

  /// A plain write of a whole program is about to happen.  Two unordered writes are
  /// judged only after the later one: then it is known whether both wrote the same value.
  void check_write(const Thread& thread, ShadowRegion& region, const Attempt& attempt);
  /// Records a plain access, if a history is kept.
  void record_plain(const Thread& thread, const Attempt& attempt, const char* name,
                    std::uint64_t found);

 private:
  [[gnu::noinline]] void judge_write();  // `replay --debug` looks for its frame.

  /// A plain write that clashes with an earlier access, and the value that it is about to
  /// replace.
  struct UnorderedWrite {
    std::uint32_t size = 0;  ///< 0: none.
    Attempt attempt{};
    Clash clash{};
    std::array<std::byte, 16> before{};
  };
  Execution& run_;
  UnorderedWrite write_;
};

}  // namespace gridlock::sim
