/// Makes the parts of a cause from what the machine knows: places, operations, scopes,
/// the other thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "protocol/cause.h"
#include "sim/execution/machine.h"

namespace gridlock::sim {

inline gridlock::Place at(std::uint64_t pc) { return {pc}; }

/// What the event did, and where.
inline gridlock::Operation operation_of(const Event& event) {
  return {event.name, at(event.pc)};
}

/// Whether it is a compare-and-exchange: atomicCAS, or that of cuda::atomic.
bool exchanges_if_equal(const Event& event);

/// Whether it is an operation that a lock is taken with.
bool exchanges(const Event& event);

inline Scope as_scope(MemoryScope scope) { return static_cast<Scope>(scope); }
inline Scope as_scope(const Event& event) { return static_cast<Scope>(event.scope); }

/// What kind of step an operation on memory, a fence or a barrier is.
StepKind kind_of(const Event& event);

/// The value of a plain access, which does not say what type it has: a small integer, or
/// a real number that is neither tiny nor huge; none for what may be a pointer.
std::optional<Value> plain_value(std::uint64_t bits, std::uint32_t bytes);

/// What the event found or left in the memory, if it can be told.
std::optional<Value> value_of(const Event& event, std::uint64_t bits);

/// The narrowest scope that includes both of them.
MemoryScope needed_scope(const Actor& a, const Actor& b);

ThreadName thread_name(const Actor& actor);

/// Where the other thread is, as seen from `own`.
OtherEnd other_end(const Actor& own, const Actor& other);

/// The blocks that could not even start, and why.
Causes without_a_place(std::span<const Device> devices);

/// The same if a thread of each block that did start polls in vain.
Causes awaited_without_a_place(std::span<const Device> devices);

/// The scope of an operation of `own` does not reach the other.
ScopeTooNarrow too_narrow(const gridlock::Operation& operation, MemoryScope scope,
                          const Actor& own, const Actor& other);

}  // namespace gridlock::sim
