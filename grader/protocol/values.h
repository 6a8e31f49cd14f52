/// The parts of steps and causes: places, operations, memory, streams, values.  They hold
/// numbers, and names from the program or from CUDA; wording/ turns them into English.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/fields.h"
#include "protocol/op_kind.h"

namespace gridlock {

/// A place in the program: an offset in the module; 0 if unknown.
struct Place {
  std::uint64_t pc = 0;
  GRIDLOCK_FIELDS(pc)
};

/// An operation of a thread, a stream or the host, and its place.
struct Operation {
  std::string name;  ///< "write", "atomicAdd", "__threadfence": see op_kind().
  Place at;
  GRIDLOCK_FIELDS(name, at)
};

/// The kind of a step in an interleaving.
enum class StepKind { write, read, atomic, fence, barrier, call };
constexpr StepKind last_of(StepKind) { return StepKind::call; }

/// The scope of a fence or a signal.
enum class Scope { block, device, system };
constexpr Scope last_of(Scope) { return Scope::system; }

/// Identifies unnamed memory or an unnamed stream by the call that created it: that call
/// first, then other calls near it, which may be in the same line.
struct CreationSite {
  std::vector<std::uint64_t> calls;
  unsigned number = 0;  ///< The number among several, from 1; 0: the only one.
  /// For memory: where the function that allocates it was called from; 0 if unknown.
  std::uint64_t caller = 0;
  unsigned number_by_caller = 0;  ///< As `number`, for this caller.
  GRIDLOCK_FIELDS(calls, number, caller, number_by_caller)
};

/// A piece of memory.
struct Location {
  enum class Kind {
    none,            ///< Unknown, or there is none.
    named,           ///< A variable, or memory named by a scenario.
    allocated,       ///< Memory of an allocation: see `created_at`.
    dynamic_shared,  ///< In the block's dynamic shared memory.
    shared,          ///< Somewhere in the block's shared memory.
    address,         ///< In nothing that is known.
    kernel,          ///< Not memory, but the kernel of a launch; `index` is its number.
  };
  friend constexpr Kind last_of(Kind) { return Kind::kernel; }
  Kind kind = Kind::none;
  std::string name;        ///< With members and indices.
  bool is_shared = false;  ///< A variable in shared memory.
  /// The owner of shared memory in a cluster.
  std::optional<std::array<int, 3>> of_block;
  CreationSite created_at;
  std::optional<std::uint64_t> index;  ///< The index of the element.
  int device = 0;
  std::uint64_t address = 0;

  bool is_known() const { return kind != Kind::none; }
  /// The name without its indices: "report.masks" for "report.masks[1]"; "" for memory
  /// without a name.
  std::string variable() const { return name.substr(0, name.find('[')); }
  GRIDLOCK_FIELDS(kind, name, is_shared, of_block, created_at, index, device, address)
};

/// A stream, described for a reader.
struct StreamName {
  enum class Kind { created, legacy_default, per_thread_default };
  friend constexpr Kind last_of(Kind) { return Kind::per_thread_default; }
  Kind kind = Kind::legacy_default;
  int device = 0;
  CreationSite created_at;
  /// The number, from 1, of the call of the function that creates and destroys the
  /// stream; 0 if there is only one call.
  unsigned call = 0;
  std::string given;  ///< The name that a scenario gave it: "from's stream"; or "".
  GRIDLOCK_FIELDS(kind, device, created_at, call, given)
};

/// The type of a value, as far as the operation says.
enum class ValueKind : std::uint8_t { integer, float64, float32, half, bfloat, flags };
constexpr ValueKind last_of(ValueKind) { return ValueKind::flags; }

struct Value {
  std::uint64_t bits = 0;
  std::uint32_t bytes = 4;
  ValueKind kind = ValueKind::integer;
  GRIDLOCK_FIELDS(bits, bytes, kind)
};

/// A detail of a step in an interleaving.
struct StepNote {
  /// `fails`: a compare-and-swap that reads another value than it compares with.
  enum class Kind { none, reads, writes, changes, fails, arrives, overwritten, fills };
  friend constexpr Kind last_of(Kind) { return Kind::fills; }
  Kind kind = Kind::none;
  Value value{};               ///< The value read or written.
  Value result{};              ///< The value written by `changes`, which reads `value`.
  std::uint64_t arrivals = 0;  ///< For `arrives`: arrivals so far, this one included.
  std::uint64_t expected = 0;  ///< For `arrives`: how many are expected.
  /// The expected value of `fails`; nothing if unknown.
  std::optional<Value> expects{};
  std::uint64_t bytes = 0;  ///< The size of `fills`, as passed to cudaMemset.
  GRIDLOCK_FIELDS(kind, value, result, arrivals, expected, expects, bytes)
};

/// A thread of a kernel.
struct ThreadName {
  int device = 0;
  std::uint64_t kernel = 0;  ///< Its launch, counted from 1.
  std::array<int, 3> block{};
  std::array<int, 3> thread{};
  bool operator==(const ThreadName&) const = default;
  GRIDLOCK_FIELDS(device, kernel, block, thread)
};

/// The thread or the host at one end of a signal, as seen by the thread at the other end.
struct OtherEnd {
  bool is_host = false;
  std::array<int, 3> block{};
  int device = 0;
  bool on_other_device = false;
  bool in_other_kernel = false;
  GRIDLOCK_FIELDS(is_host, block, device, on_other_device, in_other_kernel)
};

}  // namespace gridlock
