/// Which old values a strong read may still see.
///
/// Plain accesses need no weak values: where one could show, there is a race, which is
/// reported.  Strong accesses (volatile, atomics) do not race, so a missing order between
/// two of them shows only in the values that they return.  A strong read that is no
/// read-modify-write may return any of the last few values of the word, provided that the
/// reader knows of no later write (usually in the lenient level) and has not seen one
/// before, and that no chain of fence.sc fences orders a later one before the read.
/// After Lidbury and Donaldson, "Dynamic Race Detection for C++11" (POPL 2017), with the
/// fences in the order in which they run.
///
/// A read-modify-write reads the value right before its own write.  That is the last
/// value; or, if the last write is an ordinary store that the thread does not know of,
/// the value before that store: the store then lands late and wipes out the
/// read-modify-write.
///
/// In the same way, any write that a store's thread neither knows of nor has seen may
/// wipe out the store.  The store then takes an earlier place in the word's coherence
/// order, where threads that know of no later write may still see it.  Nothing comes
/// between a read-modify-write and what it read.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sim/model/happens_before.h"

namespace gridlock::sim {

/// Past values of a word that are kept.
constexpr std::size_t kOverwrittenMax = 3;

/// Keeps the word's present value and what it publishes, because it is being overwritten.
void keep_overwritten(SyncWord& word, std::uint64_t value);

/// A place in a word's coherence order, before writes that have already landed.
struct EarlierPlace {
  std::size_t back = 0;  ///< How many of the last writes come after it.
  std::uint64_t number = 0;
};

/// The order of fence.sc fences, and the writes that they make visible to threads.  Two
/// of them are ordered if the scope of each includes the other's thread.
class FenceOrder {
 public:
  void reset();
  /// A fence.sc of a party: it is ordered after all that ran before it.
  void fence(const Party& party, MemoryScope scope, Clock& visible_to_party);

 private:
  std::vector<Clock>
      by_device_;  ///< Per device: visible by its device and system fences.
  Clock system_;   ///< Visible by system-scope fences of all devices.
  /// Per block: visible by its fences of any scope.
  std::unordered_map<std::uint64_t, Clock> in_block_;
};

/// The first of the word's overwritten values that the party may still see; the size of
/// the list if there is none.  `visible` is what fences have made visible to it.
std::size_t first_readable(const SyncWord& word, const Party& party, const Clock& visible,
                           Level level = kLenient);

/// The places before the last one that a store of the party may take, the latest first.
std::vector<EarlierPlace> earlier_places(const SyncWord& word, const Party& party,
                                         const Clock& visible, Level level = kLenient);

/// Moves the word's last write, which is a store, to an earlier place; what was last
/// before it is so again.  Returns the write in its place, whose value is still to come.
SyncWord::Overwritten& move_back(SyncWord& word, const EarlierPlace& place);

}  // namespace gridlock::sim
