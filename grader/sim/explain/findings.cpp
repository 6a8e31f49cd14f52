#include "sim/explain/findings.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "sim/execution/program_frame.h"
#include "sim/explain/cause_makers.h"
#include "sim/explain/divergence.h"
#include "sim/explain/progress.h"
#include "sim/explain/race.h"
#include "sim/explain/storyline.h"
#include "sim/explain/stream_links.h"

namespace gridlock::sim {

namespace {

/// A larger access is a copy or a fill.
constexpr std::size_t kVectorBytesMax = 16;

/// The block that owns the shared memory which the current access touches; nothing unless
/// its cluster has several blocks.
std::optional<std::array<int, 3>> block_that_shares(const Thread& thread,
                                                    const Location& location) {
  const bool is_shared = location.is_shared ||
                         location.kind == Location::Kind::dynamic_shared ||
                         location.kind == Location::Kind::shared;
  if (!is_shared || !thread.block || thread.block->kernel->cluster.count() == 1)
    return std::nullopt;
  const unsigned rank = thread.peer == kNoPeer ? thread.block->rank : thread.peer;
  return thread.block->kernel->index_in_cluster(*thread.block, rank).array();
}

Location whole(const Variable& variable, bool is_shared) {
  Location location;
  location.kind = Location::Kind::named;
  location.name = variable.name;
  location.is_shared = is_shared;
  return location;
}

std::string key_of(const Clash& clash, std::uint64_t later) {
  if (!clash.equal_values) return race_key(clash.strict_only, clash.earlier.pc, later);
  return fmt::format("equal {:x} {:x}", clash.earlier.pc, later);
}

FindingKind kind_of(const Clash& clash) {
  if (clash.strict_only) return Advice::missing_acquire_fence;
  if (clash.equal_values) return Advice::equal_writes;
  return Verdict::data_race;
}

/// Whether a write came before a read in this race, and one of them is plain: in another
/// schedule, the read may come first.
bool may_be_the_other_way_round(const Clash& clash, const Attempt& attempt) {
  return clash.earlier_is_write && !attempt.is_write && !clash.strict_only &&
         std::min(clash.earlier.strength, attempt.strength) == Strength::weak;
}

/// The place of the plain read, if the other access is a strong write; else 0.
std::uint64_t plain_read_of(const Clash& clash, const Attempt& attempt) {
  if (clash.earlier_is_write == attempt.is_write) return 0;
  const bool reads = !attempt.is_write;
  const Strength read = reads ? attempt.strength : clash.earlier.strength;
  const Strength write = reads ? clash.earlier.strength : attempt.strength;
  if (read != Strength::weak || write == Strength::weak) return 0;
  return reads ? attempt.pc : clash.earlier.pc;
}

}  // namespace

std::string race_key(bool strict_only, std::uint64_t earlier, std::uint64_t later) {
  return fmt::format("race {} {:x} {:x}", strict_only, earlier, later);
}

void Findings::reset() {
  reports_.clear();
  unwritten_.clear();
  absent_lanes_.clear();
  keys_.clear();
  races_ = 0;
}

void Findings::report(Reported what) {
  const bool ends = what.ended_execution;
  ExecutionOptions how = machine_.options;
  how.races_to_pass = how.stop_on_race ? races_ : 0;
  what.finding.schedule = token_of(how);
  if (what.finding.kind == FindingKind(Verdict::data_race)) ++races_;
  if (const auto* advice = std::get_if<Advice>(&what.finding.kind))
    if (const auto verdict = by_the_letter(*advice); verdict && how.strict)
      what.finding.kind = *verdict;
  const auto& half = machine_.api.half_pointer;
  if (half && (what.finding.kind == FindingKind(Verdict::data_race) ||
               what.finding.kind == FindingKind(Verdict::deadlock))) {
    what.finding.missing = {*half};  // All else may follow from it.
    what.finding.remedy.clear();
  }
  const StreamExplainer streams(machine_.streams);
  streams.name_streams(what.finding.accesses);
  streams.name_streams(what.finding.interleaving);
  if (keys_.insert(what.key).second) reports_.push_back(std::move(what));
  if (ends) machine_.end_execution();
}

bool Findings::ends_at(const Clash& clash, const std::string& key) const {
  const ExecutionOptions& how = machine_.options;
  if (clash.strict_only || clash.equal_values || !how.stop_on_race) return false;
  return races_ >= how.races_to_pass && !(how.known_races && how.known_races->count(key));
}

namespace {

/// Whether the event is a fence of the thread, with the scope that the link needs.
bool reaches(const Event& event, Slot slot, const StaleLink& link) {
  return event.op == Op::fence && event.slot == slot && as_scope(event) >= link.needed;
}

}  // namespace

/// Adds to `link` the first signal that the writer sent after its write and that the
/// reader saw, and whether it was released and acquired.
void Findings::tell_signal(const StaleAccess& stale, StaleLink& link) const {
  const std::vector<Event>& events = machine_.history.events;
  const auto begin = events.begin();
  const auto is_write = [&](const Event& event) {
    return event.slot == stale.missed_slot && event.pc == stale.missed_pc &&
           event.address == stale.address;
  };
  const auto after_write = std::find_if(events.rbegin(), events.rend(), is_write).base();
  if (after_write == begin) return;
  for (auto saw = after_write; saw != events.end(); ++saw) {
    if (saw->slot != stale.slot || !is_strong_read(saw->op)) continue;
    const auto sent = std::find_if(after_write, saw, [&](const Event& event) {
      return event.slot == stale.missed_slot && is_strong_write(event.op) &&
             event.address == saw->address && event.address != stale.address &&
             event.detail == seen_write(*saw);
    });
    if (sent == saw) continue;
    const auto fences = [&](Slot slot) {
      return [slot, &link](const Event& event) { return reaches(event, slot, link); };
    };
    link.sent = operation_of(*sent);
    link.saw = operation_of(*saw);
    link.released = sent->releases || std::any_of(after_write, sent, fences(sent->slot));
    link.acquired = saw->acquires || std::any_of(saw, events.end(), fences(stale.slot));
    return;
  }
}

Finding Findings::stale_finding(const StaleAccess& stale) const {
  const auto access = [&](Slot slot, Epoch epoch, std::uint64_t pc, const char* op,
                          StepKind kind, StepNote::Kind does, std::uint64_t value) {
    const Actor who = machine_.actor(slot, epoch);
    const auto& events = machine_.history.events;
    const auto own =
        std::find_if(events.rbegin(), events.rend(), [&](const Event& event) {
          return event.slot == slot && event.pc == pc && event.address == stale.address;
        });
    Access one;
    one.kind = kind;
    one.op = own == events.rend() ? op : own->name;
    one.pc = pc;
    one.host = who.host;
    one.block = who.block;
    one.thread = who.thread;
    one.device = who.device;
    one.location = machine_.name_of(stale.address, stale.size);
    one.note.kind = does;
    one.note.value = {value, stale.size, ValueKind::integer};
    return one;
  };
  using Does = StepNote::Kind;
  const Access missed = access(stale.missed_slot, stale.missed_epoch, stale.missed_pc,
                               "atomic or volatile write", StepKind::write, Does::writes,
                               stale.missed_value);
  using Kind = StaleAccess::Kind;
  const bool is_store = stale.kind == Kind::overwritten_store;
  const bool is_change = stale.kind == Kind::overwritten_update;
  const char* op = is_store    ? "atomic or volatile write"
                   : is_change ? "read-modify-write"
                               : "atomic or volatile read";
  const StepKind kind = is_store    ? StepKind::write
                        : is_change ? StepKind::atomic
                                    : StepKind::read;
  const Access read = access(stale.slot, stale.epoch, stale.pc, op, kind,
                             is_store ? Does::writes : Does::reads, stale.value);
  const StaleValue::Kind how = is_store    ? StaleValue::Kind::overwritten_store
                               : is_change ? StaleValue::Kind::overwritten_update
                                           : StaleValue::Kind::read;
  Finding finding;
  finding.kind = Verdict::stale_value;
  finding.what = {StaleValue{how, machine_.options.strict_values, read.location,
                             at(read.pc), at(missed.pc)}};
  const Scope needed =
      as_scope(needed_scope(machine_.actor(stale.slot, stale.epoch),
                            machine_.actor(stale.missed_slot, stale.missed_epoch)));
  StaleLink link{how, machine_.options.strict_values, at(read.pc), at(missed.pc), needed};
  tell_signal(stale, link);
  finding.missing = {std::move(link)};
  finding.accesses = {missed, read};
  if (machine_.options.strict_values)
    std::swap(finding.accesses.front(), finding.accesses.back());
  finding.interleaving = recent_steps();
  finding.schedule = token_of(machine_.options);
  return finding;
}

/// The place in the program: the host's access or, for an access by a library, the call
/// of that library.
std::uint64_t Findings::pc_in_program(const BadAccess& bad) const {
  if (!bad.thread.is_host()) return bad.pc;
  const std::uintptr_t at = machine_.module.base() + bad.pc;
  const bool is_own = machine_.module.whole().contains(at) &&
                      owner_of_code(machine_.module, at) == Owner::program;
  const std::uint64_t call = is_own ? 0 : pc_of_innermost_call(machine_.module);
  return call != 0 ? call : bad.pc;
}

void Findings::bad_access(const BadAccess& bad, Cause what) {
  const std::uint64_t pc = pc_in_program(bad);
  Finding finding;
  finding.kind = Verdict::bad_access;
  finding.what = {std::move(what)};
  Access access = machine_.describe(bad.thread, bad.name, pc, 0);
  access.location = bad.size <= kVectorBytesMax ? machine_.name_of(bad.address, bad.size)
                                                : machine_.name_of(bad.address);
  access.location.of_block = block_that_shares(bad.thread, access.location);
  if (!access.location.is_known() || finding.what.front().is<DeviceTouchesHost>()) {
    access.location = {};
    access.location.kind = Location::Kind::address;
    access.location.address = bad.address;
  }
  finding.accesses.push_back(std::move(access));
  if (bad.thread.block && &bad.thread == machine_.current())
    if (const auto call = site_of_caller(machine_.module, __builtin_frame_address(0)))
      finding.what.emplace_back(LedToByCall{at(call), at(pc)});
  if (machine_.history.recording) {
    finding.interleaving = recent_steps();
    if (const auto* beyond = finding.what.front().get_if<OutOfBounds>())
      finding.missing = why_index_is_beyond(bad.thread.slot, *beyond);
  }
  report(std::move(finding), fmt::format("bad_access {:x}", pc), true);
}

namespace {

bool leaves_unchanged(const Event& event) {
  return event.op == Op::read ||
         (is_strong_read(event.op) && (!is_write(event) || event.same));
}

}  // namespace

/// The cause and its repair, if the thread took this index from a word by an atomic
/// operation, and had read another value there before; otherwise nothing.
Causes Findings::changed_since_look(Slot slot, std::uint64_t index) const {
  const auto& events = machine_.history.events;
  const auto took = std::find_if(events.rbegin(), events.rend(), [&](const Event& event) {
    return event.slot == slot && event.op == Op::read_modify_write && !event.only_read &&
           event.found_known && event.found == index;
  });
  if (took == events.rend()) return moved_since_look(slot, index);
  const auto look = std::find_if(took + 1, events.rend(), [&](const Event& event) {
    return event.slot == slot && event.address == took->address;
  });
  if (look == events.rend() || !leaves_unchanged(*look)) return {};
  // The thread's own older looks are of other turns: a later one need not be recorded.
  if (std::none_of(took + 1, look, [&](const Event& event) {
        return event.slot != slot && event.address == took->address && is_write(event);
      }))
    return {};
  const std::uint64_t value = is_write(*look) ? look->found : look->value;
  const auto seen = value_of(*look, value), found = value_of(*took, took->found);
  if (value == index || !seen || !found) return {};
  const gridlock::Operation change = operation_of(*took);
  return {ChangedSinceLook{machine_.name_of(look->address, look->size), *seen,
                           at(look->pc), change, *found},
          GoByWhatItReturns{change, at(look->pc)}};
}

/// The cause and its repair, if the thread read a word, another thread wrote the word,
/// and then an ordinary write of the thread raised it from this index to the next;
/// otherwise nothing.
Causes Findings::moved_since_look(Slot slot, std::uint64_t index) const {
  const auto& events = machine_.history.events;
  const auto moves_on = [&](const Event& event) {
    std::uint64_t now = 0;
    if (event.slot != slot || event.op != Op::write || event.size > sizeof now ||
        !machine_.memory.arena.contains(event.address))
      return false;
    std::memcpy(&now, reinterpret_cast<const void*>(event.address), event.size);
    return now == index + 1;
  };
  const auto moved = std::find_if(events.rbegin(), events.rend(), moves_on);
  if (moved == events.rend()) return {};
  const auto of_word = [&](const Event& event) {
    return event.address == moved->address;
  };
  const auto between = std::find_if(moved + 1, events.rend(), [&](const Event& event) {
    return of_word(event) && event.slot != slot && is_write(event);
  });
  const auto look = std::find_if(between, events.rend(), [&](const Event& event) {
    return of_word(event) && event.slot == slot;
  });
  if (look == events.rend() || look->op != Op::read) return {};
  UpdateAtomically remedy;
  remedy.bytes = moved->size;
  return {UpdateInTwoSteps{at(moved->pc), operation_of(*between), at(look->pc)}, remedy};
}

/// The cause if the thread read a count that another thread's atomic addition had raised
/// beyond the number of elements; otherwise nothing.
Causes Findings::raised_beyond(Slot slot, const OutOfBounds& beyond) const {
  const auto& events = machine_.history.events;
  for (std::size_t i = events.size(); i-- > 0;) {
    const Event& look = events[i];
    const std::uint64_t value = is_write(look) ? look.found : look.value;
    if (look.slot != slot || !is_strong_read(look.op) || value != beyond.index + 1 ||
        (is_write(look) && !look.same))
      continue;
    for (std::size_t j = i; j-- > 0;) {
      const Event& change = events[j];
      if (change.address != look.address || !is_write(change)) continue;
      const auto now = value_of(change, value);
      if (change.op != Op::read_modify_write || exchanges(change) ||
          !change.found_known || !change.left_known || change.left != value ||
          change.found < beyond.elements || !now)
        return {};
      return {TakenBeyond{operation_of(change),
                          thread_name(machine_.actor(change.slot, change.epoch)),
                          machine_.name_of(change.address, change.size), *now,
                          at(look.pc), beyond.elements}};
    }
    return {};
  }
  return {};
}

Causes Findings::why_index_is_beyond(Slot slot, const OutOfBounds& beyond) const {
  Causes why = changed_since_look(slot, beyond.index);
  return why.empty() ? raised_beyond(slot, beyond) : why;
}

Cause Findings::null_pointer(const BadAccess& bad) const {
  NullPointer cause{bad.name};
  if (const auto& failed = machine_.api.failed_allocation; failed.bytes > 0) {
    cause.failed = at(failed.pc);
    cause.asked = failed.bytes;
    cause.room = failed.room;
  }
  return cause;
}

namespace {

/// Whether the running thread has left its own stack: not all stacks have a guard page
/// between them.
bool has_left_stack(const Thread& thread) {
  const Stack& stack = thread.fiber.stack();
  const auto* const frame = static_cast<const std::byte*>(__builtin_frame_address(0));
  return frame < stack.low || frame >= stack.low + stack.size;
}

}  // namespace

/// The launch of the thread's kernel; null if there is none.
const ApiStep* Findings::launch_of(const Thread& thread) const {
  const auto& steps = machine_.streams.steps();
  const auto launch = std::ranges::find_if(steps, [&](const ApiStep& step) {
    return thread.block && step.kernel == thread.block->kernel->number;
  });
  return launch == steps.end() ? nullptr : &*launch;
}

void Findings::misplaced(const BadAccess& bad, const Misplaced& why) {
  using Kind = Misplaced::Kind;
  const ApiStep* const launch = launch_of(bad.thread);
  const auto cause = [&]() -> Cause {
    switch (why.kind) {
      case Kind::no:
      case Kind::outside_allocations:
        return OutsideAllocations{bad.name};
      case Kind::freed:
        return UseAfterFree{bad.name, machine_.name_of(*why.allocation),
                            at(why.allocation->freed_at)};
      case Kind::out_of_bounds:
        return out_of_bounds(bad, *why.allocation);
      case Kind::past_the_end:
        return PastTheEnd{bad.name, whole(*why.variable, why.is_shared)};
      case Kind::past_dynamic_shared:
        return PastDynamicShared{bad.name, why.limit, why.offset};
      case Kind::no_peer_access:
        return NoPeerAccess{bad.name,
                            bad.thread.place.device,
                            why.owner,
                            why.allocation && why.allocation->pool >= 0,
                            machine_.devices[static_cast<std::size_t>(why.owner)].reaches(
                                bad.thread.place.device),
                            at(bad.pc),
                            launch ? at(launch->pc) : gridlock::Place{},
                            launch && !machine_.options.whole_program &&
                                machine_.streams.at(launch->stream).legacy};
      case Kind::null_pointer:
        return null_pointer(bad);
      case Kind::device_touches_host:
        if (machine_.current() == &bad.thread && has_left_stack(bad.thread))
          return Fault{Fault::Kind::stack_overflow};
        return touches_host(bad);
      case Kind::host_touches_device:
        return WrongSide{WrongSide::Kind::host_touches_device};
      case Kind::host_touches_variable:
        return WrongSide{WrongSide::Kind::host_touches_variable};
      case Kind::host_touches_shared:
        return WrongSide{WrongSide::Kind::host_touches_shared};
      case Kind::peer_may_not_have_begun:
        return PeerNotThere{PeerNotThere::Kind::may_not_have_begun, {}};
      case Kind::peer_has_ended:
        return PeerNotThere{PeerNotThere::Kind::has_ended, {}};
      case Kind::peer_may_be_at_it:
        return PeerNotThere{PeerNotThere::Kind::may_be_at_it, at(bad.pc)};
      case Kind::writes_constant:
        return WrongSide{WrongSide::Kind::writes_constant};
      case Kind::writes_foreign:
        return WrongSide{WrongSide::Kind::writes_foreign};
    }
    __builtin_unreachable();
  };
  bad_access(bad, cause());
}

/// Device code touches host memory.  Names the nearest allocation within 64 KiB, in case
/// the access missed it by a wrong index.
Cause Findings::touches_host(const BadAccess& bad) const {
  constexpr std::uint64_t kClose = std::uint64_t{64} << 10;
  DeviceTouchesHost cause{bad.name};
  std::uint64_t closest = kClose + 1;
  for (const Allocation& allocation : machine_.memory.arena.allocations()) {
    if (allocation.freed) continue;
    const bool is_before = bad.address < allocation.base;
    const std::uint64_t bytes = is_before
                                    ? allocation.base - bad.address
                                    : bad.address - allocation.base - allocation.size;
    if (bytes >= closest) continue;
    closest = bytes;
    cause.near = machine_.name_of(allocation);
    cause.bytes = bytes;
    cause.is_before = is_before;
  }
  return cause;
}

Cause Findings::out_of_bounds(const BadAccess& bad, const Allocation& allocation) const {
  // A negative index leads into the room behind another allocation.
  const Cause other = touches_host(bad);
  if (bad.address >= allocation.base + allocation.size &&
      other.get_if<DeviceTouchesHost>()->is_before)
    return other;
  const Location what = machine_.name_of(allocation);
  const std::size_t offset = bad.address - allocation.base;
  const std::size_t element = allocation.element_bytes;
  // The first of several elements may be inside, as in a copy that is too long.
  if (element && (bad.size <= element || offset >= allocation.size))
    return OutOfBounds{bad.name, what, offset / element, allocation.size / element};
  return OutOfBytes{bad.name, bad.size, offset, what, allocation.size};
}

void Findings::misaligned(const BadAccess& bad, std::uint32_t alignment) {
  bad_access(bad, Misaligned{bad.name, alignment, bad.address % alignment});
}

void Findings::partial_barrier(const Thread& thread, std::uint64_t came,
                               std::uint64_t ended, bool of_block) {
  const std::string key = fmt::format("partial {:x} {}", thread.waiting_pc, of_block);
  if (keys_.count(key)) return;
  Finding finding;
  finding.kind = Advice::partial_barrier;
  finding.what = {PartialBarrier{at(thread.waiting_pc), came, ended, of_block}};
  if (!of_block) finding.missing = {WholeWarpMustArrive{}};
  finding.accesses.push_back(machine_.describe(thread, name_of(thread.barrier_kind),
                                               thread.waiting_pc, 0, StepKind::barrier));
  if (machine_.history.recording) finding.interleaving = recent_steps();
  report(std::move(finding), key, false);
}

void Findings::lanes_in_step(const Block& block, const LanePassing& passing) {
  // One finding covers all steps of a reduction.
  const std::string key = "lanes " + block.kernel->name;
  if (keys_.count(key)) return;
  const auto access = [&](std::uint32_t thread, const char* op, std::uint64_t pc,
                          StepKind kind) {
    return machine_.describe(block.threads[thread], op, pc, passing.address, kind);
  };
  Finding finding;
  finding.kind = Advice::lanes_in_step;
  finding.accesses = {access(passing.writer, "write", passing.write_pc, StepKind::write),
                      access(passing.reader, "read", passing.read_pc, StepKind::read)};
  finding.what = {LanesPassValues{at(passing.write_pc), at(passing.read_pc),
                                  finding.accesses.front().location}};
  finding.missing = {LanesNeedBarrier{}};
  if (machine_.history.recording) finding.interleaving = recent_steps();
  report(std::move(finding), key, false);
}

void Findings::absent_lane(const Thread& thread, int lane) {
  const auto [place, is_new] = absent_lanes_.try_emplace(thread.waiting_pc);
  if (!is_new) return;
  Finding& finding = place->second;
  finding.kind = Advice::uninitialized_read;
  finding.what = {AbsentLane{at(thread.waiting_pc),
                             static_cast<int>(thread.number % kWarpLanes), lane}};
  finding.accesses = {machine_.describe(thread, "shuffle", thread.waiting_pc, 0)};
  finding.schedule = token_of(machine_.options);
}

void Findings::uninitialized(const BadAccess& read, StepKind kind) {
  const std::string key = fmt::format("uninitialized {:x}", read.pc);
  if (keys_.count(key)) return;
  Finding finding;
  finding.kind = Advice::uninitialized_read;
  const Access access =
      machine_.describe(read.thread, read.name, read.pc, read.address, kind);
  finding.what = {UninitializedRead{{read.name, at(read.pc)}, access.location}};
  finding.missing = {WriteItBefore{access.location.is_shared}};
  finding.accesses.push_back(access);
  if (machine_.history.recording) finding.interleaving = recent_steps();
  if (machine_.history.recording && access.location.is_shared && read.thread.block)
    unwritten_.push_back({reports_.size(), read.address, sharing_block(read.thread)->uid,
                          machine_.history.count(), access.location,
                          site_of_caller(machine_.module, __builtin_frame_address(0)),
                          read.thread.block->kernel->block.count()});
  report(std::move(finding), key, false);
}

void Findings::complete() {
  for (const UnwrittenRead& read : unwritten_)
    reports_[read.report].finding.missing = {write_missing_for(machine_, read)};
  unwritten_.clear();
}

void Findings::bounded_wait(const Thread& thread) {
  const SpinWatch& spin = thread.spin;
  const std::string key = fmt::format("bounded {:x}", spin.pc());
  if (!thread.block || keys_.count(key)) return;
  Finding finding;
  finding.kind = Advice::bounded_wait;
  const Access look =
      machine_.describe(thread, "look", spin.pc(), spin.address(), StepKind::read);
  finding.what = {BoundedWait{look.location, spin.equal_polls() + 1}};
  finding.missing = {WaitForTheSignal{}};
  finding.accesses.push_back(look);
  if (machine_.history.recording) finding.interleaving = recent_steps();
  report(std::move(finding), key, false);
}

void Findings::misuse(const Thread& thread, Cause what, std::uint64_t pc) {
  Finding finding;
  finding.kind = Verdict::api_error;
  finding.what = {std::move(what)};
  finding.accesses.push_back(machine_.describe(thread, "call", pc, 0));
  report(std::move(finding), fmt::format("misuse {:x}", pc), true);
}

void Findings::bad_index(BadIndex what, std::uint64_t pc) {
  Finding finding;
  finding.kind = Verdict::bad_access;
  finding.what = {std::move(what)};
  finding.accesses.push_back(machine_.describe(*machine_.current(), "index", pc, 0));
  report(std::move(finding), fmt::format("bad_access {:x}", pc), true);
}

void Findings::bad_argument(Cause what, std::uintptr_t address, std::uint64_t pc) {
  Finding finding;
  finding.kind = Verdict::bad_access;
  if (what.is<UnreadableArgument>()) finding.missing = {ArgumentsByAddress{}};
  finding.what = {std::move(what)};
  finding.accesses.push_back(
      machine_.describe(*machine_.current(), "launch", pc, address));
  report(std::move(finding), fmt::format("bad_access {:x}", pc), true);
}

void Findings::crash(Cause what, std::uint64_t pc) {
  Finding finding;
  finding.kind = Verdict::crashed;
  finding.what = {std::move(what)};
  finding.accesses.push_back(machine_.describe(*machine_.current(), "call", pc, 0));
  if (machine_.history.recording) finding.interleaving = recent_steps();
  report(std::move(finding), "crash", true);
}

void Findings::divergence(const Thread& thread) {
  const Block& block = *thread.block;
  Finding finding;
  finding.kind = Verdict::divergent_barrier;
  finding.what = {DivergentBarrier{at(block.barrier_pc), at(thread.waiting_pc)}};
  CameToBarriers came{.some = at(block.barrier_pc), .others = at(thread.waiting_pc)};
  const Thread* first = nullptr;
  for (const Thread& other : block.threads) {
    if (other.waiting != Waiting::barrier || other.waiting_pc != block.barrier_pc)
      continue;
    came.at_some.push_back(machine_.actor(other.slot, other.epoch).thread);
    if (first) continue;
    first = &other;
    finding.accesses.push_back(machine_.describe(other, name_of(other.barrier_kind),
                                                 other.waiting_pc, 0, StepKind::barrier));
  }
  const Actor last = machine_.actor(thread.slot, thread.epoch);
  came.block = last.block;
  came.at_others = last.thread;
  finding.missing = {came};
  if (first && machine_.history.recording)
    if (const auto differ = found_differently(machine_, *first, thread))
      finding.missing.emplace_back(*differ);
  if (const auto calls = came_by_different_calls(machine_, block))
    finding.missing.emplace_back(*calls);
  else
    finding.missing.emplace_back(EveryThreadMustArrive{came.some, came.others});
  finding.accesses.push_back(machine_.describe(thread, name_of(thread.barrier_kind),
                                               thread.waiting_pc, 0, StepKind::barrier));
  if (machine_.history.recording) finding.interleaving = recent_steps();
  report(std::move(finding), fmt::format("divergent {:x}", thread.waiting_pc), true);
}

void Findings::no_progress(std::uint64_t steps) {
  const Thread& thread = *machine_.current();
  Finding finding;
  finding.kind = Verdict::no_progress;
  StillRunning running{steps, thread.block ? thread.block->kernel->name : "", {}};
  if (machine_.host().waiting == Waiting::nothing)
    running.host = at(machine_.host().waiting_pc);
  if (thread.block) {
    running.thread = thread_name(machine_.actor(thread.slot, thread.epoch));
    running.last = at(thread.waiting_pc);
    for (const Thread& other : thread.block->threads)
      running.ended += other.waiting == Waiting::done;
  }
  finding.what = {running};
  finding.missing = awaited_without_a_place(machine_.devices);
  finding.accesses.push_back(machine_.describe(thread, "running", thread.waiting_pc, 0));
  if (machine_.history.recording)
    explain_no_progress(machine_, machine_.history.events, finding);
  report(std::move(finding), "no_progress", true);
}

void Findings::too_long(const RunsTooLong& what) {
  const Thread& thread = *machine_.current();
  Finding finding;
  finding.kind = Verdict::timeout;
  finding.what = {what};
  finding.accesses.push_back(machine_.describe(thread, "running", thread.waiting_pc, 0));
  report(std::move(finding), "timeout", true);
}

namespace {

/// The earlier access of a race, without its location.
Access earlier_access(const Machine& machine, const Clash& clash, const Actor& before) {
  Access earlier;
  earlier.op = clash.earlier.strength == Strength::weak
                   ? (clash.earlier_is_write ? "write" : "read")
                   : (clash.earlier_is_write ? "strong write" : "strong read");
  earlier.kind = clash.earlier_is_write ? StepKind::write : StepKind::read;
  if (const ApiStep* work =
          machine.streams.work_of(clash.earlier.slot, clash.earlier.epoch)) {
    earlier.kind = StepKind::call;
    earlier.op = work->name;
    earlier.stream = static_cast<int>(work->stream);
  }
  earlier.pc = clash.earlier.pc;
  earlier.host = before.host;
  earlier.block = before.block;
  earlier.thread = before.thread;
  earlier.device =
      earlier.stream < 0
          ? before.device
          : machine.streams.at(static_cast<std::uint64_t>(earlier.stream)).device;
  earlier.kernel = before.kernel_number;
  return earlier;
}

}  // namespace

void Findings::race(const Thread& thread, const Attempt& attempt, const Clash& clash,
                    const char* op, StepKind kind) {
  const std::string key = key_of(clash, attempt.pc);
  if (keys_.count(key)) return;
  const bool ends = ends_at(clash, key);
  const Actor before = machine_.actor(clash.earlier.slot, clash.earlier.epoch);
  Access earlier = earlier_access(machine_, clash, before);
  // For a copy or a fill, the finding names the word of the other access.
  const bool is_wide = attempt.size > kVectorBytesMax && clash.address != 0;
  earlier.location = is_wide ? machine_.name_of(clash.address)
                             : machine_.name_of(attempt.address, attempt.size);
  earlier.location.of_block = block_that_shares(thread, earlier.location);

  Finding finding;
  finding.kind = kind_of(clash);
  finding.what = {
      gridlock::Race{.earlier_writes = clash.earlier_is_write,
                     .later_writes = attempt.is_write,
                     .on_devices = before.device != 0 || thread.place.device != 0,
                     .earlier_is_on_device = !before.host,
                     .later_is_on_device = thread.block != nullptr,
                     .earlier_device = before.device,
                     .later_device = thread.place.device,
                     .location = earlier.location,
                     .by_the_letter = clash.strict_only,
                     .equal_values = clash.equal_values}};
  finding.accesses = {
      earlier,
      machine_.describe(thread, op, attempt.pc, attempt.address,
                        thread.block || thread.host_code ? kind : StepKind::call)};
  finding.accesses.back().location = earlier.location;
  Reported reported{{}, key, ends};
  if (may_be_the_other_way_round(clash, attempt))
    reported.other_way_round = race_key(false, attempt.pc, clash.earlier.pc);
  if (thread.block && !before.host) reported.plain_read = plain_read_of(clash, attempt);
  if (machine_.history.recording) {
    machine_.history.complete_store();
    Explainer explainer(machine_, machine_.history.events);
    reported.waits = explainer.explain_race(
        {clash.earlier.slot, clash.earlier.epoch, clash.earlier.pc, before,
         clash.earlier.strength, clash.earlier_is_write},
        {thread.slot, thread.epoch, attempt.pc, machine_.actor(thread.slot, thread.epoch),
         attempt.strength, attempt.is_write},
        attempt.address, attempt.size, clash.strict_only, finding);
    if (attempt.before_kernel) finding.missing = {ReadPastCache{}};
    if (clash.equal_values) finding.remedy = {WriteOnce{}};
  }
  reported.finding = std::move(finding);
  report(std::move(reported));
}

std::vector<Access> Findings::recent_steps(bool with_data,
                                           const std::set<std::string>& words) const {
  std::vector<Access> steps =
      Storyline(machine_, machine_.history.events).last_steps(with_data, words);
  StreamExplainer(machine_.streams).name_streams(steps);
  return steps;
}

}  // namespace gridlock::sim
