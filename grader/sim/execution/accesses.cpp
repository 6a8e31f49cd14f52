#include "sim/execution/accesses.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string_view>

#include "common/invariant.h"

namespace gridlock::sim {

void Accesses::switch_before_read(Thread& thread, std::uintptr_t address) {
  if (!thread.block && !run_.memory.arena.contains(address)) return;
  // This read stays part of a poll, even if other threads run before it.
  const unsigned run = thread.plain_run;
  turns_.synchronization_point();
  thread.plain_run = run;
}

void Accesses::plain_access(std::uintptr_t address, std::uint32_t size, bool write,
                            std::uint64_t pc, const std::byte* frame) {
  ++run_.counters.accesses;
  latest_.settle();
  Thread& thread = *run_.current();
  const std::uintptr_t writer = write ? run_.module.base() + pc : 0;
  if (!thread.block && run_.memory.is_unwatched(address, size, writer)) return;
  address = places_.home_of(thread, address);
  const char* name = write ? "write" : "read";
  if (run_.options.switch_at_plain && !write) switch_before_read(thread, address);
  ShadowRegion* region = places_.locate(thread, address, size, write, name, pc);
  if (!region) return;
  if (write) {
    thread.plain_run = 0;
    polls_.note_store(thread, address, size);
  } else {
    if (polls_.plain_poll(address, size, pc, frame))
      region = places_.locate(thread, address, size, write, name, pc);
  }
  const Attempt attempt{&thread, address,        size,
                        write,   Strength::weak, static_cast<std::uint32_t>(pc),
                        nullptr};
  if (run_.read_watch.on())
    run_.read_watch.plain_access(&thread, address, write, pc, peek(address, size));
  if (write && run_.options.whole_program)
    return latest_.check_write(thread, *region, attempt);
  if (!write)
    check_initialized(thread, *region, {thread, address, size, name, pc}, StepKind::read);
  check_race(thread, *region, attempt, name);
  if (!write) polls_.look(thread, address, size);
  if (run_.history.recording)
    latest_.record_plain(thread, attempt, name, peek(address, size));
}

void Accesses::volatile_access(std::uintptr_t address, std::uint32_t size, bool write,
                               std::uint64_t pc, const std::byte* frame) {
  const AccessKind kind{.write = write,
                        .strength = Strength::system,
                        .op = write ? Op::volatile_write : Op::volatile_read,
                        .name = write ? "volatile write" : "volatile read"};
  if (const std::uint64_t* old = strong_access(address, size, kind, pc, frame))
    substitute(address, size, *old);
}

void Accesses::substitute(std::uintptr_t address, std::uint32_t size, std::uint64_t old) {
  run_.words.substitute(places_.home_of(*run_.current(), address), size, old);
}

/// A GPU would trap with "misaligned address"; the simulator and the host's CPU would
/// not.
void Accesses::misaligned(std::uintptr_t address, std::uint32_t alignment,
                          const char* name, std::uint64_t pc) {
  if (!run_.current()->block || address < alignment) return;
  run_.reporter.misaligned({*run_.current(), address, alignment, name, pc}, alignment);
}

struct Accesses::Outcome {
  RmwEffect effect;
  MemoryOrder order;
  MemoryScope scope;
  bool writes;
  /// The overwritten write that the access saw; null if it saw the last write.
  const SyncWord::Overwritten* old;
  std::uint64_t number;  ///< The number of the write that it made or saw.
};

void Accesses::record_strong(const Thread& thread, const SyncWord& word,
                             const StrongAccess& access, const Outcome& outcome) {
  const AccessKind& kind = access.kind;
  const bool only_read = kind.read_modify_write && !outcome.writes;
  const bool expected_other = only_read && kind.compares;
  INVARIANT("An access that saw an old value writes nothing.",
            !outcome.old || !outcome.writes);
  const std::uint64_t found =
      outcome.old ? outcome.old->value : peek(access.address, access.size);
  run_.history.add({.op = only_read ? Op::atomic_load : kind.op,
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
                    .word = run_.words.key(&thread, access.address)},
                   thread.level[kStrict].known);
  if (outcome.writes && run_.memory.stays(access.address))
    run_.history.store_follows(access.address, access.size);
}

/// What comes before a strong access: other threads may run, and this one may sleep.
/// Returns the cells that remember the word, or null.
ShadowRegion* Accesses::reach_word(Thread& thread, const StrongAccess& access,
                                   const std::byte* frame) {
  const auto& [address, size, kind, pc, effect, operation] = access;
  const bool may_write = kind.write || kind.read_modify_write;
  latest_.settle();
  thread.waiting_pc = pc;  // For reports made while it waits.
  if (thread.block) turns_.reaches(address);
  run_.scheduler.policy().announces(thread,
                                    {Operation::Kind::access, address, size, may_write});
  turns_.synchronization_point();
  ShadowRegion* region = places_.locate(thread, address, size, may_write, kind.name,
                                        pc);  // Also checks the bounds.
  if (access.effect_now() != RmwEffect::change && polls_.poll(address, size, pc, frame))
    region = places_.locate(thread, address, size, may_write, kind.name, pc);
  // For volatile accesses, the hook has checked the alignment.
  if (region && (address & (size - 1)) != 0 && !is_volatile(kind.op))
    misaligned(address, size, kind.name, pc);
  return region;
}

/// What a strong access would do to memory now, with its order and scope.
Accesses::Outcome Accesses::begin_effect(Thread& thread, const StrongAccess& access) {
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
    if (access.address != thread.spin.address()) polls_.stops_polling(thread);
    if (kind.read_modify_write) thread.spin.progressed();
    polls_.note_store(thread, access.address, access.size);
  }
  if (outcome.order != MemoryOrder::relaxed &&
      !fences_.weaken(access.pc, kind.name, false, &outcome.scope))
    outcome.order = MemoryOrder::relaxed;
  return outcome;
}

