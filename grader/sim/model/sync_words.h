/// The words that were accessed strongly.  A block keeps those of its shared memory and
/// drops them when it ends, so their number depends on the resident blocks, not on the
/// grid.  Another table holds the words of all other memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "sim/model/happens_before.h"

namespace gridlock::sim {

/// Words by address.  Objects of forgotten words are used again.
class SyncWords {
 public:
  /// The word at the address, which is made if there is none.
  /// \pre the address is not 0
  SyncWord& at(std::uintptr_t address);
  /// The word at the address, or null if there is none.
  SyncWord* find(std::uintptr_t address) {
    return count_ == 0 ? nullptr : entry_of(address).word;
  }
  void forget() {
    if (count_ != 0) forget_all();
  }

 private:
  struct Entry {
    std::uintptr_t address = 0;  ///< 0: the entry is free.
    SyncWord* word = nullptr;
  };
  /// The entry of the address, or the free one that it would get.
  Entry& entry_of(std::uintptr_t address);
  void grow();
  void forget_all();

  std::vector<Entry> table_;  ///< Its length is a power of 2; at most half of it is full.
  std::deque<SyncWord> words_;
  std::size_t count_ = 0;  ///< The first `count_` words are in use.
};

}  // namespace gridlock::sim
