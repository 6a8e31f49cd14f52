#include "sim/execution/async_copies.h"

#include <cstring>
#include <memory>
#include <utility>

#include "common/invariant.h"

namespace gridlock::sim {

void AsyncCopyUnit::begin(const AsyncCopy& copy, std::uint64_t pc) {
  run_.note_dependence();
  const auto misaligned = [&](const void* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer) % copy.size != 0;
  };
  if ((copy.size != 4 && copy.size != 8 && copy.size != 16) || copy.zeros > copy.size ||
      misaligned(copy.to) || misaligned(copy.from)) {
    run_.report_misuse(Misuse::Kind::copy_of_odd_size, pc);
    return;
  }
  if (!places_.is_shared(address_of(copy.to))) {
    run_.report_misuse(Misuse::Kind::copy_to_other_memory, pc);
    return;
  }
  accesses_.range_access(*run_.current(), address_of(copy.from), copy.size - copy.zeros,
                         false, kCopyBegins, pc);
  // No thread can know of copies in flight, however the threads synchronize.
  INVARIANT("No thread is in the epoch of copies in flight.",
            run_.current()->epoch < kOnItsWay);
  const Epoch now = std::exchange(run_.current()->epoch, kOnItsWay);
  accesses_.range_access(*run_.current(), address_of(copy.to), copy.size, true,
                         kCopyBegins, pc);
  run_.current()->epoch = now;
  std::memset(copy.to, Arena::kPoison, copy.size);
  run_.current()->block->copied_for.erase(address_of(copy.to));
  if (!run_.current()->copies) run_.current()->copies = std::make_unique<AsyncCopies>();
  run_.current()->copies->open.push_back(copy);
  run_.current()->copies->begun_at = pc;
}

void AsyncCopyUnit::commit() {
  if (!run_.current()->copies) run_.current()->copies = std::make_unique<AsyncCopies>();
  AsyncCopies& copies = *run_.current()->copies;
  copies.batches.push_back(std::move(copies.open));
  copies.open.clear();
}

void AsyncCopyUnit::await(std::size_t batches_left, std::uint64_t pc) {
  if (!run_.current()->copies) return;
  auto& batches = run_.current()->copies->batches;
  for (; batches.size() > batches_left; batches.pop_front())
    for (const AsyncCopy& copy : batches.front()) {
      INVARIANT("A copy reads a part of what it writes.", copy.zeros <= copy.size);
      const std::size_t read = copy.size - copy.zeros;
      accesses_.range_access(*run_.current(), address_of(copy.from), read, false,
                             kCopyEnds, pc);
      accesses_.range_access(*run_.current(), address_of(copy.to), copy.size, true,
                             kCopyEnds, pc);
      std::memcpy(copy.to, copy.from, read);
      std::memset(copy.to + read, 0, copy.zeros);
    }
}

void AsyncCopyUnit::end_of(const Thread& thread) {
  if (!thread.copies || thread.copies->empty()) return;
  commit();
  await(0, thread.copies->begun_at);
}

}  // namespace gridlock::sim
