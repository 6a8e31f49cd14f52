#include "sim/model/sync_words.h"

#include <algorithm>
#include <utility>

#include "common/invariant.h"

namespace gridlock::sim {
namespace {

/// The length of the shortest table, which is also the first.
constexpr std::size_t kFirst = 64;

}  // namespace

SyncWords::Entry& SyncWords::entry_of(std::uintptr_t address) {
  constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15u;
  const std::size_t mask = table_.size() - 1;
  INVARIANT("The table of words is as long as a power of 2.",
            !table_.empty() && (table_.size() & mask) == 0);
  INVARIANT("The table of words has free entries, where a search ends.",
            count_ < table_.size());
  std::size_t i = (address * kSpread >> 32) & mask;
  while (table_[i].address != 0 && table_[i].address != address) i = (i + 1) & mask;
  return table_[i];
}

SyncWord& SyncWords::at(std::uintptr_t address) {
  INVARIANT("Address 0, which marks free entries, has no word.", address != 0);
  if (2 * count_ >= table_.size()) grow();
  Entry& entry = entry_of(address);
  if (entry.address == 0) {
    if (count_ == words_.size()) words_.emplace_back();
    entry = {address, &words_[count_++]};
    INVARIANT("A word that is used again has forgotten its accesses.",
              entry.word->writes == 0 && entry.word->observers.empty() &&
                  entry.word->overwritten.empty() && !entry.word->published.any());
  }
  return *entry.word;
}

void SyncWords::grow() {
  const std::vector<Entry> old = std::exchange(
      table_, std::vector<Entry>(table_.empty() ? kFirst : 2 * table_.size()));
  for (const Entry& entry : old)
    if (entry.address != 0) entry_of(entry.address) = entry;
  INVARIANT("A table that grows keeps its words.",
            std::count_if(table_.begin(), table_.end(), [](const Entry& entry) {
              return entry.address != 0;
            }) == static_cast<std::ptrdiff_t>(count_));
}

void SyncWords::forget_all() {
  // Shrinks a table that is mostly empty: one large schedule must not leave all later
  // ones a long table to clear.
  const bool mostly_free = 8 * count_ < table_.size() && table_.size() > kFirst;
  table_.assign(mostly_free ? table_.size() / 2 : table_.size(), {});
  for (std::size_t i = 0; i < count_; ++i) words_[i].forget();
  count_ = 0;
}

}  // namespace gridlock::sim
