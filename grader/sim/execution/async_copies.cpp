// Asynchronous copies into shared memory; see device/async_copy.h.
#include <cstring>
#include <memory>
#include <utility>

#include "common/invariant.h"
#include "sim/execution/machine.h"

namespace gridlock::sim {

bool Machine::is_shared(std::uintptr_t address) const {
  return current()->block && memory.shared.contains(address, current()->image);
}

void Machine::begin_copy(const AsyncCopy& copy, std::uint64_t pc) {
  note_dependence();
  const auto misaligned = [&](const void* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer) % copy.size != 0;
  };
  if ((copy.size != 4 && copy.size != 8 && copy.size != 16) || copy.zeros > copy.size ||
      misaligned(copy.to) || misaligned(copy.from)) {
    report_misuse(Misuse::Kind::copy_of_odd_size, pc);
    return;
  }
  if (!is_shared(address_of(copy.to))) {
    report_misuse(Misuse::Kind::copy_to_other_memory, pc);
    return;
  }
  range_access(*current(), address_of(copy.from), copy.size - copy.zeros, false,
               kCopyBegins, pc);
  // No thread can know of copies in flight, however the threads synchronize.
  INVARIANT("No thread is in the epoch of copies in flight.",
            current()->epoch < kOnItsWay);
  const Epoch now = std::exchange(current()->epoch, kOnItsWay);
  range_access(*current(), address_of(copy.to), copy.size, true, kCopyBegins, pc);
  current()->epoch = now;
  std::memset(copy.to, Arena::kPoison, copy.size);
  current()->block->copied_for.erase(address_of(copy.to));
  if (!current()->copies) current()->copies = std::make_unique<AsyncCopies>();
  current()->copies->open.push_back(copy);
  current()->copies->begun_at = pc;
}

void Machine::commit_copies() {
  if (!current()->copies) current()->copies = std::make_unique<AsyncCopies>();
  AsyncCopies& copies = *current()->copies;
  copies.batches.push_back(std::move(copies.open));
  copies.open.clear();
}

void Machine::await_copies(std::size_t batches_left, std::uint64_t pc) {
  if (!current()->copies) return;
  auto& batches = current()->copies->batches;
  for (; batches.size() > batches_left; batches.pop_front())
    for (const AsyncCopy& copy : batches.front()) {
      INVARIANT("A copy reads a part of what it writes.", copy.zeros <= copy.size);
      const std::size_t read = copy.size - copy.zeros;
      range_access(*current(), address_of(copy.from), read, false, kCopyEnds, pc);
      range_access(*current(), address_of(copy.to), copy.size, true, kCopyEnds, pc);
      std::memcpy(copy.to, copy.from, read);
      std::memset(copy.to + read, 0, copy.zeros);
    }
}

}  // namespace gridlock::sim