/// Checks a strong access for uninitialized memory and races, and remembers it.
void Accesses::check_strong(const Thread& thread, ShadowRegion& region,
                            const StrongAccess& access, const Attempt& attempt) {
  const AccessKind& kind = access.kind;
  const StepKind step = kind.read_modify_write ? StepKind::atomic
                        : kind.write           ? StepKind::write
                                               : StepKind::read;
  // Another word may guard a load that is no read-modify-write, so the load is not
  // reported as uninitialized.
  const bool may_be_guarded = !kind.write && !kind.read_modify_write &&
                              run_.memory.arena.contains(access.address);
  if (!kind.write && !kind.only_writes && !may_be_guarded)
    check_initialized(thread, region,
                      {thread, access.address, access.size, kind.name, access.pc}, step);
  check_race(thread, region, attempt, kind.name, step);
  if (run_.options.whole_program && is_volatile(kind.op))
    note_lanes(thread, region, attempt);
}

/// Chooses the value that a strong access sees, and publishes what it writes.
void Accesses::take_effect(Thread& thread, SyncWord& word, const StrongAccess& access,
                           const Attempt& attempt, Outcome& outcome) {
  const AccessKind& kind = access.kind;
  if (!kind.write) outcome.old = run_.words.choose_stale(thread, word, access);
  const SyncWord::Overwritten* const old = outcome.old;
  INVARIANT("An old value was written before the present one.",
            !old || old->number < word.writes);
  // A read-modify-write that saw an old value writes nothing: the write that overwrites
  // it has already landed.
  outcome.writes &= !old;
  if (!kind.write) {
    strong_read(thread, word, outcome.order, outcome.scope, old);
    if (outcome.effect != RmwEffect::change)
      polls_.look(thread, access, old ? old->value : peek(access.address, access.size));
  }
  outcome.number = old ? old->number : word.writes;
  if (outcome.writes)
    outcome.number = run_.words.write(thread, word, attempt, outcome.order, kind);
  INVARIANT("No access sees a write that is yet to come.", outcome.number <= word.writes);
  INVARIANT("A read-modify-write becomes the word's last write.",
            !outcome.writes || !kind.read_modify_write || outcome.number == word.writes);
  run_.counters.read_modify_writes += kind.read_modify_write;
  run_.counters.old_values += old != nullptr;
}

const std::uint64_t* Accesses::strong_access(std::uintptr_t address, std::uint32_t size,
                                             const AccessKind& kind, std::uint64_t pc,
                                             const std::byte* frame,
                                             RmwEffect (*effect)(void*),
                                             void* operation) {
  ++run_.counters.accesses;
  Thread& thread = *run_.current();
  run_.counters.host_accesses += thread.host_code;
  address = places_.home_of(thread, address);
  const StrongAccess access{address, size, kind, pc, effect, operation};
  ShadowRegion* const region = reach_word(thread, access, frame);
  if (!region) return nullptr;
  if (run_.read_watch.on())
    run_.read_watch.strong_access(&thread, address, kind.compares);
  // No other thread runs from here to the access itself.
  Outcome outcome = begin_effect(thread, access);
  SyncWord& word = run_.words.word(&thread, address, size);
  const Attempt attempt{&thread,
                        address,
                        size,
                        outcome.writes,
                        strong(outcome.scope),
                        static_cast<std::uint32_t>(pc),
                        &word};
  check_strong(thread, *region, access, attempt);
  take_effect(thread, word, access, attempt, outcome);
  if (run_.history.recording) record_strong(thread, word, access, outcome);
  if (!outcome.old) return nullptr;
  stale_value_ = outcome.old->value;
  return &stale_value_;
}

