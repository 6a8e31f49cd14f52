// What went wrong, in a student's terms: who, where, on what.
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "common/layout.h"
#include "sim/call_site.h"
#include "sim/explain.h"
#include "sim/explain_words.h"
#include "sim/machine.h"
#include "sim/storyline.h"

namespace gridlock::sim {

namespace {

std::string on_device(int device) { return fmt::format(" on device {}", device); }

/// "partial[3]", or "count" where there is one element only.
std::string indexed(const std::string& name, std::size_t offset, std::size_t element,
                    std::size_t size) {
  return size == element ? name : fmt::format("{}[{}]", name, offset / element);
}

/// In memory without a type an access of a usual size is taken for one of an element.
std::size_t usual_element(std::size_t access_bytes) {
  return access_bytes == 2 || access_bytes == 4 || access_bytes == 8 ? access_bytes : 1;
}

std::string sentence(std::string text) {
  if (!text.empty())
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + ".";
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

/// Of memory that nobody named: the variable that its address went to.
std::string Machine::variable_of(const Allocation& allocation) const {
  std::vector<std::uint64_t> calls;
  for (const Allocation& other : arena.allocations()) calls.push_back(other.made_at);
  return made_at('&', allocation.made_at, calls);
}

std::string Machine::name_of(std::uintptr_t address, std::size_t access_bytes) const {
  if (address == 0) return "";
  if (arena.contains(address)) {
    const Allocation* allocation = const_cast<Arena&>(arena).at(address);
    if (!allocation) return "";
    const std::size_t offset = address - allocation->base;
    // Of memory that nobody named, the checker finds the variable.
    const std::size_t element = allocation->element_bytes ? allocation->element_bytes
                                                          : usual_element(access_bytes);
    const std::string name =
        allocation->name.empty() ? variable_of(*allocation) : allocation->name;
    const std::string where =
        allocation->kind == MemoryKind::device ? of_device(allocation->device) : "";
    for (const Allocation::Part& part : allocation->parts)
      if (offset >= part.offset && offset - part.offset < part.bytes)
        return indexed(part.name, offset - part.offset, part.element_bytes, part.bytes) +
               where;
    return indexed(name, offset, element, allocation->size) + where;
  }
  if (const RegisteredMemory::Entry* entry = registered.find(address))
    return fmt::format("{{&{:x}}}[{}]", entry->made_at,
                       (address - entry->range.base) / access_bytes);
  const auto dynamic = reinterpret_cast<std::uintptr_t>(gridlock_dynamic_shared);
  if (address - dynamic < kDynamicSharedMax)
    return indexed("dynamic shared memory", address - dynamic,
                   usual_element(access_bytes), kDynamicSharedMax);
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
    return fmt::format("{}{}{}{}", shared ? "shared " : "", variable->name,
                       path_in(variable->layout, home - variable->range.base),
                       shared ? "" : of_device(module.device_at(address)));
  }
  return shared ? "shared memory" : "";
}

Access Machine::describe(const Thread& thread, const char* op, std::uint64_t pc,
                         std::uintptr_t address) const {
  Access access;
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
                          const char* does, std::uint64_t value) {
    const Actor who = actor(slot, epoch);
    Access one;
    one.op = op;
    one.pc = pc;
    one.host = who.host;
    one.block = who.block;
    one.thread = who.thread;
    one.device = who.device;
    one.location = name_of(stale_read_.address, stale_read_.size);
    one.note = fmt::format("{} {}", does, value_text(value, stale_read_.size));
    return one;
  };
  const Access missed =
      access(stale_read_.missed_slot, stale_read_.missed_epoch, stale_read_.missed_pc,
             "strong write", "writes", stale_read_.missed_value);
  using Kind = StaleRead::Kind;
  const bool is_store = stale_read_.kind == Kind::wiped_out_store;
  const char* op = is_store                                     ? "strong write"
                   : stale_read_.kind == Kind::wiped_out_change ? "read-modify-write"
                                                                : "strong read";
  const Access read = access(stale_read_.slot, stale_read_.epoch, stale_read_.pc, op,
                             is_store ? "writes" : "reads", stale_read_.value);
  Finding finding;
  finding.kind = name(Verdict::stale_value);
  if (options.strict_values) {
    finding.message = fmt::format(
        "By the letter of the PTX memory model, the {} {} in {{@{:x}}} may still {}, "
        "after {{@{:x}}} had written another; then the program fails.",
        is_store                                     ? "store to"
        : stale_read_.kind == Kind::wiped_out_change ? "read-modify-write of"
                                                     : "read of",
        read.location, read.pc,
        is_store ? "land before the value there" : "see an old value", missed.pc);
    finding.missing = fmt::format(
        "What a relaxed or volatile read has seen orders nothing that its thread does "
        "later: a __threadfence() must lie before the {} in {{@{:x}}}, or the read "
        "before it must acquire.  Today's hardware does not need it.",
        is_store ? "store" : "read", read.pc);
  } else if (stale_read_.kind != Kind::read) {
    finding.message = fmt::format(
        "The {} {} in {{@{:x}}} came before the write in {{@{:x}}}, "
        "which landed late and wiped it out.",
        is_store ? "store to" : "read-modify-write of", read.location, read.pc,
        missed.pc);
    finding.missing = fmt::format(
        "Both are atomic, so this is no race; but no fence after the write in {{@{:x}}}, "
        "and before what tells others of it, keeps it from being wiped out so.",
        missed.pc);
  } else {
    finding.message = fmt::format(
        "The read of {} in {{@{:x}}} still saw an old value, after {{@{:x}}} had written "
        "another.",
        read.location, read.pc, missed.pc);
    finding.missing = fmt::format(
        "Both are atomic or volatile, so this is no race; but no fence before a signal "
        "and after seeing it puts the write in {{@{:x}}} before the read in {{@{:x}}}.",
        missed.pc, read.pc);
  }
  finding.accesses = {missed, read};
  if (options.strict_values) std::swap(finding.accesses.front(), finding.accesses.back());
  finding.interleaving = recent_steps();
  finding.schedule = schedule_token();
  return finding;
}

void Machine::bad_access(const Thread& thread, const std::string& message,
                         std::uintptr_t address, const char* op, std::uint64_t pc) {
  Finding finding;
  finding.kind = name(Verdict::bad_access);
  finding.message = sentence(message);
  Access access = describe(thread, op, pc, 0);
  access.location = name_of(address);
  if (access.location.empty()) access.location = fmt::format("address {:#x}", address);
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
  const Access look = describe(thread, "look", spin.pc(), spin.address());
  finding.message = fmt::format(
      "The wait for {} ended after {} looks, all of which saw the same.", look.location,
      spin.equal_polls() + 1);
  finding.missing =
      "How long another block takes is not promised: wait until the value has come.";
  finding.accesses.push_back(look);
  if (history.recording) finding.interleaving = recent_steps();
  report(std::move(finding), key, false);
}

/// A GPU traps, with "misaligned address"; this machine and the host's would not.
void Machine::misaligned(std::uintptr_t address, std::uint32_t alignment,
                         const char* name, std::uint64_t pc) {
  if (!current->block || address < alignment) return;
  bad_access(*current,
             fmt::format("misaligned {}: its type asks for an address that is a multiple "
                         "of {}, and this one is {} past such",
                         name, alignment, address % alignment),
             address, name, pc);
}

void Machine::report_bounds(const Thread& thread, const Allocation& allocation,
                            std::uintptr_t address, std::size_t size, const char* op,
                            std::uint64_t pc) {
  const std::string what =
      allocation.name.empty() ? variable_of(allocation) : allocation.name;
  if (allocation.freed) {
    bad_access(thread,
               fmt::format("{} of {} after it was freed in {{@{:x}}}", op, what,
                           allocation.freed_at),
               address, op, pc);
    return;
  }
  const std::size_t offset = address - allocation.base;
  if (allocation.element_bytes) {
    const std::size_t elements = allocation.size / allocation.element_bytes;
    bad_access(thread,
               fmt::format("{} of {}[{}], which has {} element{}", op, what,
                           offset / allocation.element_bytes, elements,
                           elements == 1 ? "" : "s"),
               address, op, pc);
    return;
  }
  bad_access(thread,
             fmt::format("{} of {} bytes at byte {} of {}, which has {}", op, size,
                         offset, what, allocation.size),
             address, op, pc);
}

void Machine::report_misuse(const std::string& message, std::uint64_t pc) {
  Finding finding;
  finding.kind = name(Verdict::api_error);
  finding.message = message + ".";
  finding.accesses.push_back(describe(*current, "call", pc, 0));
  report(std::move(finding), fmt::format("misuse {:x}", pc), true);
}

void Machine::report_divergence(const Thread& thread) {
  const Block& block = *thread.block;
  Finding finding;
  finding.kind = name(Verdict::divergent_barrier);
  finding.message = fmt::format(
      "Threads of one block wait at different __syncthreads: some in {{@{:x}}}, some in "
      "{{@{:x}}}.",
      block.barrier_pc, thread.waiting_pc);
  finding.missing =
      "Every thread of the block must reach the same __syncthreads(); move it out of the "
      "branch that only some threads take.";
  for (const Thread& other : block.threads) {
    if (other.waiting != Waiting::barrier || other.waiting_pc != block.barrier_pc)
      continue;
    finding.accesses.push_back(describe(other, "__syncthreads", other.waiting_pc, 0));
    break;
  }
  finding.accesses.push_back(describe(thread, "__syncthreads", thread.waiting_pc, 0));
  if (history.recording) finding.interleaving = recent_steps();
  report(std::move(finding), fmt::format("divergent {:x}", thread.waiting_pc), true);
}

void Machine::report_race(const Thread& thread, const Attempt& attempt,
                          const Clash& clash, const char* op) {
  const std::string key = race_key(clash.strict_only, clash.earlier.pc, attempt.pc);
  const bool ends = !clash.strict_only && options.stop_on_race;
  if (!ends && keys_.count(key)) return;
  const Actor before = actor(clash.earlier.slot, clash.earlier.epoch);
  Access earlier;
  earlier.op = clash.earlier.strength == Strength::weak
                   ? (clash.earlier_is_write ? "write" : "read")
                   : (clash.earlier_is_write ? "strong write" : "strong read");
  if (const ApiStep* work = streams.work_of(clash.earlier.slot, clash.earlier.epoch)) {
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
  const bool several = before.device != 0 || thread.place.device != 0;
  finding.message = fmt::format(
      "{}{} and {}{} of {} with nothing that orders them{}.",
      clash.earlier_is_write ? "Write" : "Read",
      several && !before.host ? on_device(before.device) : "",
      attempt.is_write ? "write" : "read",
      several && thread.block ? on_device(thread.place.device) : "", earlier.location,
      clash.strict_only ? " by the letter of the PTX memory model" : "");
  finding.accesses = {earlier, describe(thread, op, attempt.pc, attempt.address)};
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
    if (attempt.before_kernel)
      finding.missing =
          "__ldg reads through a cache that knows no writes of the running kernel: no "
          "fence or barrier helps.  Read the memory plainly.";
  }
  reported.finding = std::move(finding);
  report(std::move(reported));
}

std::vector<Access> Machine::recent_steps() const {
  return Storyline(*this, history.events).last_steps();
}

}  // namespace gridlock::sim
