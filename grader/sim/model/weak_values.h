/// The old values that a strong read may still see.
///
/// Plain accesses need no old values: if an old value can show, there is a race, which is
/// reported.  Strong accesses (volatile, atomics) do not race, so a missing order between
/// two of them shows only in the values that they return.  A strong read that is no
/// read-modify-write may return any of the word's last few values.  It sees no value
/// before a write that its thread has seen or knows of (usually in the lenient level), or
/// that a chain of fence.sc orders before the read.  After Lidbury and Donaldson,
/// "Dynamic Race Detection for C++11" (POPL 2017), with the fences in the order in which
/// they run.
///
/// A read-modify-write reads the value right before its own write.  That is the last
/// value, with one exception: if the last write is an ordinary store that the thread does
/// not know of, it may be the value before that store.  The store then lands late and
/// overwrites the read-modify-write.
///
/// In the same way, a store may land before earlier writes that its thread neither knows
/// of nor has seen; these overwrite it.  It then has an earlier place in the word's
/// coherence order, where threads that know of no later write may still see it.  No write
/// comes between a read-modify-write and the write that it read.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/model/happens_before.h"

namespace gridlock::sim {

/// How many past values of a word are kept.
constexpr std::size_t kOverwrittenMax = 3;

/// Keeps `value`, which is about to be overwritten, and what its write publishes.
void keep_overwritten(SyncWord& word, std::uint64_t value);

/// A place in a word's coherence order, before writes that have already landed.
struct EarlierPlace {
  std::size_t back = 0;      ///< How many of the last writes come after it.
  std::uint64_t number = 0;  ///< The number that a write there gets.
};

/// The order of fence.sc, and the writes that these fences make visible to threads.  Two
/// fences are ordered if the scope of each includes the other's thread.
class FenceOrder {
 public:
  void reset();
  /// A fence.sc of a party, ordered after all fences that ran before it.  A fence of
  /// block scope orders values as well, but no plain accesses (gridlock::sim::fence()).
  void fence(const Party& party, MemoryScope scope, Clock& visible_to_party);

 private:
  /// Per device: what its device and system fences have made visible.
  std::vector<Clock> by_device_;
  Clock system_;  ///< What system fences of all devices have made visible.
  /// Per block: what its fences of any scope have made visible.
  std::unordered_map<std::uint64_t, Clock> in_block_;
};

/// The index of the first overwritten value that the party may still see; the size of the
/// list if there is none.  `visible` is what fences have made visible to the party.
std::size_t first_readable(const SyncWord& word, const Party& party, const Clock& visible,
                           Level level);

/// The places before the last write that a store of the party may take, latest first.
std::vector<EarlierPlace> earlier_places(const SyncWord& word, const Party& party,
                                         const Clock& visible, Level level);

/// Moves the word's last write, a store, to an earlier place; the write before it becomes
/// the last again.  Returns the moved write; its value is still to be filled in.
SyncWord::Overwritten& move_back(SyncWord& word, const EarlierPlace& place);

}  // namespace gridlock::sim
