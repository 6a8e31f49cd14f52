// The way of a memory access through the machine: where it lands, whether it may, whether
// it waits, and whether it races.
#include <malloc.h>
#include <cstdint>

#include <algorithm>
#include <cstring>
#include <utility>

#include "sim/machine.h"

#include <fmt/format.h>

#include "sim/builtins.h"

namespace gridlock::sim {

namespace {

/// After this many plain reads in a row a read may be a poll.
constexpr unsigned kPlainRunBeforePoll = 256;
constexpr std::uintptr_t kNullPage = 4096;

std::uint64_t peek(std::uintptr_t address, std::uint32_t size) {
  std::uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void*>(address), std::min(size, 8u));
  return value;
}

/// A variable, all of it.
Location whole(const Variable& variable, bool is_shared = false) {
  Location location;
  location.kind = Location::Kind::named;
  location.name = variable.name;
  location.is_shared = is_shared;
  return location;
}

}  // namespace

void Machine::plain_access(std::uintptr_t address, std::uint32_t size, bool write,
                           std::uint64_t pc, const std::byte* frame) {
  ++counters_.accesses;
  settle();
  Thread& thread = *current;
  address = managed_home(thread, address);
  const char* name = write ? "write" : "read";
  if (options.switch_at_plain && !write && (thread.block || arena.contains(address))) {
    const unsigned run = thread.plain_run;  // A poll is one however often it is left.
    synchronization_point();
    thread.plain_run = run;
  }
  Target target = locate(thread, address, size, write, name, pc);
  if (!target.region) return;
  if (write) {
    thread.plain_run = 0;
    note_store(thread, address, size);
  } else {
    if (plain_poll(address, size, pc, frame))
      target = locate(thread, address, size, write, name, pc);
  }
  const Attempt attempt{&thread, address,        size,
                        write,   Strength::weak, static_cast<std::uint32_t>(pc),
                        nullptr};
  check_race(thread, target, attempt, name);
  record_plain(thread, attempt, name);
}

