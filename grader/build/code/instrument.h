/// Hooks for the accesses of compiled code.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gridlock {

/// Must be increased when the same code gets other hooks, guards (guards.h), comparisons
/// or layouts (passes.h), or other files beside it, so that older modules become
/// outdated.
constexpr std::uint64_t kHooksVersion = 16;

/// Inserts a hook before each load and store.  The hooks have the names of the thread
/// sanitizer's.  An access to a local variable, or to its member or element at a constant
/// offset, gets no hook; neither does a read of CUDA's built-in variables.  An access of
/// 3 bytes, as to a bit-field, gets the hooks for 2 and 1.  Works on LLVM IR in its
/// textual form, with typed or opaque pointers.
///
/// The sanitizer's own pass would ignore every address that is computed from a
/// variable's, wherever it points.  So it is only used for memcpy() and similar
/// functions.
///
/// Atomic instructions and fences are announced with their memory order.  They occur only
/// in host code: std::atomic, the compiler's __atomic_store_n, and the C++ library
/// (shared_ptr, the guard of a local static).  CUDA's atomics and fences are calls of the
/// simulator.  If nothing uses the result of an atomic, so that nvcc compiles it to PTX's
/// `red`, a call before it says so.
///
/// An assignment to a bit-field reads the other bits of its word only to write them back.
/// A call before that read says so, because these bits may be uninitialized.
///
/// A call by address is announced, because code under test must not call the simulator's
/// internals.  A pointer passed to a library or to CUDA is announced, because no hook
/// sees what these write.  Memory of a computed size on the stack is announced, because
/// the stack could grow out of its bounds.
///
/// An intrinsic that may access memory and is unknown here gets a call that refuses it in
/// device code.
std::string hook_accesses(std::string_view ir);

}  // namespace gridlock
