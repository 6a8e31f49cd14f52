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

inline gridlock::Operation operation_of(const Event& event) {
  return {event.name, at(event.pc)};
}

/// Whether the event is a compare-and-exchange: atomicCAS, or that of cuda::atomic.
bool exchanges_if_equal(const Event& event);

/// Whether the event is an operation by which a thread can take a lock.
bool exchanges(const Event& event);

inline Scope as_scope(MemoryScope scope) { return static_cast<Scope>(scope); }
inline Scope as_scope(const Event& event) { return static_cast<Scope>(event.scope); }

/// The kind of step for an operation on memory, a fence or a barrier.
StepKind kind_of(const Event& event);

/// The value of a plain access, with a guessed type: a float or a double if it then has
/// few digits, else an integer.  Nothing for eight bytes that may be a pointer.
std::optional<Value> plain_value(std::uint64_t bits, std::uint32_t bytes);

/// The value that the event found or left in the memory, if it is known.
std::optional<Value> value_of(const Event& event, std::uint64_t bits);

/// The narrowest scope that includes both threads.
MemoryScope needed_scope(const Actor& a, const Actor& b);

ThreadName thread_name(const Actor& actor);

/// The position of the other thread, relative to `own`.
OtherEnd other_end(const Actor& own, const Actor& other);

/// Why some blocks could not even start: the causes that name these blocks.
Causes without_a_place(std::span<const Device> devices);

/// Why some blocks could not start, if a thread of each block that did start polls in
/// vain.
Causes awaited_without_a_place(std::span<const Device> devices);

/// The cause that the scope of `own`'s operation does not include `other`.
ScopeTooNarrow too_narrow(const gridlock::Operation& operation, MemoryScope scope,
                          const Actor& own, const Actor& other);

}  // namespace gridlock::sim