void Machine::record_plain(const Thread& thread, const Attempt& attempt,
                           const char* name) {
  if (!history.recording) return;
  history.add({.op = attempt.is_write ? Op::write : Op::read,
               .slot = thread.slot,
               .epoch = thread.epoch,
               .pc = attempt.pc,
               .address = attempt.address,
               .size = attempt.size,
               .name = name,
               .block = thread.place.block});
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

/// An access that has been announced cannot be told what it reads, so the old value
/// stands in memory until the thread calls in again; nobody else runs before that.
void Machine::substitute(std::uintptr_t address, std::uint32_t size, std::uint64_t old) {
  address = managed_home(*current, address);
  substitution_ = {address, size, peek(address, size), nullptr};
  std::memcpy(reinterpret_cast<void*>(address), &old, size);
}

void Machine::settle() {
  if (substitution_.size == 0) return;
  if (substitution_.store) {
    const std::uint64_t stored = peek(substitution_.address, substitution_.size);
    substitution_.store->value = stale_read_.value = stored;
  }
  std::memcpy(reinterpret_cast<void*>(substitution_.address), &substitution_.present,
              substitution_.size);
  substitution_.size = 0;
}

/// Whether the running thread's access to the word may be out of the schedule's order.
bool Machine::may_be_weak(const SyncWord& word, std::uintptr_t address) const {
  // Enough for every idiom, and a thread that polls sees the present value in the end.
  constexpr unsigned kStaleReadsMax = 4;
  // What the host has registered, it may give back before it calls in again.
  const bool may_differ = current->block || arena.contains(address);
  return options.weak_values && !word.overwritten.empty() && word.size <= 8 &&
         may_differ && current->stale_reads < kStaleReadsMax;
}

/// \param back how many of the word's last writes are passed over; the first of these is
///             what the access missed
void Machine::note_stale(const SyncWord& word, std::size_t back, std::uintptr_t address,
                         std::uint64_t pc, StaleRead::Kind kind, std::uint64_t value) {
  ++current->stale_reads;
  stale_read_ = {.slot = current->slot,
                 .epoch = current->epoch,
                 .pc = pc,
                 .address = address,
                 .size = word.size,
                 .value = value,
                 .missed_slot = word.writer,
                 .missed_epoch = word.writer_epoch,
                 .missed_pc = word.writer_pc,
                 .missed_value = peek(address, word.size),
                 .kind = kind};
  if (back < 2) return;
  const SyncWord::Overwritten& missed =
      *word.overwritten[word.overwritten.size() - back + 1];
  stale_read_.missed_slot = missed.writer;
  stale_read_.missed_epoch = missed.writer_epoch;
  stale_read_.missed_pc = missed.writer_pc;
  stale_read_.missed_value = missed.value;
}

/// Whether a read-modify-write may come right behind an overwritten value, with the write
/// that follows it there behind itself.
///
/// One that changes the value is hidden by a store.  One that leaves it as it is may also
/// come before a read-modify-write, which then read it and not what it has read; but not
/// if anything that it waited for may depend on that one's result, or, where a write
/// tells whoever meets it (in the lenient level), if it would have told that one
/// something.
bool Machine::may_come_behind(const SyncWord::Overwritten& old, const NextWrite& next,
                              const StrongAccess& access) const {
  auto* word = reinterpret_cast<void*>(access.address);
  const std::uint64_t present = peek(access.address, access.size);
  const bool fails = access.effect_now() == RmwEffect::none;
  std::memcpy(word, &old.value, access.size);
  const RmwEffect effect = access.effect_now();
  std::memcpy(word, &present, access.size);
  if (fails != (effect == RmwEffect::none)) return false;  // It is ordered otherwise.
  switch (effect) {
    case RmwEffect::none:
      return true;
    case RmwEffect::same:
      return !next.by_rmw ||
             (!next.result_is_used && !releases(access.kind.order) &&
              (value_level() == kStrict || publishes_nothing(*current, kLenient)));
    default:
      return !next.by_rmw && next.is_last;
  }
}

/// Lets a strong read see an old value, if the policy wants one and the rules allow it.
const SyncWord::Overwritten* Machine::choose_stale(SyncWord& word,
                                                   const StrongAccess& access) {
  if (!may_be_weak(word, access.address)) return nullptr;
  const bool changes = access.kind.read_modify_write;
  std::array<const SyncWord::Overwritten*, kOverwrittenMax> readable{};
  std::size_t count = 0;
  for (std::size_t i = word.overwritten.size(); i-- > 0;) {
    const bool is_last = i + 1 == word.overwritten.size();
    const SyncWord::Overwritten& old = *word.overwritten[i];
    const NextWrite next =
        is_last ? NextWrite{word.written_by_rmw, word.result_is_used, true}
                : NextWrite{word.overwritten[i + 1]->written_by_rmw,
                            word.overwritten[i + 1]->result_is_used, false};
    if (!changes || may_come_behind(old, next, access)) readable[count++] = &old;
  }
  if (count == 0) return nullptr;
  const std::size_t first =
      first_readable(word, *current, current->visible, value_level());
  if (first == word.overwritten.size()) return nullptr;
  while (count > 0 && readable[count - 1]->number < word.overwritten[first]->number)
    --count;
  const std::size_t back = count ? policy_->how_stale(count) : 0;
  if (back == 0) return nullptr;
  current->spin.progressed();  // It polls in vain only because of us.
  const SyncWord::Overwritten& old = *readable[back - 1];
  std::size_t passed = 0;
  while (word.overwritten[word.overwritten.size() - 1 - passed].get() != &old) ++passed;
  using Kind = StaleRead::Kind;
  note_stale(word, passed + 1, access.address, access.pc,
             changes ? Kind::wiped_out_change : Kind::read, old.value);
  if (changes && !word.written_by_rmw)
    word.overtaken.push_back({current->slot, current->epoch, word.writes});
  return &old;
}

/// Lets a store land before writes that are there already, likewise: they come late.
std::optional<EarlierPlace> Machine::choose_place(const SyncWord& word,
                                                  std::uintptr_t address,
                                                  std::uint64_t pc) {
  if (!may_be_weak(word, address)) return std::nullopt;
  const std::vector<EarlierPlace> places =
      earlier_places(word, *current, current->visible, value_level());
  const std::size_t pick = places.empty() ? 0 : policy_->how_stale(places.size());
  if (pick == 0) return std::nullopt;
  note_stale(word, places[pick - 1].back, address, pc, StaleRead::Kind::wiped_out_store,
             0);
  return places[pick - 1];
}

/// Performs the model's part of a strong write.  Returns its number among the word's.
std::uint64_t Machine::write_strongly(SyncWord& word, const Attempt& attempt,
                                      MemoryOrder order, const AccessKind& kind) {
  Thread& thread = *current;
  const std::uintptr_t address = attempt.address;
  const bool is_store = !kind.read_modify_write && attempt.size == word.size;
  const auto place =
      is_store ? choose_place(word, address, attempt.pc) : std::optional<EarlierPlace>();
  const std::uint64_t present = peek(address, attempt.size);
  if (options.weak_values && attempt.size <= 8) keep_overwritten(word, present);
  word.writer_pc = attempt.pc;
  strong_write(thread, word, order, scope_of(attempt.strength), kind.read_modify_write);
  word.result_is_used = kind.result_is_used;
  if (!place) return word.writes;
  substitution_ = {address, attempt.size, present, &move_back(word, *place)};
  return place->number;
}

const std::uint64_t* Machine::strong_access(std::uintptr_t address, std::uint32_t size,
                                            const AccessKind& kind, std::uint64_t pc,
                                            const std::byte* frame,
                                            RmwEffect (*effect)(void*), void* operation) {
  ++counters_.accesses;
  Thread& thread = *current;
  counters_.host_accesses += thread.host_code;
  const bool may_write = kind.write || kind.read_modify_write;
  address = managed_home(thread, address);
  const StrongAccess access{address, size, kind, pc, effect, operation};
  settle();
  thread.waiting_pc = pc;  // What it is at, if it is asked on the way.
  policy_->announces(thread, {Operation::Kind::access, address, size, may_write});
  synchronization_point();
  Target target = locate(thread, address, size, may_write, kind.name, pc);  // Bounds.
  if (access.effect_now() != RmwEffect::change && poll(address, size, pc, frame))
    target = locate(thread, address, size, may_write, kind.name, pc);
  if (!target.region) return nullptr;
  if ((address & (size - 1)) != 0 && !is_volatile(kind.op))  // Of those the hook asked.
    misaligned(address, size, kind.name, pc);
  // From here to the access itself nobody else runs.
  const RmwEffect does = access.effect_now();
  bool writes = does != RmwEffect::none;
  const bool failed = kind.read_modify_write && !writes;
  MemoryOrder order = failed ? kind.failure_order : kind.order;
  if (does == RmwEffect::change && address != thread.spin.address()) gives_up(thread);
  if (kind.read_modify_write && does == RmwEffect::change) thread.spin.progressed();
  if (does == RmwEffect::change) note_store(thread, address, size);
  MemoryScope scope = scope_of(kind.strength);
  if (order != MemoryOrder::relaxed && !weaken(pc, kind.name, false, &scope))
    order = MemoryOrder::relaxed;
  SyncWord& state = word(address, size);
  const Attempt attempt{&thread, address,       size,
                        writes,  strong(scope), static_cast<std::uint32_t>(pc),
                        &state};
  check_race(thread, target, attempt, kind);
  const SyncWord::Overwritten* old = kind.write ? nullptr : choose_stale(state, access);
  writes = writes && !old;  // What wipes it out stands there already.
  if (!kind.write) strong_read(thread, state, order, scope, old);
  std::uint64_t number = old ? old->number : state.writes;
  if (writes) number = write_strongly(state, attempt, order, kind);
  if (kind.read_modify_write) ++counters_.read_modify_writes;
  if (history.recording)
    history.add({.op = kind.read_modify_write && !writes ? Op::atomic_load : kind.op,
                 .scope = static_cast<std::uint8_t>(scope),
                 .acquires = acquires(order),
                 .releases = releases(order),
                 .same = does == RmwEffect::same,
                 .only_read = kind.read_modify_write && !writes,
                 .wiped_out = writes && number < state.writes,
                 .slot = thread.slot,
                 .epoch = thread.epoch,
                 .pc = pc,
                 .address = address,
                 .size = size,
                 .value = old ? old->value : peek(address, size),
                 .value_kind = kind.value_kind,
                 .detail = number,
                 .name = kind.name,
                 .block = thread.place.block,
                 .word = word_key(address)});
  if (!old) return nullptr;
  stale_value_ = old->value;
  return &stale_value_;
}

void Machine::range_access(Thread& thread, std::uintptr_t address, std::size_t size,
                           bool write, const char* name, std::uint64_t pc) {
  if (size == 0) return;
  settle();
  counters_.accesses += (size + 3) / 4;
  address = managed_home(thread, address);
  const Target target = locate(thread, address, size, write, name, pc);
  if (!target.region) return;
  if (write && !spinners_.empty()) wake_watchers(address, size);
  const Attempt attempt{&thread, address,        static_cast<std::uint32_t>(size),
                        write,   Strength::weak, static_cast<std::uint32_t>(pc),
                        nullptr};
  check_race(thread, target, attempt, name);
  record_plain(thread, attempt, name);
}

void Machine::read_only_access(std::uintptr_t address, std::uint32_t size,
                               std::uint64_t pc, const std::byte* frame) {
  ++counters_.accesses;
  settle();
  Thread& thread = *current;
  address = managed_home(thread, address);
  Target target = locate(thread, address, size, false, "__ldg", pc);
  if (!target.region) return;
  if (plain_poll(address, size, pc, frame))
    target = locate(thread, address, size, false, "__ldg", pc);
  Attempt attempt{&thread, address,        size,
                  false,   Strength::weak, static_cast<std::uint32_t>(pc),
                  nullptr};
  if (thread.block) attempt.before_kernel = &thread.block->kernel->before;
  check_race(thread, target, attempt, "__ldg");
}

void Machine::fence(MemoryScope scope, bool sc, const char* name, std::uint64_t pc) {
  settle();
  const bool ordered = sc && options.weak_values;
  policy_->announces(*current,
                     {.kind = ordered ? Operation::Kind::fence : Operation::Kind::local});
  synchronization_point();
  ++counters_.fences;
  if (!weaken(pc, name, true, &scope)) return;
  Thread& thread = *current;
  if (ordered) fence_order_.fence(thread, scope, thread.visible);
  sim::fence(thread, scope, sc);
  if (!history.recording) return;
  history.add({.op = Op::fence,
               .scope = static_cast<std::uint8_t>(scope),
               .sc = sc,
               .slot = thread.slot,
               .epoch = thread.epoch,
               .pc = pc,
               .name = name,
               .block = thread.place.block});
}

/// Notes a fence, or an operation that orders, and narrows its scope if this execution is
/// to show what happens then; false if it is to have none at all.
bool Machine::weaken(std::uint64_t pc, const char* name, bool is_fence,
                     MemoryScope* scope) {
  const int whole = static_cast<int>(*scope) + FenceUse::kBlock;
  if (options.note_fences)
    fence_uses_.emplace(pc,
                        FenceUse{describe(*current, name, pc, 0,
                                          is_fence ? StepKind::fence : StepKind::atomic),
                                 is_fence, whole});
  const WeakenedFence& weakened = options.weakened;
  if (weakened.pc != pc || weakened.scope >= whole) return true;
  if (weakened.scope == FenceUse::kNoScope) return false;
  *scope = static_cast<MemoryScope>(weakened.scope - FenceUse::kBlock);
  return true;
}

/// A read that may be part of waiting: let others run, and sleep if nothing can change
/// what it reads but somebody else's write.
/// Returns whether others may have run since.
bool Machine::poll(std::uintptr_t address, std::uint32_t size, std::uint64_t pc,
                   const std::byte* frame) {
  Thread& thread = *current;
  const Stack& stack = thread.fiber.stack();
  const std::uint64_t value = peek(address, size);
  if (address != thread.spin.address()) gives_up(thread);
  if (thread.block && thread.spin.has_written()) shared_memory_.place(*thread.block);
  const bool repeated =
      thread.spin.poll(pc, address, value, frame, stack.low + stack.size);
  if (thread.spin.equal_polls() == 0) return false;
  if (thread.spin.equal_polls() == 1) spinners_.push_back(&thread);
  polls_in_vain(pc);
  if (repeated)
    block_on(Waiting::spin, pc);
  else
    reschedule();
  return true;
}

/// A store, which may be part of the thread's own poll and may end those of others.
void Machine::note_store(Thread& thread, std::uintptr_t address, std::uint32_t size) {
  if (thread.spin.is_polling()) {
    // Memory that the host has registered may be gone when the poll looks at it again.
    if (registered.find(address))
      thread.spin.progressed();
    else
      thread.spin.also_writes(address, size);
  }
  if (!spinners_.empty()) wake_watchers(address, size);
}

/// The same as `poll` for a read that says nothing of waiting, once there were many in a
/// row.
bool Machine::plain_poll(std::uintptr_t address, std::uint32_t size, std::uint64_t pc,
                         const std::byte* frame) {
  Thread& thread = *current;
  thread.spin.also_reads(address);
  if (++thread.plain_run <= kPlainRunBeforePoll) return false;
  for (std::uint32_t end = 8; end <= size; end += 8)  // A write anywhere may end it.
    thread.spin.also_reads(address + std::min(end, size - 1));
  return poll(address, size, pc, frame);
}

void Machine::wake_watchers(std::uintptr_t address, std::size_t size) {
  // Shared memory of all blocks has the same addresses.
  const Block* owner = current && shared_memory_.contains(address, current->image)
                           ? current->block
                           : nullptr;
  for (std::size_t i = 0; i < spinners_.size();) {
    Thread* thread = spinners_[i];
    const bool stale =
        thread->waiting == Waiting::done || thread->spin.equal_polls() == 0;
    const bool elsewhere = owner && thread->block != owner;
    if (!stale &&
        (thread == current || elsewhere || !thread->spin.watches(address, size))) {
      ++i;
      continue;
    }
    spinners_[i] = spinners_.back();
    spinners_.pop_back();
    if (stale) continue;
    thread->spin.progressed();
    if (thread->waiting == Waiting::spin) make_ready(*thread);
  }
}

// --- Where an address lands ----------------------------------------------------------

Machine::Target Machine::locate_anything(Thread& thread, std::uintptr_t address,
                                         std::size_t size, bool write, const char* name,
                                         std::uint64_t pc) {
  if (arena.contains(address)) {
    const Allocation* allocation = arena.at(address);
    if (!allocation) {
      bad_access(thread, OutsideAllocations{name}, address, name, pc);
      return {};
    }
    const Attempt attempt{&thread, address,        static_cast<std::uint32_t>(size),
                          write,   Strength::weak, static_cast<std::uint32_t>(pc),
                          nullptr};
    if (allocation->stream_ordered || allocation->freed_epoch)
      check_stream_ordered(thread, *allocation, attempt, name);
    if (allocation->freed || !allocation->has(address, size))
      report_bounds(thread, *allocation, address, size, name, pc);
    if (thread.host_code && allocation->kind == MemoryKind::device)
      bad_access(thread, WrongSide{WrongSide::Kind::host_touches_device}, address, name,
                 pc);
    if (thread.block && allocation->kind == MemoryKind::device)
      check_reach(thread, allocation->device, address, name, pc);
    return {&arena.shadow};
  }
  // What it is in the module as the host sees it, if it is in this device's image.
  const std::uintptr_t home = address - thread.image;
  if (shared_memory_.contains(address, thread.image))
    return locate_shared(thread, address, size, name, pc);
  if (module.device().contains(home) || module.constant().contains(home))
    return locate_variable(thread, address, thread.place.device, size, write, name, pc);
  if (module.managed().contains(address)) return {&managed_variables_.region};
  if (const int owner = module.device_at(address);
      owner >= 0 && (module.device().contains(module.home(address)) ||
                     module.constant().contains(module.home(address)))) {
    if (thread.block) check_reach(thread, owner, address, name, pc);
    return locate_variable(thread, address, owner, size, write, name, pc);
  }
  return locate_elsewhere(thread, address, write, name, pc);
}

/// Memory of cudaMallocAsync is there for what comes after the call in stream order, and
/// until cudaFreeAsync for what comes before that.
void Machine::check_stream_ordered(const Thread& thread, const Allocation& allocation,
                                   const Attempt& attempt, const char* name) {
  const auto check = [&](Slot slot, Epoch epoch, std::uint64_t pc) {
    if (thread.knows(kLenient, slot, epoch)) return;
    Clash clash;
    clash.earlier.slot = static_cast<std::uint16_t>(slot);
    clash.earlier.epoch = epoch;
    clash.earlier.pc = static_cast<std::uint32_t>(pc);
    clash.earlier_is_write = true;
    report_race(thread, attempt, clash, name,
                attempt.is_write ? StepKind::write : StepKind::read);
  };
  if (allocation.stream_ordered)
    check(allocation.ready_slot, allocation.ready_epoch, allocation.made_at);
  if (allocation.freed_epoch)
    check(allocation.freed_slot, allocation.freed_epoch, allocation.freed_at);
}

/// A variable in the image of device `owner`.
Machine::Target Machine::locate_variable(Thread& thread, std::uintptr_t address,
                                         int owner, std::size_t size, bool write,
                                         const char* name, std::uint64_t pc) {
  const std::uintptr_t home = owner == 0 ? address : module.home(address);
  if (thread.host_code) {
    // Of a static in a __host__ __device__ function the host has one of its own.
    const Variable* local = module.variable(home);
    if (local && local->is_local) return {};
    bad_access(thread, WrongSide{WrongSide::Kind::host_touches_variable}, address, name,
               pc);
  }
  const bool is_constant = module.constant().contains(home);
  if (is_constant && write && thread.block)
    bad_access(thread, WrongSide{WrongSide::Kind::writes_constant}, address, name, pc);
  const Variable* variable = module.last_before(home);
  if (variable && !variable->range.contains(home, size))
    bad_access(thread, PastTheEnd{name, whole(*variable)}, address, name, pc);
  VariableCells& cells =
      (is_constant ? device_constants_
                   : device_variables_)[static_cast<std::size_t>(owner)];
  if (!cells.region.cells)
    cells.cover(is_constant ? module.constant() : module.device(), address - home);
  return {&cells.region};
}

/// A kernel uses a device's memory: its own, or that of a peer which it may.
void Machine::check_reach(const Thread& thread, int owner, std::uintptr_t address,
                          const char* name, std::uint64_t pc) {
  const int device = thread.place.device;
  if (devices_[static_cast<std::size_t>(device)].reaches(owner)) return;
  bad_access(thread, NoPeerAccess{name, device, owner}, address, name, pc);
}

Machine::Target Machine::locate_shared(Thread& thread, std::uintptr_t address,
                                       std::size_t size, const char* name,
                                       std::uint64_t pc) {
  if (!thread.block) {
    bad_access(thread, WrongSide{WrongSide::Kind::host_touches_shared}, address, name,
               pc);
    return {};
  }
  Block& block = *thread.block;
  shared_memory_.place(block);
  if (SharedMemory::is_dynamic(address)) {
    const std::size_t offset =
        address - reinterpret_cast<std::uintptr_t>(gridlock_dynamic_shared);
    const std::size_t limit = block.kernel->dynamic_shared;
    if (offset + size > limit)
      bad_access(thread, PastDynamicShared{name, limit, offset}, address, name, pc);
    return {&shared_memory_.touch(block, address, size)};
  }
  const std::uintptr_t home = address - thread.image;
  const Variable* variable = module.last_before(home);
  if (variable && !variable->range.contains(home, size))
    bad_access(thread, PastTheEnd{name, whole(*variable, true)}, address, name, pc);
  return {&shared_memory_.touch(block, address, size)};
}

/// Memory that is nobody's in CUDA's terms: the host's, or another thread's stack.
Machine::Target Machine::locate_elsewhere(Thread& thread, std::uintptr_t address,
                                          bool write, const char* name,
                                          std::uint64_t pc) {
  if (address < kNullPage) {
    bad_access(thread, NullPointer{name}, address, name, pc);
    return {};
  }
  if (RegisteredMemory::Entry* entry = registered.find(address)) return {&entry->shadow};
  if (thread.is_host()) {
    if (write && is_protected(address))
      bad_access(thread, WrongSide{WrongSide::Kind::writes_foreign}, address, name, pc);
    return {};
  }
  if (!write && is_builtin(address)) return {};
  // The launch's copy of the arguments is on the heap of this process.
  const auto frame = reinterpret_cast<std::uintptr_t>(thread.block->kernel->frame);
  if (!write && address - frame < malloc_usable_size(thread.block->kernel->frame))
    return {};
  // Tables that the compiler put into read-only memory are the kernel's to read.
  const std::uintptr_t home = address - thread.image;
  if (!write && module.is_table(home)) return {};
  // Nothing lies between the sections.
  constexpr std::uintptr_t kFar = 4096;
  if (const Variable* variable = module.last_before(home);
      variable && !module.is_writable(home) &&
      home - variable->range.base - variable->range.size < kFar) {
    bad_access(thread, PastTheEnd{name, whole(*variable)}, address, name, pc);
    return {};
  }
  bad_access(thread, DeviceTouchesHost{name}, address, name, pc);
  return {};
}

// --- Strong accesses' state -----------------------------------------------------------

std::uint64_t Machine::word_key(std::uintptr_t address) const {
  return current && current->block && shared_memory_.contains(address, current->image)
             ? address ^ (current->block->uid << 47)
             : address;
}

SyncWord& Machine::word(std::uintptr_t address, std::uint32_t size) {
  SyncWord& state = words_[word_key(address)];
  if (state.writes == 0) {
    state.address = address;
    state.size = size;
  }
  return state;
}

SyncWord* Machine::find_word(std::uintptr_t address) {
  const auto found = words_.find(word_key(address));
  return found == words_.end() ? nullptr : &found->second;
}

void Machine::check_race(const Thread& thread, const Target& target,
                         const Attempt& attempt, const char* name) {
  Clash clash;
  if (shadow_.check(*target.region, attempt, &clash))
    report_race(thread, attempt, clash, name,
                attempt.is_write ? StepKind::write : StepKind::read);
}

void Machine::check_race(const Thread& thread, const Target& target,
                         const Attempt& attempt, const AccessKind& kind) {
  Clash clash;
  if (shadow_.check(*target.region, attempt, &clash))
    report_race(thread, attempt, clash, kind.name,
                kind.read_modify_write ? StepKind::atomic
                : kind.write           ? StepKind::write
                                       : StepKind::read);
}

}  // namespace gridlock::sim
