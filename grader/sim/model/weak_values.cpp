#include "sim/model/weak_values.h"

#include <algorithm>

#include "common/invariant.h"

namespace gridlock::sim {

namespace {

/// Exchanges two writes, but not their values: memory keeps the value of the last write.
void exchange(SyncWord& word, SyncWord::Overwritten& write) {
  std::swap(write.number, word.writes);
  std::swap<StrongWrite>(write, word);
}

}  // namespace

void keep_overwritten(SyncWord& word, std::uint64_t value) {
  auto& kept = word.overwritten;
  INVARIANT("A word keeps a few old values at most.", kept.size() <= kOverwrittenMax);
  if (kept.size() == kOverwrittenMax) {  // Drops the oldest.
    std::rotate(kept.begin(), kept.begin() + 1, kept.end());
  } else {
    // Many words are written only once.
    if (kept.size() == kept.capacity()) kept.reserve(kept.empty() ? 1 : kOverwrittenMax);
    kept.emplace_back();
  }
  SyncWord::Overwritten& last = kept.back();
  last.number = word.writes;
  INVARIANT("Old values are kept in coherence order.",
            kept.size() < 2 || kept[kept.size() - 2].number < last.number);
  last.value = value;
  static_cast<StrongWrite&>(last) = word;
}

SyncWord::Overwritten& move_back(SyncWord& word, const EarlierPlace& place) {
  auto& kept = word.overwritten;
  INVARIANT("Only a store moves to an earlier place.", !word.written_by_rmw);
  INVARIANT("A store moves back by no more writes than are kept.",
            place.back > 0 && place.back <= kept.size());
  exchange(word, kept.back());
  std::rotate(kept.end() - static_cast<std::ptrdiff_t>(place.back), kept.end() - 1,
              kept.end());
  SyncWord::Overwritten& moved = *(kept.end() - static_cast<std::ptrdiff_t>(place.back));
  moved.number = moved.sequence = place.number;
  const SyncWord::Overwritten* const next = &moved == &kept.back() ? nullptr : &moved + 1;
  INVARIANT("A store that moves lands before the writes that wipe it out.",
            moved.number < (next ? next->number : word.writes));
  INVARIANT("A store that moves lands behind those before its place.",
            &moved == kept.data() || (&moved - 1)->number < moved.number);
  INVARIANT("Nothing comes between a read-modify-write and what it read.",
            !(next ? next->written_by_rmw : word.written_by_rmw));
  return moved;
}

void FenceOrder::reset() {
  by_device_.clear();
  system_.clear();
  in_block_.clear();
}

void FenceOrder::fence(const Party& party, MemoryScope scope, Clock& visible_to_party) {
  const Clock& known = party.level[kLenient].known;
  if (party.place.device >= by_device_.size()) by_device_.resize(party.place.device + 1u);
  Clock& device = by_device_[party.place.device];
  if (scope == kSystemScope) visible_to_party.join(system_);
  Clock& in_block = in_block_[party.place.block];
  visible_to_party.join(in_block);
  if (scope != kBlockScope) visible_to_party.join(device);
  in_block.join(visible_to_party);
  in_block.join(known);
  if (scope == kBlockScope) return;
  device.join(visible_to_party);
  device.join(known);
  if (scope != kSystemScope) return;
  device.join(system_);
  system_.join(device);
}

std::size_t first_readable(const SyncWord& word, const Party& party, const Clock& visible,
                           Level level) {
  const auto reaches = [&](Slot slot, Epoch epoch) {
    return party.knows(level, slot, epoch) || visible.at(slot) >= epoch;
  };
  if (reaches(word.writer, word.writer_epoch)) return word.overwritten.size();
  std::uint64_t floor = 0;
  for (const auto* list : {&word.observers, &word.overtaken})
    for (const SyncWord::Observer& seen : *list)
      if (seen.write > floor && reaches(seen.slot, seen.epoch)) floor = seen.write;
  for (const auto& write : word.overwritten)
    if (write.number > floor && reaches(write.writer, write.writer_epoch))
      floor = write.number;
  const auto readable = std::ranges::find_if(
      word.overwritten, [&](const auto& write) { return write.number >= floor; });
  INVARIANT("A thread that has seen the last write sees no older one.",
            floor < word.writes || readable == word.overwritten.end());
  return static_cast<std::size_t>(readable - word.overwritten.begin());
}

std::vector<EarlierPlace> earlier_places(const SyncWord& word, const Party& party,
                                         const Clock& visible, Level level) {
  const auto& kept = word.overwritten;
  std::vector<EarlierPlace> places;
  for (std::size_t i = kept.size(), first = first_readable(word, party, visible, level);
       i-- > first;) {
    const bool is_last = i + 1 == kept.size();
    const std::uint64_t next = is_last ? word.writes : kept[i + 1].number;
    INVARIANT("Numbers of writes grow in coherence order.", kept[i].number < next);
    const bool by_rmw = is_last ? word.written_by_rmw : kept[i + 1].written_by_rmw;
    const std::uint64_t number = kept[i].number + (next - kept[i].number) / 2;
    if (!by_rmw && number > kept[i].number) places.push_back({kept.size() - i, number});
  }
  return places;
}

}  // namespace gridlock::sim
