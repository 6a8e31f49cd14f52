/// \file
/// The parts that steps and causes are made of: places, operations, memory, streams,
/// values.  They hold numbers and the names that a program or CUDA gave; whoever shows
/// them finds the words (words/).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/fields.h"

namespace gridlock {

/// A place in the program: an offset in the module; 0 if unknown.
struct Place {
  std::uint64_t pc = 0;
  GRIDLOCK_FIELDS(pc)
};

/// What a thread, a stream or the host did or was told to do, and where.
struct Operation {
  std::string name;  ///< "write", "atomicAdd", "__threadfence", "cudaMemcpyAsync".
  Place at;
  GRIDLOCK_FIELDS(name, at)
};

/// What kind of step something is in an interleaving.
enum class StepKind { write, read, atomic, fence, barrier, call };
constexpr StepKind last_of(StepKind) { return StepKind::call; }

/// How far a fence or a signal reaches.
enum class Scope { block, device, system };
constexpr Scope last_of(Scope) { return Scope::system; }

/// Memory that somebody allocated, or a stream that somebody made, without a name: the
/// call first, then others near it, which may be of the same line.
struct MadeBy {
  std::vector<std::uint64_t> calls;
  GRIDLOCK_FIELDS(calls)
};

/// A piece of memory.
struct Location {
  enum class Kind {
    none,            ///< Unknown, or there is none.
    named,           ///< A variable, or what a scenario gave a name.
    made,            ///< Memory of an allocation; `made_by`.
    dynamic_shared,  ///< Of the block's dynamic shared memory.
    shared,          ///< Somewhere in the block's shared memory.
    address,         ///< Of nothing that is known.
    kernel,          ///< None, but what a launch starts; `index` is its number.
  };
  friend constexpr Kind last_of(Kind) { return Kind::kernel; }
  Kind kind = Kind::none;
  std::string name;        ///< With the members and indices that lead to the piece.
  bool is_shared = false;  ///< A variable in shared memory.
  MadeBy made_by;
  std::optional<std::uint64_t> index;  ///< Of the element.
  int device = 0;
  std::uint64_t address = 0;

  bool is_known() const { return kind != Kind::none; }
  GRIDLOCK_FIELDS(kind, name, is_shared, made_by, index, device, address)
};

/// A stream, as a reader knows it.
struct StreamName {
  enum class Kind { made, legacy_default, per_thread_default };
  friend constexpr Kind last_of(Kind) { return Kind::per_thread_default; }
  Kind kind = Kind::legacy_default;
  int device = 0;
  MadeBy made_by;
  unsigned number_in_line = 0;  ///< Where one call makes several, which; else 0.
  GRIDLOCK_FIELDS(kind, device, made_by, number_in_line)
};

/// What the bits of a value mean, as far as the operation says.
enum class ValueKind : std::uint8_t { integer, float64, float32, half, bfloat };
constexpr ValueKind last_of(ValueKind) { return ValueKind::bfloat; }

/// A value in memory.
struct Value {
  std::uint64_t bits = 0;
  std::uint32_t bytes = 4;
  ValueKind kind = ValueKind::integer;
  GRIDLOCK_FIELDS(bits, bytes, kind)
};

/// What an interleaving adds to a step.
struct StepNote {
  enum class Kind { none, reads, writes, arrives, wiped_out };
  friend constexpr Kind last_of(Kind) { return Kind::wiped_out; }
  Kind kind = Kind::none;
  Value value{};               ///< Read or written.
  std::uint64_t arrivals = 0;  ///< Of an arrival: so many have come, this one included,
  std::uint64_t expected = 0;  ///< of so many.
  GRIDLOCK_FIELDS(kind, value, arrivals, expected)
};

/// The thread, or the host, at the other end of a signal, as seen from this one.
struct OtherEnd {
  bool is_host = false;
  std::array<int, 3> block{};
  int device = 0;
  bool on_other_device = false;
  bool in_other_kernel = false;
  GRIDLOCK_FIELDS(is_host, block, device, on_other_device, in_other_kernel)
};

}  // namespace gridlock
