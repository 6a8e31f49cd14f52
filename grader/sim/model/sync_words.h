/// The words that were accessed strongly.  A block keeps the words of its shared memory
/// and drops them when it ends, so their number depends on the resident blocks, not on
/// the grid.  One more table has the words of all other memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "sim/model/happens_before.h"

namespace gridlock::sim {

/// Words by address.  What was made for words that are forgotten is used again.
class SyncWords {
 public:
  /// The word at the address, which may be any but 0; made if there is none.
  SyncWord& at(std::uintptr_t address);
  /// The same, or null if there is none.
  SyncWord* find(std::uintptr_t address) {
    return count_ == 0 ? nullptr : entry_of(address).word;
  }
  /// Forgets all of them.
  void forget() {
    if (count_ != 0) forget_all();
  }

 private:
  struct Entry {
    std::uintptr_t address = 0;  ///< 0: free.
    SyncWord* word = nullptr;
  };
  /// The entry of the address, or the free one that it would get.
  Entry& entry_of(std::uintptr_t address);
  void grow();
  void forget_all();

  std::vector<Entry> table_;  ///< As long as a power of 2, and at most half full.
  std::deque<SyncWord> words_;
  std::size_t count_ = 0;  ///< How many words, the first ones, are in use.
};

}  // namespace gridlock::sim
