/// Why an access may not use its memory.
#pragma once

#include "protocol/values.h"
#include "protocol/words_of.h"

namespace gridlock {

/// The address is not aligned as its type requires.
struct Misaligned {
  std::string operation;
  std::uint64_t alignment = 0;
  std::uint64_t past = 0;
  GRIDLOCK_CAUSE(Misaligned, operation, alignment, past)
};

/// The program's call of the function that makes the access.
struct LedToByCall {
  Place call;
  Place access;
  Place record{};  ///< For a created event: the record that its device does not allow.
  GRIDLOCK_CAUSE(LedToByCall, call, access, record)
};

/// The memory was freed before the access.
struct UseAfterFree {
  std::string operation;
  Location location;
  Place freed;
  GRIDLOCK_CAUSE(UseAfterFree, operation, location, freed)
};

/// An access past the end of an array, in elements.
struct OutOfBounds {
  std::string operation;
  Location location;
  std::uint64_t index = 0;
  std::uint64_t elements = 0;
  GRIDLOCK_CAUSE(OutOfBounds, operation, location, index, elements)
};

/// An access past the end of an allocation, in bytes.
struct OutOfBytes {
  std::string operation;
  std::uint64_t bytes = 0;
  std::uint64_t offset = 0;
  Location location;
  std::uint64_t size = 0;
  GRIDLOCK_CAUSE(OutOfBytes, operation, bytes, offset, location, size)
};

/// An access outside all allocations.
struct OutsideAllocations {
  std::string operation;
  GRIDLOCK_CAUSE(OutsideAllocations, operation)
};

/// An access past the end of a variable.
struct PastTheEnd {
  std::string operation;
  Location location;
  GRIDLOCK_CAUSE(PastTheEnd, operation, location)
};

/// An access past the end of the launch's dynamic shared memory.
struct PastDynamicShared {
  std::string operation;
  std::uint64_t bytes = 0;
  std::uint64_t offset = 0;
  GRIDLOCK_CAUSE(PastDynamicShared, operation, bytes, offset)
};

/// The accessing device has no peer access to the device with the memory.
struct NoPeerAccess {
  std::string operation;
  int device = 0;
  int owner = 0;
  bool of_pool = false;  ///< The memory is from a memory pool.
  bool back = false;     ///< The memory's device has access to the kernel's.
  Place at{};
  Place launch{};
  bool in_default = false;  ///< In a lab: the launch names no stream.
  GRIDLOCK_CAUSE(NoPeerAccess, operation, device, owner, of_pool, back, at, launch,
                 in_default)
};

/// An access through a null pointer.
struct NullPointer {
  std::string operation;
  Place failed{};           ///< The first allocation that failed, if one did.
  std::uint64_t asked = 0;  ///< The bytes that this allocation asked for, or 0.
  std::uint64_t room = 0;   ///< The most bytes that it could have had.
  GRIDLOCK_CAUSE(NullPointer, operation, failed, asked, room)
};

/// Device code uses memory of the host, or another thread's local memory.
struct DeviceTouchesHost {
  std::string operation;
  Location near{};          ///< Memory of the device close by, if there is some.
  std::uint64_t bytes = 0;  ///< The distance from `near` to the access.
  bool is_before = false;   ///< The access lies before `near`.
  GRIDLOCK_CAUSE(DeviceTouchesHost, operation, near, bytes, is_before)
};

/// Memory of a kind that this code may not use.
struct WrongSide {
  enum class Kind {
    host_touches_device,
    host_touches_variable,
    host_touches_shared,
    writes_constant,
    writes_foreign,
  };
  friend constexpr Kind last_of(Kind) { return Kind::writes_foreign; }
  Kind kind{};
  GRIDLOCK_CAUSE(WrongSide, kind)
};

/// Another block's shared memory, which exists only while that block runs.
struct PeerNotThere {
  enum class Kind { may_not_have_begun, has_ended, may_be_at_it };
  friend constexpr Kind last_of(Kind) { return Kind::may_be_at_it; }
  Kind kind{};
  Place use;  ///< For `may_be_at_it`: the access that a block does not wait for.
  GRIDLOCK_CAUSE(PeerNotThere, kind, use)
};

/// An index that an array of known size does not have.
struct BadIndex {
  std::int64_t index = 0;
  std::string type;                         ///< The array's: "int[4]".
  std::optional<std::uint64_t> elements{};  ///< Set if the type does not tell the number.
  GRIDLOCK_CAUSE(BadIndex, index, type, elements)
};

/// A launch passes the address of the host's copy of a device variable.
struct PassesHostCopy {
  std::string variable;
  GRIDLOCK_CAUSE(PassesHostCopy, variable)
};

/// A launch by address passes four bytes of a pointer as a number.
struct PassesHalfPointer {
  Place launch;
  std::uint64_t number = 0;
  std::string kernel;
  GRIDLOCK_CAUSE(PassesHalfPointer, launch, number, kernel)
};

/// An argument of a launch by address that cannot be read.
struct UnreadableArgument {
  enum class Wrong { null_array, null, outside, on_device, no_address };
  friend constexpr Wrong last_of(Wrong) { return Wrong::no_address; }
  std::uint64_t number = 0;
  std::string kernel;
  Wrong wrong{};
  Location location;
  GRIDLOCK_CAUSE(UnreadableArgument, number, kernel, wrong, location)
};

/// The required contents of the array of arguments in a launch by address.
struct ArgumentsByAddress {
  GRIDLOCK_CAUSE(ArgumentsByAddress)
};

/// A fault that the processor reported.
struct Fault {
  enum class Kind { stack_overflow, division_by_zero, foreign_address };
  friend constexpr Kind last_of(Kind) { return Kind::foreign_address; }
  Kind kind{};
  GRIDLOCK_CAUSE(Fault, kind)
};

}  // namespace gridlock
