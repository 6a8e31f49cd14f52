#include "sim/weak_values.h"

#include <algorithm>

namespace gridlock::sim {

void keep_overwritten(SyncWord& word, std::uint64_t value) {
  if (word.overwritten.size() == kOverwrittenMax)
    word.overwritten.erase(word.overwritten.begin());
  word.overwritten.push_back(
      {word.writes, value, word.writer, word.writer_epoch, word.published});
}

void FenceOrder::fence(const Party& party, Clock& visible_to_party) {
  visible_to_party.join(made_visible_);
  made_visible_.join(party.level[kLenient].known);
}

std::size_t first_readable(const SyncWord& word, const Party& party,
                           const Clock& visible) {
  const auto reaches = [&](Slot slot, Epoch epoch) {
    return party.knows(kLenient, slot, epoch) || visible.at(slot) >= epoch;
  };
  // The number of the earliest write that is not too old.
  std::uint64_t floor = 0;
  for (const SyncWord::Observer& seen : word.observers)
    if (seen.write > floor && reaches(seen.slot, seen.epoch)) floor = seen.write;
  for (const SyncWord::Overwritten& write : word.overwritten)
    if (write.number > floor && reaches(write.writer, write.writer_epoch))
      floor = write.number;
  if (reaches(word.writer, word.writer_epoch)) floor = word.writes;
  const auto readable =
      std::find_if(word.overwritten.begin(), word.overwritten.end(),
                   [&](const auto& write) { return write.number >= floor; });
  return static_cast<std::size_t>(readable - word.overwritten.begin());
}

}  // namespace gridlock::sim
