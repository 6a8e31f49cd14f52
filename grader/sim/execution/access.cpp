// The path of a memory access through the machine: where it lands, whether it waits,
// whether it races, and which value it sees.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

#include "common/invariant.h"
#include "sim/execution/fence_names.h"
#include "sim/execution/machine.h"

namespace gridlock::sim {

namespace {

/// The uid of the block that owns the shared memory at the address, if it is shared
/// memory.
std::uint64_t home_block(const Thread& thread) {
  const Block* block = thread.block ? sharing_block(thread) : nullptr;
  return block ? block->uid : 0;
}

}  // namespace

void Machine::plain_access(std::uintptr_t address, std::uint32_t size, bool write,
                           std::uint64_t pc, const std::byte* frame) {
  ++counters_.accesses;
  settle();
  Thread& thread = *current();
  if (!thread.block && memory.is_unwatched(address, size)) return;
  address = home_of(thread, address);
  const char* name = write ? "write" : "read";
  if (options.switch_at_plain && !write &&
      (thread.block || memory.arena.contains(address))) {
    const unsigned run =
        thread.plain_run;  // A poll stays one poll, even if other threads run in between.
    synchronization_point();
    thread.plain_run = run;
  }
  ShadowRegion* region = locate(thread, address, size, write, name, pc);
  if (!region) return;
  if (write) {
    thread.plain_run = 0;
    note_store(thread, address, size);
  } else {
    if (plain_poll(address, size, pc, frame))
      region = locate(thread, address, size, write, name, pc);
  }
  const Attempt attempt{&thread, address,        size,
                        write,   Strength::weak, static_cast<std::uint32_t>(pc),
                        nullptr};
  if (read_watch_.on())
    read_watch_.plain_access(&thread, address, write, pc, peek(address, size));
  if (write && options.whole_program) return check_write(thread, *region, attempt);
  if (!write)
    check_initialized(thread, *region, {thread, address, size, name, pc}, StepKind::read);
  check_race(thread, *region, attempt, name);
  if (!write) look(thread, address, size);
  if (history.recording) record_plain(thread, attempt, name, peek(address, size));
}

/// In a whole program, two unordered writes are judged only after the later one: then it
/// is known whether both wrote the same value.
void Machine::check_write(const Thread& thread, ShadowRegion& region,
                          const Attempt& attempt) {
  INVARIANT("A write is judged before the next one.", unordered_write_.size == 0);
  Clash clash;
  if (shadow_.check(region, attempt, &clash)) {
    if (clash.earlier_is_write && clash.earlier.strength == Strength::weak &&
        thread.block && attempt.size <= unordered_write_.before.size() &&
        !actor(clash.earlier.slot, clash.earlier.epoch).host) {
      unordered_write_ = {attempt.size, attempt, clash, {}};
      std::memcpy(unordered_write_.before.data(),
                  reinterpret_cast<const void*>(attempt.address), attempt.size);
      return;
    }
    reporter_.race(thread, attempt, clash, "write", StepKind::write);
  }
  if (history.recording)
    record_plain(thread, attempt, "write", peek(attempt.address, attempt.size));
}

void Machine::judge_write() {
  UnorderedWrite write = std::exchange(unordered_write_, {});
  INVARIANT("What a write replaces is kept as a whole.",
            write.size <= write.before.size());
  INVARIANT("A write is judged while its thread runs.", write.attempt.party == current());
  const Attempt& attempt = write.attempt;
  write.clash.equal_values =
      std::memcmp(write.before.data(), reinterpret_cast<const void*>(attempt.address),
                  write.size) == 0;
  reporter_.race(*current(), attempt, write.clash, "write", StepKind::write);
  std::uint64_t found = 0;
  std::memcpy(&found, write.before.data(), std::min<std::size_t>(write.size, 8));
  record_plain(*current(), attempt, "write", found);
}

void Machine::record_plain(const Thread& thread, const Attempt& attempt, const char* name,
                           std::uint64_t found) {
  if (!history.recording) return;
  const bool is_value = attempt.size <= sizeof(std::uint64_t);
  history.add({.op = attempt.is_write ? Op::write : Op::read,
               .slot = thread.slot,
               .epoch = thread.epoch,
               .pc = attempt.pc,
               .address = attempt.address,
               .size = attempt.size,
               .found_known = is_value,
               .found = is_value ? found : 0,
               .name = name,
               .block = thread.place.block,
               .home = home_block(thread)},
              thread.level[kStrict].known);
  if (attempt.is_write && memory.stays(attempt.address))
    history.store_follows(attempt.address, attempt.size);
}

void Machine::volatile_access(std::uintptr_t address, std::uint32_t size, bool write,
                              std::uint64_t pc, const std::byte* frame) {
  const AccessKind kind{.write = write,
                        .strength = Strength::system,
                        .op = write ? Op::volatile_write : Op::volatile_read,
                        .name = write ? "volatile write" : "volatile read"};
  if (const std::uint64_t* old = strong_access(address, size, kind, pc, frame))
    substitute(address, size, *old);
}

void Machine::substitute(std::uintptr_t address, std::uint32_t size, std::uint64_t old) {
  words_.substitute(home_of(*current(), address), size, old);
}

/// A GPU would trap with "misaligned address"; the simulator and the host's CPU would
/// not.
void Machine::misaligned(std::uintptr_t address, std::uint32_t alignment,
                         const char* name, std::uint64_t pc) {
  if (!current()->block || address < alignment) return;
  reporter_.misaligned({*current(), address, alignment, name, pc}, alignment);
}

/// The result of a strong access.
struct Machine::Outcome {
  RmwEffect effect;
  MemoryOrder order;
  MemoryScope scope;
  bool writes;
  /// The write that it saw, if that was not the last one.
  const SyncWord::Overwritten* old;
  std::uint64_t number;  ///< The number of the write that it made or saw.
};

void Machine::record_strong(const Thread& thread, const SyncWord& word,
                            const StrongAccess& access, const Outcome& outcome) {
  const AccessKind& kind = access.kind;
  const bool only_read = kind.read_modify_write && !outcome.writes;
  const bool expected_other = only_read && kind.compares;
  INVARIANT("An access that saw an old value writes nothing.",
            !outcome.old || !outcome.writes);
  const std::uint64_t found =
      outcome.old ? outcome.old->value : peek(access.address, access.size);
  history.add({.op = only_read ? Op::atomic_load : kind.op,
               .scope = static_cast<std::uint8_t>(outcome.scope),
               .acquires = acquires(outcome.order),
               .releases = releases(outcome.order),
               .takes_order = kind.takes_order,
               .same = outcome.effect == RmwEffect::same,
               .only_read = only_read,
               .overwritten = outcome.writes && outcome.number < word.writes,
               .slot = thread.slot,
               .epoch = thread.epoch,
               .pc = access.pc,
               .address = access.address,
               .size = access.size,
               .value = found,
               .value_kind = kind.value_kind,
               .found_known = true,
               .left_known = expected_other,
               .found = found,
               .left = expected_other ? *kind.compares : 0,
               .detail = outcome.number,
               .name = kind.name,
               .block = thread.place.block,
               .home = home_block(thread),
               .word = words_.key(&thread, access.address)},
              thread.level[kStrict].known);
  if (outcome.writes && memory.stays(access.address))
    history.store_follows(access.address, access.size);
}

/// Takes a strong access to its word: others may run first, and the thread may sleep.
/// Returns the cells that remember the word, or null.
ShadowRegion* Machine::reach_word(Thread& thread, const StrongAccess& access,
                                  const std::byte* frame) {
  const auto& [address, size, kind, pc, effect, operation] = access;
  const bool may_write = kind.write || kind.read_modify_write;
  settle();
  thread.waiting_pc = pc;  // For reports made while it waits.
  if (thread.block) limits_.reaches(address);
  scheduler_.policy().announces(thread,
                                {Operation::Kind::access, address, size, may_write});
  synchronization_point();
  ShadowRegion* region =
      locate(thread, address, size, may_write, kind.name, pc);  // Also checks the bounds.
  if (access.effect_now() != RmwEffect::change && poll(address, size, pc, frame))
    region = locate(thread, address, size, may_write, kind.name, pc);
  // For volatile accesses, the hook has checked the alignment.
  if (region && (address & (size - 1)) != 0 && !is_volatile(kind.op))
    misaligned(address, size, kind.name, pc);
  return region;
}

/// What a strong access would do to memory now, with its order and scope.
Machine::Outcome Machine::begin_effect(Thread& thread, const StrongAccess& access) {
  const AccessKind& kind = access.kind;
  const RmwEffect does = access.effect_now();
  INVARIANT("Only a store, or a read-modify-write, changes memory.",
            kind.write || kind.read_modify_write || does == RmwEffect::none);
  const bool failed = kind.read_modify_write && does == RmwEffect::none;
  Outcome outcome{.effect = does,
                  .order = failed ? kind.failure_order : kind.order,
                  .scope = scope_of(kind.strength),
                  .writes = does != RmwEffect::none,
                  .old = nullptr,
                  .number = 0};
  if (does == RmwEffect::change) {
    if (access.address != thread.spin.address()) gives_up(thread);
    if (kind.read_modify_write) thread.spin.progressed();
    note_store(thread, access.address, access.size);
  }
  if (outcome.order != MemoryOrder::relaxed &&
      !weaken(access.pc, kind.name, false, &outcome.scope))
    outcome.order = MemoryOrder::relaxed;
  return outcome;
}

/// Checks a strong access for uninitialized memory and races, and remembers it.
void Machine::check_strong(const Thread& thread, ShadowRegion& region,
                           const StrongAccess& access, const Attempt& attempt) {
  const AccessKind& kind = access.kind;
  const StepKind step = kind.read_modify_write ? StepKind::atomic
                        : kind.write           ? StepKind::write
                                               : StepKind::read;
  // Another word may guard a load that is no read-modify-write, so the load is not
  // reported as uninitialized.
  const bool may_be_guarded =
      !kind.write && !kind.read_modify_write && memory.arena.contains(access.address);
  if (!kind.write && !kind.only_writes && !may_be_guarded)
    check_initialized(thread, region,
                      {thread, access.address, access.size, kind.name, access.pc}, step);
  check_race(thread, region, attempt, kind.name, step);
  if (options.whole_program && is_volatile(kind.op)) note_lanes(thread, region, attempt);
}

/// Chooses the value that a strong access sees, and publishes what it writes.
void Machine::take_effect(Thread& thread, SyncWord& word, const StrongAccess& access,
                          const Attempt& attempt, Outcome& outcome) {
  const AccessKind& kind = access.kind;
  if (!kind.write) outcome.old = words_.choose_stale(thread, word, access);
  const SyncWord::Overwritten* const old = outcome.old;
  INVARIANT("An old value was written before the present one.",
            !old || old->number < word.writes);
  // If the access saw an old value, the write that overwrites it has already landed.
  outcome.writes &= !old;
  if (!kind.write) {
    strong_read(thread, word, outcome.order, outcome.scope, old);
    if (outcome.effect != RmwEffect::change)
      look(thread, access, old ? old->value : peek(access.address, access.size));
  }
  outcome.number = old ? old->number : word.writes;
  if (outcome.writes)
    outcome.number = words_.write(thread, word, attempt, outcome.order, kind);
  INVARIANT("No access is of a write behind the last one.",
            outcome.number <= word.writes);
  INVARIANT("A read-modify-write makes the last write.",
            !outcome.writes || !kind.read_modify_write || outcome.number == word.writes);
  counters_.read_modify_writes += kind.read_modify_write;
}

const std::uint64_t* Machine::strong_access(std::uintptr_t address, std::uint32_t size,
                                            const AccessKind& kind, std::uint64_t pc,
                                            const std::byte* frame,
                                            RmwEffect (*effect)(void*), void* operation) {
  ++counters_.accesses;
  Thread& thread = *current();
  counters_.host_accesses += thread.host_code;
  address = home_of(thread, address);
  const StrongAccess access{address, size, kind, pc, effect, operation};
  ShadowRegion* const region = reach_word(thread, access, frame);
  if (!region) return nullptr;
  if (read_watch_.on()) read_watch_.strong_access(&thread, address, kind.compares);
  // No other thread runs from here to the access itself.
  Outcome outcome = begin_effect(thread, access);
  SyncWord& word = words_.word(&thread, address, size);
  const Attempt attempt{&thread,
                        address,
                        size,
                        outcome.writes,
                        strong(outcome.scope),
                        static_cast<std::uint32_t>(pc),
                        &word};
  check_strong(thread, *region, access, attempt);
  take_effect(thread, word, access, attempt, outcome);
  if (history.recording) record_strong(thread, word, access, outcome);
  if (!outcome.old) return nullptr;
  stale_value_ = outcome.old->value;
  return &stale_value_;
}

/// Follows a volatile access to the block's shared memory, for reports on lanes that are
/// assumed to run in step.  A thread that uses fences does not assume that.
void Machine::note_lanes(const Thread& thread, const ShadowRegion& region,
                         const Attempt& access) {
  Block* const block = thread.block;
  if (!block || !block->shared.has(&region) || thread.level[kLenient].has_more) return;
  if (!block->lane_exchange) block->lane_exchange = std::make_unique<LaneExchange>();
  if (access.is_write)
    return block->lane_exchange->stores(thread.number / kWarpLanes,
                                        thread.number % kWarpLanes, access.pc);
  const SyncWord& word = *access.word;
  const std::uint32_t writer = word.writer - block->first_slot;
  if (word.writes > 0 && !word.written_by_rmw && writer < block->threads.size() &&
      writer != thread.number && writer / kWarpLanes == thread.number / kWarpLanes &&
      !thread.knows(kLenient, word.writer, word.writer_epoch))
    block->lane_exchange->passes(
        {writer, thread.number, word.writer_pc, access.pc, access.address});
}

void Machine::range_access(Thread& thread, std::uintptr_t address, std::size_t size,
                           bool write, const char* name, std::uint64_t pc) {
  if (size == 0) return;
  settle();
  counters_.accesses += (size + 3) / 4;
  address = home_of(thread, address);
  ShadowRegion* region = locate(thread, address, size, write, name, pc);
  if (!region) return;
  if (write && !spinners_.empty()) wake_watchers(address, size);
  constexpr std::size_t kPieceMax = std::size_t{1} << 30;  // Attempt::size has 32 bits.
  for (std::size_t done = 0; done < size; done += kPieceMax) {
    const auto piece = static_cast<std::uint32_t>(std::min(kPieceMax, size - done));
    const Attempt attempt{&thread, address + done, piece,
                          write,   Strength::weak, static_cast<std::uint32_t>(pc),
                          nullptr};
    check_race(thread, *region, attempt, name);
    record_plain(thread, attempt, name, peek(attempt.address, piece));
  }
}

void Machine::read_only_access(std::uintptr_t address, std::uint32_t size,
                               std::uint64_t pc, const std::byte* frame) {
  ++counters_.accesses;
  settle();
  Thread& thread = *current();
  address = home_of(thread, address);
  ShadowRegion* region = locate(thread, address, size, false, "__ldg", pc);
  if (!region) return;
  if (plain_poll(address, size, pc, frame))
    region = locate(thread, address, size, false, "__ldg", pc);
  check_initialized(thread, *region, {thread, address, size, "__ldg", pc},
                    StepKind::read);
  Attempt attempt{&thread, address,        size,
                  false,   Strength::weak, static_cast<std::uint32_t>(pc),
                  nullptr};
  if (thread.block) attempt.before_kernel = &thread.block->kernel->before;
  check_race(thread, *region, attempt, "__ldg");
  look(thread, address, size);
}

void Machine::fence(MemoryScope scope, bool sc, const char* name, std::uint64_t pc) {
  settle();
  const bool ordered = sc && options.weak_values;
  scheduler_.policy().announces(
      *current(), {.kind = ordered ? Operation::Kind::fence : Operation::Kind::local});
  synchronization_point();
  ++counters_.fences;
  if (!weaken(pc, name, true, &scope)) return;
  Thread& thread = *current();
  if (ordered) words_.order_fence(thread, scope);
  sim::fence(thread, scope, sc);
  if (!history.recording) return;
  history.add({.op = Op::fence,
               .scope = static_cast<std::uint8_t>(scope),
               .sc = sc,
               .slot = thread.slot,
               .epoch = thread.epoch,
               .pc = pc,
               .name = name,
               .block = thread.place.block},
              thread.level[kStrict].known);
}

/// Records a fence, or an operation with a memory order.  If this execution weakens it,
/// narrows its scope, or returns false if it is left out altogether.
bool Machine::weaken(std::uint64_t pc, const char* name, bool is_fence,
                     MemoryScope* scope) {
  const int whole = static_cast<int>(*scope) + FenceUse::kBlock;
  if (options.note_fences)
    fence_uses_.emplace(
        pc, FenceUse{describe(*current(), name, pc, 0,
                              is_fence ? StepKind::fence : StepKind::atomic),
                     is_fence && name != std::string_view(kFenceOfAccess), whole});
  INVARIANT("A fence has one of the scopes that can be told.",
            whole >= FenceUse::kBlock && *scope < kScopes);
  const WeakenedFence& weakened = options.weakened;
  if (weakened.pc != pc || weakened.scope >= whole) return true;
  if (weakened.scope == FenceUse::kNoScope) return false;
  *scope = static_cast<MemoryScope>(weakened.scope - FenceUse::kBlock);
  return true;
}

// --- Where an access lands

Accessor Machine::accessor(Thread& thread) const {
  Accessor who;
  who.in_host_code = thread.host_code;
  INVARIANT("A thread runs on a device of this execution.",
            thread.place.device < devices_.size());
  who.device = thread.place.device;
  who.image = thread.image;
  if (!thread.block) return who;
  who.in_kernel = true;
  who.reach = devices_[static_cast<std::size_t>(who.device)].reach();
  if (Block* block = sharing_block(thread)) who.shared = &block->shared;
  who.arguments = thread.block->kernel->frame;
  return who;
}

ShadowRegion* Machine::locate_anything(Thread& thread, std::uintptr_t address,
                                       std::size_t size, bool write, const char* name,
                                       std::uint64_t pc) {
  if (thread.peer != kNoPeer && !may_use_peer(thread, address, size, name, pc))
    return nullptr;
  const Landing landing = memory.locate(accessor(thread), address, size, write);
  if (landing.stream_ordered) {
    constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
    const auto bytes = static_cast<std::uint32_t>(std::min(size, kMost));
    const Attempt attempt{&thread, address,        bytes,
                          write,   Strength::weak, static_cast<std::uint32_t>(pc),
                          nullptr};
    check_stream_ordered(thread, *landing.stream_ordered, attempt, name);
  }
  if (landing.watched && thread.block)
    landing.watched->accessed[{thread.block->linear, thread.number}] += size;
  if (landing.wrong.kind != Misplaced::Kind::no)
    reporter_.misplaced({thread, address, size, name, pc}, landing.wrong);
  return landing.region;
}

/// Memory from cudaMallocAsync is valid for work that comes, in stream order, after that
/// call and before cudaFreeAsync.
void Machine::check_stream_ordered(const Thread& thread, const Allocation& allocation,
                                   const Attempt& attempt, const char* name) {
  const auto check = [&](Slot slot, Epoch epoch, std::uint64_t pc) {
    if (thread.knows(kLenient, slot, epoch)) return;
    Clash clash;
    INVARIANT("What makes memory valid is a step of a stream or of the host.",
              slot < kFirstThreadSlot);
    clash.earlier.slot = static_cast<std::uint16_t>(slot);
    clash.earlier.epoch = epoch;
    clash.earlier.pc = static_cast<std::uint32_t>(pc);
    clash.earlier_is_write = true;
    reporter_.race(thread, attempt, clash, name,
                   attempt.is_write ? StepKind::write : StepKind::read);
  };
  if (allocation.stream_ordered)
    check(allocation.ready_slot, allocation.ready_epoch, allocation.created_at);
  if (allocation.freed_epoch)
    check(allocation.freed_slot, allocation.freed_epoch, allocation.freed_at);
}

void Machine::tell_uninitialized(const Thread& thread, const ShadowRegion& region,
                                 const BadAccess& read, StepKind kind) {
  if (!tells_advice() || !thread.block) return;
  if (read.address - thread.assigned_bits < thread.assigned_bits_size) return;
  for (std::uintptr_t cell = read.address; cell < read.address + read.size; cell += 4)
    if (Shadow::is_touched(region, cell)) return;
  const Block* block = sharing_block(thread);
  const bool is_shared = block && block->shared.has(&region);
  if (is_shared || (options.whole_program && is_new_device_memory(read.address)))
    reporter_.uninitialized(read, kind);
}

void Machine::check_written(Thread& engine, std::uintptr_t address, std::size_t size,
                            const char* call, std::uint64_t pc) {
  if (!options.whole_program || !is_new_device_memory(address)) return;
  const ShadowRegion* region = locate(engine, address, size, false, call, pc);
  // Only the beginning of a large copy is checked: checking all of it would take longer
  // than the copy.
  constexpr std::size_t kMost = std::size_t{1} << 16;
  for (std::size_t at = 0; region && at < std::min(size, kMost); at += 4)
    if (!Shadow::is_touched(*region, address + at))
      return reporter_.uninitialized({engine, address + at, 4, call, pc}, StepKind::call);
}

void Machine::assigns_bits(std::uintptr_t address, std::uint32_t size) {
  Thread& thread = *current();
  INVARIANT("A bit-field is assigned in one word.", size > 0 && size <= 8);
  thread.assigned_bits = home_of(thread, address);
  thread.assigned_bits_size = size;
}

/// Whether the address is in memory from cudaMalloc() or the like, of which all writes
/// are known.
bool Machine::is_new_device_memory(std::uintptr_t address) const {
  if (!memory.arena.contains(address)) return false;
  const Allocation* allocation = memory.arena.at(address);
  return allocation && allocation->kind == MemoryKind::device;
}

void Machine::check_race(const Thread& thread, ShadowRegion& region,
                         const Attempt& attempt, const char* name, StepKind kind) {
  Clash clash;
  if (!shadow_.check(region, attempt, &clash)) return;
  reporter_.race(thread, attempt, clash, name, kind);
}

}  // namespace gridlock::sim
