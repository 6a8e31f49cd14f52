#include "sim/memory/registered_memory.h"

#include <algorithm>

#include "common/invariant.h"

namespace gridlock::sim {

bool RegisteredMemory::add(const Range& range, std::uint64_t pc) {
  if (meets(range)) return false;
  auto entry = std::make_unique<Entry>();
  entry->range = range;
  entry->created_at = pc;
  entry->cells.resize(range.size / 4 + 2);
  entry->shadow.base = range.base & ~std::uintptr_t{3};
  entry->shadow.size = range.size;
  entry->shadow.cells = entry->cells.data();
  INVARIANT("Registered memory has a cell for each byte.",
            entry->cells.size() * 4 >= range.base % 4 + range.size);
  entries_.push_back(std::move(entry));
  return true;
}

bool RegisteredMemory::remove(std::uintptr_t address) {
  INVARIANT("Registered ranges are disjoint.",
            std::count_if(entries_.begin(), entries_.end(), [&](const auto& entry) {
              return entry->range.contains(address);
            }) <= 1);
  return std::erase_if(entries_, [&](const auto& entry) {
           return entry->range.base == address;
         }) > 0;
}

bool RegisteredMemory::meets(const Range& range) const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [&](const auto& entry) { return entry->range.meets(range); });
}

RegisteredMemory::Entry* RegisteredMemory::find(std::uintptr_t address) const {
  for (const auto& entry : entries_)
    if (entry->range.contains(address)) return entry.get();
  return nullptr;
}

}  // namespace gridlock::sim
