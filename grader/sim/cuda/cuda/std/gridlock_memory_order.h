/// The memory orders and scopes of libcu++, and their numbers in the runtime.
#pragma once

#include "../../gridlock_device.h"

namespace cuda::std {

#if __cplusplus >= 202002L
enum class memory_order : unsigned {
  relaxed,
  consume,
  acquire,
  release,
  acq_rel,
  seq_cst
};
inline constexpr auto memory_order_relaxed = memory_order::relaxed;
inline constexpr auto memory_order_consume = memory_order::consume;
inline constexpr auto memory_order_acquire = memory_order::acquire;
inline constexpr auto memory_order_release = memory_order::release;
inline constexpr auto memory_order_acq_rel = memory_order::acq_rel;
inline constexpr auto memory_order_seq_cst = memory_order::seq_cst;
#else
enum memory_order : unsigned {
  memory_order_relaxed,
  memory_order_consume,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst
};
#endif

enum thread_scope {
  thread_scope_system = 0,
  thread_scope_device = 1,
  thread_scope_block = 2,
  thread_scope_thread = 10
};

}  // namespace cuda::std

namespace cuda {
using std::memory_order;
inline constexpr memory_order memory_order_relaxed = std::memory_order_relaxed;
inline constexpr memory_order memory_order_consume = std::memory_order_consume;
inline constexpr memory_order memory_order_acquire = std::memory_order_acquire;
inline constexpr memory_order memory_order_release = std::memory_order_release;
inline constexpr memory_order memory_order_acq_rel = std::memory_order_acq_rel;
inline constexpr memory_order memory_order_seq_cst = std::memory_order_seq_cst;
using std::thread_scope;
using std::thread_scope_block;
using std::thread_scope_device;
using std::thread_scope_system;
using std::thread_scope_thread;
}  // namespace cuda

namespace gridlock::sim {
inline namespace shim {

/// The order's number in the runtime, which treats consume as acquire.
GRIDLOCK_BOTH GRIDLOCK_INLINE constexpr int order_of(cuda::std::memory_order order) {
  const int number = static_cast<int>(order);
  return number < 2 ? number : number - 1;
}
static_assert(order_of(cuda::std::memory_order_relaxed) == kRelaxed &&
              order_of(cuda::std::memory_order_consume) == kAcquire &&
              order_of(cuda::std::memory_order_acquire) == kAcquire &&
              order_of(cuda::std::memory_order_release) == kRelease &&
              order_of(cuda::std::memory_order_acq_rel) == kAcquireRelease &&
              order_of(cuda::std::memory_order_seq_cst) == kSequential);

/// The order of the load if a compare-exchange with one order fails.
GRIDLOCK_BOTH GRIDLOCK_INLINE constexpr int failure_order_of(
    cuda::std::memory_order order) {
  const int number = order_of(order);
  return number == kRelease ? kRelaxed : number == kAcquireRelease ? kAcquire : number;
}

/// The order of a compare-exchange with two orders, if it succeeds.
GRIDLOCK_BOTH GRIDLOCK_INLINE constexpr int order_of(cuda::std::memory_order success,
                                                     cuda::std::memory_order failure) {
  const int a = order_of(success), b = order_of(failure);
  if (a == kRelease && b == kAcquire) return kAcquireRelease;
  return a > b ? a : b;
}

/// Whether a compare-exchange acquires by the letter of C++ only if it fails.  libcu++
/// compiles it with the stronger of its two orders, so it acquires on a GPU all the same.
GRIDLOCK_BOTH GRIDLOCK_INLINE constexpr bool acquires_by_failure_alone(
    cuda::std::memory_order success, cuda::std::memory_order failure) {
  return order_of(success) == kRelaxed && order_of(failure) != kRelaxed;
}

/// The scope's number in the runtime.
GRIDLOCK_BOTH GRIDLOCK_INLINE constexpr int scope_of(cuda::std::thread_scope scope) {
  return scope == cuda::std::thread_scope_thread ? kThread
                                                 : kSystem - static_cast<int>(scope);
}
static_assert(scope_of(cuda::std::thread_scope_thread) == kThread &&
              scope_of(cuda::std::thread_scope_block) == kBlock &&
              scope_of(cuda::std::thread_scope_device) == kDevice &&
              scope_of(cuda::std::thread_scope_system) == kSystem);

}  // namespace shim
}  // namespace gridlock::sim
