/// Hooks for the accesses of compiled code.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gridlock {

/// Bumped when the same code gets other hooks (also comparisons.h), guards (guards.h) or
/// layouts (layouts.h), or other files beside it: modules that were built before are old.
constexpr std::uint64_t kHooksVersion = 11;

/// Puts a hook in front of each load and store, with the names of the thread sanitizer's,
/// except where the pointer is a variable of the function's own or a member or element of
/// it at a constant place, or a built-in variable of CUDA's that is read.  An access of 3
/// bytes, as of a bit-field, gets the hooks of 2 and 1.  It works on the textual form of
/// LLVM's intermediate code, with typed or with opaque pointers.
///
/// The sanitizer's own pass leaves out every address that is computed from a variable's,
/// wherever it leads; so it announces only memcpy() and its kin here.
///
/// Atomic instructions and fences are announced with their order.  They come from the
/// host's side: from std::atomic and the compiler's __atomic_store_n, which device code
/// cannot use, and from the C++ library (shared_ptr, the first pass through a local
/// static).  CUDA's atomics and fences are calls of the simulator; if nothing uses an
/// atomic's result, so that nvcc compiles it to PTX's `red`, a call in front of it says
/// so.
///
/// An assignment to a bit-field reads the other bits of its word only to put them back.
/// A call in front of that read says so: what it finds there may be undefined.
///
/// A call by address is announced too: code under test may not go into the simulator.
/// So is each pointer that a library or CUDA gets: no hook sees what these write.  And so
/// is memory of a computed size on the stack, which could lead the stack anywhere.
///
/// An intrinsic function that may touch memory, and that is not known here, gets a call
/// that refuses it in device code.
std::string hook_accesses(std::string_view ir);

}  // namespace gridlock
