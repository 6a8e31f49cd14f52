// What went wrong, in a student's terms: who, where, on what.
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "common/layout.h"
#include "sim/call_site.h"
#include "sim/explain.h"
#include "sim/explain_parts.h"
#include "sim/machine.h"
#include "sim/storyline.h"

namespace gridlock::sim {

namespace {

/// An element, unless it is the only one.
std::optional<std::uint64_t> index_of(std::size_t offset, std::size_t element,
                                      std::size_t size) {
  if (size == element) return std::nullopt;
  return offset / element;
}

/// In memory without a type an access of a usual size is taken for one of an element.
std::size_t usual_element(std::size_t access_bytes) {
  return access_bytes == 2 || access_bytes == 4 || access_bytes == 8 ? access_bytes : 1;
}

std::string race_key(bool strict_only, std::uint64_t earlier, std::uint64_t later) {
  return fmt::format("race {} {:x} {:x}", strict_only, earlier, later);
}

}  // namespace

void Machine::report(Reported what) {
  const bool ends = what.ended_execution;
  what.finding.schedule = schedule_token();
  if (keys_.insert(what.key).second) reports_.push_back(std::move(what));
  if (ends) end_execution();
}

/// Of memory that nobody named, the checker finds the variable that its address went to.
Location Machine::name_of(const Allocation& allocation) const {
  Location location;
  location.kind = Location::Kind::named;
  location.name = allocation.name;
  if (!allocation.name.empty()) return location;
  location.kind = Location::Kind::made;
  std::vector<std::uint64_t> calls;
  for (const Allocation& other : arena.allocations()) calls.push_back(other.made_at);
  location.made_by = made_by(allocation.made_at, calls);
  return location;
}

namespace {

Location in_allocation(const Machine& machine, const Allocation& allocation,
                       std::size_t offset, std::size_t access_bytes) {
  Location location = machine.name_of(allocation);
  if (allocation.kind == MemoryKind::device) location.device = allocation.device;
  for (const Allocation::Part& part : allocation.parts)
    if (offset >= part.offset && offset - part.offset < part.bytes) {
      location.kind = Location::Kind::named;
      location.name = part.name;
      location.index = index_of(offset - part.offset, part.element_bytes, part.bytes);
      return location;
    }
  const std::size_t element =
      allocation.element_bytes ? allocation.element_bytes : usual_element(access_bytes);
  location.index = index_of(offset, element, allocation.size);
  return location;
}

}  // namespace

Location Machine::name_of(std::uintptr_t address, std::size_t access_bytes) const {
  using Kind = Location::Kind;
  Location location;
  if (address == 0) return location;
  if (arena.contains(address)) {
    const Allocation* allocation = const_cast<Arena&>(arena).at(address);
    if (!allocation) return location;
    return in_allocation(*this, *allocation, address - allocation->base, access_bytes);
  }
  if (const RegisteredMemory::Entry* entry = registered.find(address)) {
    location.kind = Kind::made;
    location.made_by = {{entry->made_at}};
    location.index = (address - entry->range.base) / access_bytes;
    return location;
  }
  const auto dynamic = reinterpret_cast<std::uintptr_t>(gridlock_dynamic_shared);
  if (address - dynamic < kDynamicSharedMax) {
    location.kind = Kind::dynamic_shared;
    location.index =
        index_of(address - dynamic, usual_element(access_bytes), kDynamicSharedMax);
    return location;
  }
  const std::uintptr_t home = module.home(address);
  const bool shared = module.shared().contains(home);
  const Variable* variable = module.variable(home);
  // Past the end of one nothing is, up to the next, or to the section of host variables.
  const bool in_a_gap = shared || module.device().contains(home) ||
                        module.constant().contains(home) ||
                        (module.whole().contains(home) && !module.is_writable(home));
  if (!variable && in_a_gap && !module.is_table(home))
    variable = module.last_before(home);
  if (variable) {
    location.kind = Kind::named;
    location.is_shared = shared;
    location.name =
        variable->name + path_in(variable->layout, home - variable->range.base);
    location.device = shared ? 0 : module.device_at(address);
  } else if (shared) {
    location.kind = Kind::shared;
  }
  return location;
}

Access Machine::describe(const Thread& thread, const char* op, std::uint64_t pc,
                         std::uintptr_t address, StepKind kind) const {
  Access access;
  access.kind = kind;
  access.op = op;
  access.pc = pc;
  access.host = thread.is_host();
  if (thread.block) {
    access.block = thread.block->index.array();
    access.thread = thread.index.array();
    access.device = thread.place.device;
    access.kernel = thread.block->kernel->number;
  } else if (thread.is_host() && &thread != &host_) {
    const Stream& stream = streams.stream_of_engine(thread);
    access.stream = static_cast<int>(stream.id);
    access.device = stream.device;
  }
  access.location = name_of(address);
  return access;
}

Finding Machine::stale_finding() const {
  const auto access = [&](Slot slot, Epoch epoch, std::uint64_t pc, const char* op,
                          StepKind kind, StepNote::Kind does, std::uint64_t value) {
    const Actor who = actor(slot, epoch);
    Access one;
    one.kind = kind;
    one.op = op;
    one.pc = pc;
    one.host = who.host;
    one.block = who.block;
    one.thread = who.thread;
    one.device = who.device;
    one.location = name_of(stale_read_.address, stale_read_.size);
    one.note.kind = does;
    one.note.value = {value, stale_read_.size, ValueKind::integer};
    return one;
  };
  using Does = StepNote::Kind;
  const Access missed =
      access(stale_read_.missed_slot, stale_read_.missed_epoch, stale_read_.missed_pc,
             "strong write", StepKind::write, Does::writes, stale_read_.missed_value);
  using Kind = StaleRead::Kind;
  const bool is_store = stale_read_.kind == Kind::wiped_out_store;
  const bool is_change = stale_read_.kind == Kind::wiped_out_change;
  const char* op = is_store    ? "strong write"
                   : is_change ? "read-modify-write"
                               : "strong read";
  const StepKind kind = is_store    ? StepKind::write
                        : is_change ? StepKind::atomic
                                    : StepKind::read;
  const Access read =
      access(stale_read_.slot, stale_read_.epoch, stale_read_.pc, op, kind,
             is_store ? Does::writes : Does::reads, stale_read_.value);
  const StaleValue::Kind how = is_store    ? StaleValue::Kind::wiped_out_store
                               : is_change ? StaleValue::Kind::wiped_out_change
                                           : StaleValue::Kind::read;
  Finding finding;
  finding.kind = name(Verdict::stale_value);
  finding.what = {
      StaleValue{how, options.strict_values, read.location, at(read.pc), at(missed.pc)}};
  finding.missing = {StaleLink{how, options.strict_values, at(read.pc), at(missed.pc)}};
  finding.accesses = {missed, read};
  if (options.strict_values) std::swap(finding.accesses.front(), finding.accesses.back());
  finding.interleaving = recent_steps();
  finding.schedule = schedule_token();
  return finding;
}

void Machine::bad_access(const Thread& thread, Cause what, std::uintptr_t address,
                         const char* op, std::uint64_t pc) {
  Finding finding;
  finding.kind = name(Verdict::bad_access);
  finding.what = {std::move(what)};
  Access access = describe(thread, op, pc, 0);
  access.location = name_of(address);
  if (!access.location.is_known()) {
    access.location.kind = Location::Kind::address;
    access.location.address = address;
  }
  finding.accesses.push_back(std::move(access));
  if (history.recording) finding.interleaving = recent_steps();
  report(std::move(finding), fmt::format("bad_access {:x}", pc), true);
}

void Machine::report_bounded_wait(Thread& thread) {
  const SpinWatch& spin = thread.spin;
  const std::string key = fmt::format("bounded {:x}", spin.pc());
  if (!thread.block || keys_.count(key)) return;
  Finding finding;
  finding.advice = true;
  finding.kind = name(Advice::bounded_wait);
  const Access look = describe(thread, "look", spin.pc(), spin.address(), StepKind::read);
  finding.what = {BoundedWait{look.location, spin.equal_polls() + 1}};
  finding.missing = {WaitUntilItComes{}};
  finding.accesses.push_back(look);
  if (history.recording) finding.interleaving = recent_steps();
  report(std::move(finding), key, false);
}

/// A GPU traps, with "misaligned address"; this machine and the host's would not.
void Machine::misaligned(std::uintptr_t address, std::uint32_t alignment,
                         const char* name, std::uint64_t pc) {
  if (!current->block || address < alignment) return;
  bad_access(*current, Misaligned{name, alignment, address % alignment}, address, name,
             pc);
}

void Machine::report_bounds(const Thread& thread, const Allocation& allocation,
                            std::uintptr_t address, std::size_t size, const char* op,
                            std::uint64_t pc) {
  const Location what = name_of(allocation);
  if (allocation.freed) {
    bad_access(thread, UseAfterFree{op, what, at(allocation.freed_at)}, address, op, pc);
    return;
  }
  const std::size_t offset = address - allocation.base;
  if (const std::size_t element = allocation.element_bytes)
    bad_access(thread, OutOfBounds{op, what, offset / element, allocation.size / element},
               address, op, pc);
  else
    bad_access(thread, OutOfBytes{op, size, offset, what, allocation.size}, address, op,
               pc);
}

void Machine::report_misuse(Cause what, std::uint64_t pc) {
  Finding finding;
  finding.kind = name(Verdict::api_error);
  finding.what = {std::move(what)};
  finding.accesses.push_back(describe(*current, "call", pc, 0));
  report(std::move(finding), fmt::format("misuse {:x}", pc), true);
}

void Machine::report_divergence(const Thread& thread) {
  const Block& block = *thread.block;
  Finding finding;
  finding.kind = name(Verdict::divergent_barrier);
  finding.what = {DivergentBarrier{at(block.barrier_pc), at(thread.waiting_pc)}};
  finding.missing = {EveryThreadMustCome{}};
  for (const Thread& other : block.threads) {
    if (other.waiting != Waiting::barrier || other.waiting_pc != block.barrier_pc)
      continue;
    finding.accesses.push_back(
        describe(other, "__syncthreads", other.waiting_pc, 0, StepKind::barrier));
    break;
  }
  finding.accesses.push_back(
      describe(thread, "__syncthreads", thread.waiting_pc, 0, StepKind::barrier));
  if (history.recording) finding.interleaving = recent_steps();
  report(std::move(finding), fmt::format("divergent {:x}", thread.waiting_pc), true);
}

void Machine::report_race(const Thread& thread, const Attempt& attempt,
                          const Clash& clash, const char* op, StepKind kind) {
  const std::string key = race_key(clash.strict_only, clash.earlier.pc, attempt.pc);
  const bool ends = !clash.strict_only && options.stop_on_race;
  if (!ends && keys_.count(key)) return;
  const Actor before = actor(clash.earlier.slot, clash.earlier.epoch);
  Access earlier;
  earlier.op = clash.earlier.strength == Strength::weak
                   ? (clash.earlier_is_write ? "write" : "read")
                   : (clash.earlier_is_write ? "strong write" : "strong read");
  earlier.kind = clash.earlier_is_write ? StepKind::write : StepKind::read;
  if (const ApiStep* work = streams.work_of(clash.earlier.slot, clash.earlier.epoch)) {
    earlier.kind = StepKind::call;
    earlier.op = work->name;
    earlier.stream = static_cast<int>(work->stream);
  }
  earlier.pc = clash.earlier.pc;
  earlier.host = before.host;
  earlier.block = before.block;
  earlier.thread = before.thread;
  earlier.device = earlier.stream < 0
                       ? before.device
                       : streams.at(static_cast<std::uint64_t>(earlier.stream)).device;
  earlier.kernel = before.kernel_number;
  earlier.location = name_of(attempt.address, attempt.size);

  Finding finding;
  finding.advice = clash.strict_only;
  finding.kind =
      clash.strict_only ? name(Advice::missing_acquire_fence) : name(Verdict::data_race);
  finding.what = {
      gridlock::Race{.earlier_writes = clash.earlier_is_write,
                     .later_writes = attempt.is_write,
                     .on_devices = before.device != 0 || thread.place.device != 0,
                     .earlier_is_on_device = !before.host,
                     .later_is_on_device = thread.block != nullptr,
                     .earlier_device = before.device,
                     .later_device = thread.place.device,
                     .location = earlier.location,
                     .by_the_letter = clash.strict_only}};
  finding.accesses = {earlier,
                      describe(thread, op, attempt.pc, attempt.address,
                               thread.block || thread.host_code ? kind : StepKind::call)};
  finding.accesses.back().location = earlier.location;
  Reported reported{{}, key, ends};
  const bool plain = clash.earlier.strength == Strength::weak &&
                     attempt.strength == Strength::weak && !clash.strict_only;
  if (plain && clash.earlier_is_write && !attempt.is_write)
    reported.other_way_round = race_key(false, attempt.pc, clash.earlier.pc);
  if (history.recording) {
    Explainer explainer(*this, history.events);
    reported.waits =
        explainer.explain_race({clash.earlier.slot, clash.earlier.epoch, clash.earlier.pc,
                                before, clash.earlier.strength},
                               {thread.slot, thread.epoch, attempt.pc,
                                actor(thread.slot, thread.epoch), attempt.strength},
                               attempt.address, attempt.size, clash.strict_only, finding);
    if (attempt.before_kernel) finding.missing = {ReadPastCache{}};
  }
  reported.finding = std::move(finding);
  report(std::move(reported));
}

std::vector<Access> Machine::recent_steps() const {
  return Storyline(*this, history.events).last_steps();
}

}  // namespace gridlock::sim