/// Follows a volatile access to the block's shared memory, for reports on lanes that are
/// assumed to run in step.  A thread that uses fences does not assume that.
void Accesses::note_lanes(const Thread& thread, const ShadowRegion& region,
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

void Accesses::range_access(Thread& thread, std::uintptr_t address, std::size_t size,
                            bool write, const char* name, std::uint64_t pc) {
  if (size == 0) return;
  latest_.settle();
  ++run_.counters.accesses;
  address = places_.home_of(thread, address);
  ShadowRegion* region = places_.locate(thread, address, size, write, name, pc);
  if (!region) return;  // Unwatched memory costs the same, whatever its size.
  run_.counters.accesses += (size + 3) / 4 - 1;
  if (write && polls_.has_spinners()) polls_.wake_watchers(address, size);
  constexpr std::size_t kPieceMax = std::size_t{1} << 30;  // Attempt::size has 32 bits.
  for (std::size_t done = 0; done < size; done += kPieceMax) {
    const auto piece = static_cast<std::uint32_t>(std::min(kPieceMax, size - done));
    const Attempt attempt{&thread, address + done, piece,
                          write,   Strength::weak, static_cast<std::uint32_t>(pc),
                          nullptr};
    check_race(thread, *region, attempt, name);
    latest_.record_plain(thread, attempt, name, peek(attempt.address, piece));
  }
}

void Accesses::read_only_access(std::uintptr_t address, std::uint32_t size,
                                std::uint64_t pc, const std::byte* frame) {
  ++run_.counters.accesses;
  latest_.settle();
  Thread& thread = *run_.current();
  address = places_.home_of(thread, address);
  ShadowRegion* region = places_.locate(thread, address, size, false, "__ldg", pc);
  if (!region) return;
  if (polls_.plain_poll(address, size, pc, frame))
    region = places_.locate(thread, address, size, false, "__ldg", pc);
  check_initialized(thread, *region, {thread, address, size, "__ldg", pc},
                    StepKind::read);
  Attempt attempt{&thread, address,        size,
                  false,   Strength::weak, static_cast<std::uint32_t>(pc),
                  nullptr};
  if (thread.block) attempt.before_kernel = &thread.block->kernel->before;
  check_race(thread, *region, attempt, "__ldg");
  polls_.look(thread, address, size);
}

void Accesses::tell_uninitialized(const Thread& thread, const ShadowRegion& region,
                                  const BadAccess& read, StepKind kind) {
  if (!run_.tells_advice() || !thread.block) return;
  if (read.address - thread.assigned_bits < thread.assigned_bits_size) return;
  for (std::uintptr_t cell = read.address; cell < read.address + read.size; cell += 4)
    if (Shadow::is_touched(region, cell)) return;
  const Block* block = sharing_block(thread);
  const bool is_shared = block && block->shared.has(&region);
  if (is_shared || (run_.options.whole_program && is_new_device_memory(read.address)))
    run_.reporter.uninitialized(read, kind);
}

void Accesses::check_written(Thread& engine, std::uintptr_t address, std::size_t size,
                             const char* call, std::uint64_t pc) {
  std::uint64_t& hash = run_.counters.copied_to_host;
  if (run_.options.absent_lanes_at)
    hash = 31 * hash + std::hash<std::string_view>()(std::string_view(
                           reinterpret_cast<const char*>(address), size));
  if (!run_.options.whole_program || !is_new_device_memory(address)) return;
  const ShadowRegion* region = places_.locate(engine, address, size, false, call, pc);
  // Only the beginning of a large copy is checked: checking all of it would take longer
  // than the copy.
  constexpr std::size_t kMost = std::size_t{1} << 16;
  for (std::size_t at = 0; region && at < std::min(size, kMost); at += 4)
    if (!Shadow::is_touched(*region, address + at))
      return run_.reporter.uninitialized({engine, address + at, 4, call, pc},
                                         StepKind::call);
}

void Accesses::assigns_bits(std::uintptr_t address, std::uint32_t size) {
  Thread& thread = *run_.current();
  INVARIANT("A bit-field is assigned in one word.", size > 0 && size <= 8);
  thread.assigned_bits = places_.home_of(thread, address);
  thread.assigned_bits_size = size;
}

/// Whether the address is in memory from cudaMalloc() or the like.  The simulator knows
/// all writes to such memory.
bool Accesses::is_new_device_memory(std::uintptr_t address) const {
  if (!run_.memory.arena.contains(address)) return false;
  const Allocation* allocation = run_.memory.arena.at(address);
  return allocation && allocation->kind == MemoryKind::device;
}

void Accesses::check_race(const Thread& thread, ShadowRegion& region,
                          const Attempt& attempt, const char* name, StepKind kind) {
  Clash clash;
  if (!run_.shadow.check(region, attempt, &clash)) return;
  run_.reporter.race(thread, attempt, clash, name, kind);
}

}  // namespace gridlock::sim
