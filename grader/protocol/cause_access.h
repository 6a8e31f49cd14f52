/// \file
/// Why an access is to memory that is not its own.
#pragma once

#include "protocol/values.h"
#include "protocol/words_of.h"

namespace gridlock {

/// An address that its type does not allow.
struct Misaligned {
  std::string operation;
  std::uint64_t alignment = 0;
  std::uint64_t past = 0;
  GRIDLOCK_CAUSE(Misaligned, operation, alignment, past)
};

/// Memory that was freed.
struct UseAfterFree {
  std::string operation;
  Location location;
  Place freed;
  GRIDLOCK_CAUSE(UseAfterFree, operation, location, freed)
};

/// Past the end, in elements.
struct OutOfBounds {
  std::string operation;
  Location location;
  std::uint64_t index = 0;
  std::uint64_t elements = 0;
  GRIDLOCK_CAUSE(OutOfBounds, operation, location, index, elements)
};

/// Past the end, in bytes.
struct OutOfBytes {
  std::string operation;
  std::uint64_t bytes = 0;
  std::uint64_t offset = 0;
  Location location;
  std::uint64_t size = 0;
  GRIDLOCK_CAUSE(OutOfBytes, operation, bytes, offset, location, size)
};

/// In no allocation.
struct OutsideAllocations {
  std::string operation;
  GRIDLOCK_CAUSE(OutsideAllocations, operation)
};

/// Past the end of a variable.
struct PastTheEnd {
  std::string operation;
  Location location;
  GRIDLOCK_CAUSE(PastTheEnd, operation, location)
};

/// Past the dynamic shared memory of the launch.
struct PastDynamicShared {
  std::string operation;
  std::uint64_t bytes = 0;
  std::uint64_t offset = 0;
  GRIDLOCK_CAUSE(PastDynamicShared, operation, bytes, offset)
};

/// Memory of a device that this one cannot reach.
struct NoPeerAccess {
  std::string operation;
  int device = 0;
  int owner = 0;
  GRIDLOCK_CAUSE(NoPeerAccess, operation, device, owner)
};

/// Through a null pointer.
struct NullPointer {
  std::string operation;
  GRIDLOCK_CAUSE(NullPointer, operation)
};

/// Device code uses the memory of the host, or of another thread.
struct DeviceTouchesHost {
  std::string operation;
  GRIDLOCK_CAUSE(DeviceTouchesHost, operation)
};

/// Memory that this code may not use, whatever the address.
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

/// A launch is given the address of the host's copy of a device variable.
struct PassesHostCopy {
  std::string variable;
  GRIDLOCK_CAUSE(PassesHostCopy, variable)
};

/// An argument of a launch by address.
struct UnreadableArgument {
  enum class Wrong { null_array, null, outside, on_device, no_address };
  friend constexpr Wrong last_of(Wrong) { return Wrong::no_address; }
  std::uint64_t number = 0;
  std::string kernel;
  Wrong wrong{};
  Location location;
  GRIDLOCK_CAUSE(UnreadableArgument, number, kernel, wrong, location)
};

/// What the array of a launch by address must hold.
struct ArgumentsByAddress {
  GRIDLOCK_CAUSE(ArgumentsByAddress)
};

/// What the processor refused.
struct Fault {
  enum class Kind { stack_overflow, division_by_zero, foreign_address };
  friend constexpr Kind last_of(Kind) { return Kind::foreign_address; }
  Kind kind{};
  GRIDLOCK_CAUSE(Fault, kind)
};

}  // namespace gridlock
