/// \file
/// Words that several explanations share: places, scopes, fences.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "sim/machine.h"

namespace gridlock::sim {

/// A place in the source, which who knows the lines puts in: see checker/symbols.h.
inline std::string at(std::uint64_t pc) { return fmt::format("{{@{:x}}}", pc); }

/// "3", or "(3,1,0)" where the grid has more dimensions.
std::string block_text(const std::array<int, 3>& block);

/// What tells a device from the first, which goes without saying: " of device 1".
std::string of_device(int device);

/// What a word of this size holds.  Nobody says whether an integer is signed, so that a
/// value that depends on it is given in both ways: "4294967293 (-3)".
std::string value_text(std::uint64_t value, std::uint32_t size = 4,
                       ValueKind kind = ValueKind::integer);

/// "its own block": what an operation of this scope reaches.
const char* scope_words(MemoryScope scope);

/// The fence that reaches so far.
const char* fence_of(MemoryScope scope);

/// Who needs a fence of this scope, where a narrower one is there.
const char* who_needs(MemoryScope scope);

/// The least scope that reaches from one of them to the other.
MemoryScope needed_scope(const Actor& a, const Actor& b);

/// Says that the scope of an operation does not reach the thread, or the host, at the
/// other end, and what to write instead.  `own` did it, at `pc`.
std::string too_narrow(std::string_view operation, std::uint64_t pc, MemoryScope scope,
                       const Actor& own, const Actor& other);

}  // namespace gridlock::sim
