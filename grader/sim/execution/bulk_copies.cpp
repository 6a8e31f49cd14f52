// PTX ISA, sections "cp.async.bulk" and "Async proxy": a copy into shared memory ends
// with complete_tx on the mbarrier, for the bytes that its phase expects; a copy out of
// shared memory belongs to a bulk group of its thread.  An implicit fence between the
// proxies follows a copy, but what it reads needs a fence.proxy.async before it begins.
#include "sim/execution/bulk_copies.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "common/invariant.h"

namespace gridlock::sim {

/// Whether a bulk copy is allowed.  Reports one that is not.
bool BulkCopyUnit::may_begin(const AsyncCopy& copy, const void* shared,
                             const void* global, std::uint64_t pc) {
  constexpr std::size_t kUnit = 16;
  if ((copy.size | address_of(copy.to) | address_of(copy.from)) % kUnit) {
    run_.report_misuse(Misuse::Kind::bulk_copy_of_odd_size, pc);
    return false;
  }
  if (places_.is_shared(address_of(shared)) && !places_.is_shared(address_of(global)) &&
      !run_.memory.shared.is_in_window(address_of(global)))
    return true;
  run_.report_misuse(Misuse::Kind::bulk_copy_elsewhere, pc);
  return false;
}

/// Begins a bulk copy of the running thread: from now on its source and target are in
/// use.
BulkCopy& BulkCopyUnit::begin(const AsyncCopy& copy, std::uint64_t pc) {
  run_.note_dependence();
  Thread& thread = *run_.current();
  INVARIANT("No thread is in the epoch of a bulk copy.", thread.epoch < kOnItsWay);
  const Epoch now = std::exchange(thread.epoch, kUnended);
  accesses_.range_access(thread, address_of(copy.from), copy.size, false, kBulkBegins,
                         pc);
  accesses_.range_access(thread, address_of(copy.to), copy.size, true, kBulkBegins, pc);
  thread.epoch = now;
  std::memset(copy.to, Arena::kPoison, copy.size);
  Block& block = *thread.block;
  if (!block.bulk) block.bulk = std::make_unique<BulkCopies>();
  return block.bulk->in_flight.emplace_back(BulkCopy{copy, &thread, pc});
}

void BulkCopyUnit::begin_load(const void* barrier, const AsyncCopy& copy,
                              std::uint64_t pc) {
  Thread& thread = *run_.current();
  if (!may_begin(copy, copy.to, copy.from, pc) || copy.size == 0) return;
  if (!places_.is_shared(address_of(barrier)))
    return run_.report_misuse(Misuse::Kind::bulk_copy_elsewhere, pc);
  BulkCopy& load = begin(copy, pc);
  load.barrier = barrier;
  load.epoch = thread.epoch;
  load.before.join(thread);
  thread.block->copied_for.insert_or_assign(address_of(copy.to),
                                            CopiedFor{barrier, copy.size});
  thread.tick();  // The thread's later work is not ordered before the copy.
  // The phase may end now, so a thread that sleeps until then must poll again.
  polls_.wake_watchers(address_of(barrier), sizeof(std::uint64_t));
}

/// A copy of `issuer` has ended on these bytes.  It counts as an access at `epoch`, by
/// the instruction at `pc` that waits for the copy.
void BulkCopyUnit::end_range(Thread& issuer, Epoch epoch, std::uintptr_t address,
                             std::size_t size, bool write, std::uint64_t pc) {
  address = run_.memory.managed_home(issuer.image, address);
  // The thread may be in the middle of another access.
  const unsigned peer = std::exchange(issuer.peer, kNoPeer);
  ShadowRegion* region = places_.locate(issuer, address, size, write, kBulkEnds, pc);
  issuer.peer = peer;
  if (!region) return;
  Touch ended;
  INVARIANT("A copy ends in an epoch of its thread.", epoch != 0 && epoch < kOnItsWay);
  ended.epoch = epoch;
  ended.slot = static_cast<std::uint16_t>(issuer.slot);
  ended.pc = static_cast<std::uint32_t>(pc);
  run_.shadow.settle(*region, address, size, ended);
  const Attempt attempt{&issuer, address,        static_cast<std::uint32_t>(size),
                        write,   Strength::weak, ended.pc,
                        nullptr};
  const Epoch now = std::exchange(issuer.epoch, epoch);
  latest_.record_plain(issuer, attempt, kBulkEnds, peek(address, attempt.size));
  issuer.epoch = now;
  if (write && polls_.has_spinners()) polls_.wake_watchers(address, size);
}

void BulkCopyUnit::end_loads(const void* barrier, std::size_t count, std::uint64_t pc) {
  BulkCopies& bulk = *run_.current()->block->bulk;
  BulkPhase& phase = bulk.phases[address_of(barrier)];
  for (auto load = bulk.in_flight.begin(); count > 0 && load != bulk.in_flight.end();) {
    if (load->barrier != barrier) {
      ++load;
      continue;
    }
    const AsyncCopy& copy = load->copy;
    end_range(*load->issuer, load->epoch, address_of(copy.from), copy.size, false, pc);
    end_range(*load->issuer, load->epoch, address_of(copy.to), copy.size, true, pc);
    std::memcpy(copy.to, copy.from, copy.size);
    phase.landed.join(load->before);
    bulk.landed_at.insert(static_cast<std::uint32_t>(pc));
    load = bulk.in_flight.erase(load);
    --count;
  }
  INVARIANT("As many copies are in flight as a barrier counts.", count == 0);
  phase.landed.flatten();
}

void BulkCopyUnit::begin_store(const AsyncCopy& copy, std::uint64_t pc) {
  if (!may_begin(copy, copy.from, copy.to, pc) || copy.size == 0) return;
  check_proxies(copy, pc);
  begin(copy, pc).group = run_.current()->bulk_groups;
}

void BulkCopyUnit::fence_proxies() {
  Thread& thread = *run_.current();
  thread.proxied = thread.level[kLenient].known;
  thread.tick();  // The fence does not cover later work.
}

/// A copy out of shared memory reads through the async proxy.  Other accesses use the
/// generic proxy, so between each write of the source and the copy there must be a proxy
/// fence, by a thread that knows of the write.
void BulkCopyUnit::check_proxies(const AsyncCopy& copy, std::uint64_t pc) {
  Thread& thread = *run_.current();
  Block& block = *thread.block;
  const std::uintptr_t from = address_of(copy.from);
  ShadowRegion* region = places_.locate(thread, from, copy.size, false, kBulkBegins, pc);
  if (!region) return;
  const auto is_fenced = [](const Thread& by, const Touch& write) {
    return by.proxied.at(write.slot) >= write.epoch;
  };
  const auto is_unfenced = [&](const Touch& write) {
    const Slot number = write.slot - block.first_slot;
    if (number >= block.threads.size() || !thread.knows(kStrict, write.slot, write.epoch))
      // A write by another block of the cluster, or one that races, is not reported here.
      return false;
    if (block.bulk && block.bulk->landed_at.contains(write.pc)) return false;
    if (is_fenced(block.threads[number], write) || is_fenced(thread, write)) return false;
    return std::none_of(block.threads.begin(), block.threads.end(),
                        [&](const Thread& by) { return is_fenced(by, write); });
  };
  // Prefers a write by another thread: it is the usual case, and the report says more.
  std::uintptr_t first = 0;
  Clash clash{.earlier = {}, .earlier_is_write = true};
  for (std::uintptr_t word = from; word < from + copy.size; word += 4) {
    Touch unfenced;
    const bool is_wrong =
        run_.shadow.any_write(*region, word, 4, [&](const Touch& write) {
          unfenced = write;
          return is_unfenced(write);
        });
    if (!is_wrong || (first != 0 && unfenced.slot == thread.slot)) continue;
    clash.earlier = unfenced;
    first = word;
    if (unfenced.slot != thread.slot) break;
  }
  if (first == 0) return;
  const Attempt attempt{
      &thread, first, 4, false, Strength::weak, static_cast<std::uint32_t>(pc), nullptr};
  run_.reporter.race(thread, attempt, clash, kBulkBegins, StepKind::read);
}

/// A copy out of shared memory reads its source.
void BulkCopyUnit::end_reading(BulkCopy& store, std::uint64_t pc) {
  if (store.has_read) return;
  const AsyncCopy& copy = store.copy;
  end_range(*store.issuer, store.issuer->epoch, address_of(copy.from), copy.size, false,
            pc);
  store.bytes.assign(copy.from, copy.from + copy.size);
  store.has_read = true;
}

/// A copy out of shared memory writes its target.
void BulkCopyUnit::end_writing(BulkCopy& store, std::uint64_t pc) {
  end_reading(store, pc);
  INVARIANT("A copy writes all that it has read.",
            store.has_read && store.bytes.size() == store.copy.size);
  end_range(*store.issuer, store.issuer->epoch, address_of(store.copy.to),
            store.copy.size, true, pc);
  std::memcpy(store.copy.to, store.bytes.data(), store.copy.size);
}

void BulkCopyUnit::end_of(Block& block) {
  for (BulkCopy& bulk : block.bulk->in_flight)
    if (bulk.barrier)
      end_range(*bulk.issuer, bulk.epoch, address_of(bulk.copy.from), bulk.copy.size,
                false, bulk.begun_at);
    else
      end_writing(bulk, bulk.begun_at);
  block.bulk.reset();
}

const BulkCopy* BulkCopyUnit::find(Slot issuer, const Range& bytes, bool writes) const {
  const auto touches = [&](const BulkCopy& bulk) {
    const std::uintptr_t begin = run_.memory.managed_home(
        bulk.issuer->image, address_of(writes ? bulk.copy.to : bulk.copy.from));
    return bulk.issuer->slot == issuer && begin < bytes.base + bytes.size &&
           bytes.base < begin + bulk.copy.size;
  };
  for (const Device& device : run_.devices)
    for (const Block* block : device.resident()) {
      if (!block->bulk) continue;
      const auto& copies = block->bulk->in_flight;
      const auto found = std::find_if(copies.begin(), copies.end(), touches);
      if (found != copies.end()) return &*found;
    }
  return nullptr;
}

void BulkCopyUnit::await_stores(std::size_t groups_left, bool reads_only,
                                std::uint64_t pc) {
  Thread& thread = *run_.current();
  if (!thread.block->bulk) return;
  std::erase_if(thread.block->bulk->in_flight, [&](BulkCopy& store) {
    if (store.barrier || store.issuer != &thread ||
        store.group + groups_left >= thread.bulk_groups)
      return false;
    if (reads_only)
      end_reading(store, pc);
    else
      end_writing(store, pc);
    return !reads_only;
  });
}

}  // namespace gridlock::sim
