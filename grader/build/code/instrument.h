/// Hooks for the accesses that the compiler's thread sanitizer skips.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gridlock {

/// Bumped when the same code gets other hooks (also comparisons.h), guards (guards.h) or
/// layouts (layouts.h), or other files beside it: modules that were built before are old.
constexpr std::uint64_t kHooksVersion = 9;

/// The sanitizer announces accesses of 1, 2, 4, 8 and 16 bytes.  A bit-field may be
/// accessed as 3, 5, 6 or 7 bytes and a long double as 10: those it leaves out, and a
/// race on them would go unseen.  This puts the same hooks in front of them, one for
/// each part: 3 bytes are 2 and 1.  It works on the textual form of LLVM's intermediate
/// code, with typed or with opaque pointers.  Accesses of a function's own variables
/// stay as they are.
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
std::string hook_odd_accesses(std::string_view ir);

}  // namespace gridlock
