/// The __nv_atomic functions that are built into nvcc since 12.8, with the semantics of
/// cuda::atomic_ref.  Like nvcc, they reject types and sizes for which an operation does
/// not exist.  Unlike nvcc, they accept orders and scopes that are not literals, and lack
/// the 16-byte operations.
#pragma once

#include <type_traits>

#include "gridlock_device.h"

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5

#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

namespace gridlock::sim {
inline namespace shim {

/// The order's number in the runtime, which treats consume as acquire.
GRIDLOCK_BOTH GRIDLOCK_INLINE constexpr int nv_order(int order) {
  return order < 2 ? order : order - 1;
}

/// The order of a compare-exchange with these two: the stronger one.
GRIDLOCK_BOTH GRIDLOCK_INLINE constexpr int nv_order(int success, int failure) {
  const int a = nv_order(success), b = nv_order(failure);
  if (a == kRelease && b == kAcquire) return kAcquireRelease;
  return a > b ? a : b;
}

/// The scope's number in the runtime.
GRIDLOCK_BOTH GRIDLOCK_INLINE constexpr int nv_scope(int scope) {
  if (scope == __NV_THREAD_SCOPE_CLUSTER) return kCluster;
  return scope < __NV_THREAD_SCOPE_CLUSTER ? scope : scope - 1;
}
static_assert(nv_scope(__NV_THREAD_SCOPE_THREAD) == kThread &&
              nv_scope(__NV_THREAD_SCOPE_BLOCK) == kBlock &&
              nv_scope(__NV_THREAD_SCOPE_CLUSTER) == kCluster &&
              nv_scope(__NV_THREAD_SCOPE_DEVICE) == kDevice &&
              nv_scope(__NV_THREAD_SCOPE_SYSTEM) == kSystem);

template <class T>
struct NvAtomic {
  static_assert(!std::is_const_v<T> && !std::is_volatile_v<T>,
                "an __nv_atomic function takes a pointer without const and volatile");
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                "the simulator has __nv_atomic functions of 1, 2, 4 and 8 bytes");
  static constexpr bool kIsInteger = std::is_integral_v<T>;
  static constexpr bool kIsWide = sizeof(T) >= 4;
  static constexpr bool kIsUnsigned = std::is_unsigned_v<T>;
  static constexpr bool kIsFloating = std::is_floating_point_v<T>;
  static constexpr bool kAdds = kIsWide && (kIsInteger || kIsFloating) &&
                                (sizeof(T) == 4 || kIsUnsigned || kIsFloating);
  static constexpr int kAdd = !kIsFloating     ? kRmwAdd
                              : sizeof(T) == 4 ? kRmwAddFloat
                                               : kRmwAddDouble;

  GRIDLOCK_DEVICE GRIDLOCK_INLINE static unsigned long long bits(T value) {
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    return bits;
  }
  GRIDLOCK_DEVICE GRIDLOCK_INLINE static T value(unsigned long long bits) {
    T value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
  }
  GRIDLOCK_DEVICE GRIDLOCK_INLINE static T change(T* at, int operation, T operand,
                                                  int order, int scope) {
    return value(gridlock_rmw(at, sizeof(T), operation, bits(operand), 0, nv_order(order),
                              nv_scope(scope), kRelaxed));
  }
  GRIDLOCK_DEVICE GRIDLOCK_INLINE static bool compare(T* at, T* expected, T desired,
                                                      int success, int failure,
                                                      int scope) {
    const unsigned long long wanted = bits(*expected);
    const unsigned long long old =
        gridlock_rmw(at, sizeof(T), kRmwCompareExchange, bits(desired), wanted,
                     nv_order(success, failure), nv_scope(scope), nv_order(failure));
    if (old == wanted) return true;
    *expected = value(old);
    return false;
  }
};

}  // namespace shim
}  // namespace gridlock::sim

/// The type of an argument from which T is not deduced, as in the built-in functions.
#define GRIDLOCK_NV_VALUE(T) std::enable_if_t<true, T>
#define GRIDLOCK_NV_FUNCTION \
  template <class T>         \
  GRIDLOCK_DEVICE GRIDLOCK_INLINE

GRIDLOCK_NV_FUNCTION T __nv_atomic_load_n(T* ptr, int order,
                                          int scope = __NV_THREAD_SCOPE_SYSTEM) {
  using gridlock::sim::NvAtomic;
  static_assert(NvAtomic<T>::kIsInteger, "__nv_atomic_load_n takes an integer");
  return NvAtomic<T>::value(gridlock_load(ptr, sizeof(T), gridlock::sim::nv_order(order),
                                          gridlock::sim::nv_scope(scope)));
}
GRIDLOCK_NV_FUNCTION void __nv_atomic_load(T* ptr, T* ret, int order,
                                           int scope = __NV_THREAD_SCOPE_SYSTEM) {
  *ret = gridlock::sim::NvAtomic<T>::value(gridlock_load(
      ptr, sizeof(T), gridlock::sim::nv_order(order), gridlock::sim::nv_scope(scope)));
}
GRIDLOCK_NV_FUNCTION void __nv_atomic_store(T* ptr, T* val, int order,
                                            int scope = __NV_THREAD_SCOPE_SYSTEM) {
  gridlock_store(ptr, sizeof(T), gridlock::sim::NvAtomic<T>::bits(*val),
                 gridlock::sim::nv_order(order), gridlock::sim::nv_scope(scope));
}
GRIDLOCK_NV_FUNCTION void __nv_atomic_store_n(T* ptr, GRIDLOCK_NV_VALUE(T) val, int order,
                                              int scope = __NV_THREAD_SCOPE_SYSTEM) {
  static_assert(gridlock::sim::NvAtomic<T>::kIsInteger,
                "__nv_atomic_store_n takes an integer");
  gridlock_store(ptr, sizeof(T), gridlock::sim::NvAtomic<T>::bits(val),
                 gridlock::sim::nv_order(order), gridlock::sim::nv_scope(scope));
}
GRIDLOCK_NV_FUNCTION void __nv_atomic_exchange(T* ptr, T* val, T* ret, int order,
                                               int scope = __NV_THREAD_SCOPE_SYSTEM) {
  using gridlock::sim::NvAtomic;
  static_assert(NvAtomic<T>::kIsWide, "__nv_atomic_exchange takes 4 or 8 bytes");
  *ret = NvAtomic<T>::change(ptr, gridlock::sim::kRmwExchange, *val, order, scope);
}
GRIDLOCK_NV_FUNCTION T __nv_atomic_exchange_n(T* ptr, GRIDLOCK_NV_VALUE(T) val, int order,
                                              int scope = __NV_THREAD_SCOPE_SYSTEM) {
  using gridlock::sim::NvAtomic;
  static_assert(NvAtomic<T>::kIsInteger && NvAtomic<T>::kIsWide,
                "__nv_atomic_exchange_n takes an integer of 4 or 8 bytes");
  return NvAtomic<T>::change(ptr, gridlock::sim::kRmwExchange, val, order, scope);
}
GRIDLOCK_NV_FUNCTION bool __nv_atomic_compare_exchange(
    T* ptr, T* expected, T* desired, bool, int success_order, int failure_order,
    int scope = __NV_THREAD_SCOPE_SYSTEM) {
  using gridlock::sim::NvAtomic;
  static_assert(sizeof(T) >= 2, "__nv_atomic_compare_exchange takes 2, 4 or 8 bytes");
  return NvAtomic<T>::compare(ptr, expected, *desired, success_order, failure_order,
                              scope);
}
GRIDLOCK_NV_FUNCTION bool __nv_atomic_compare_exchange_n(
    T* ptr, T* expected, GRIDLOCK_NV_VALUE(T) desired, bool, int success_order,
    int failure_order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  using gridlock::sim::NvAtomic;
  static_assert(NvAtomic<T>::kIsInteger && sizeof(T) >= 2,
                "__nv_atomic_compare_exchange_n takes an integer of 2, 4 or 8 bytes");
  return NvAtomic<T>::compare(ptr, expected, desired, success_order, failure_order,
                              scope);
}

/// Defines __nv_atomic_fetch_NAME() and __nv_atomic_NAME(), which returns nothing.
#define GRIDLOCK_NV_FETCH(NAME, condition, operation, operand, words)             \
  GRIDLOCK_NV_FUNCTION                                                            \
  T __nv_atomic_fetch_##NAME(T* ptr, GRIDLOCK_NV_VALUE(T) val, int order,         \
                             int scope = __NV_THREAD_SCOPE_SYSTEM) {              \
    using Atomic = gridlock::sim::NvAtomic<T>;                                    \
    static_assert(condition, "__nv_atomic_fetch_" #NAME " takes " words);         \
    return Atomic::change(ptr, operation, static_cast<T>(operand), order, scope); \
  }                                                                               \
  GRIDLOCK_NV_FUNCTION                                                            \
  void __nv_atomic_##NAME(T* ptr, GRIDLOCK_NV_VALUE(T) val, int order,            \
                          int scope = __NV_THREAD_SCOPE_SYSTEM) {                 \
    using Atomic = gridlock::sim::NvAtomic<T>;                                    \
    static_assert(condition, "__nv_atomic_" #NAME " takes " words);               \
    (void)Atomic::change(ptr, operation, static_cast<T>(operand), order, scope);  \
  }

#define GRIDLOCK_NV_SUM "a type that atomicAdd takes"
#define GRIDLOCK_NV_WORD "an integer of 4 or 8 bytes"
GRIDLOCK_NV_FETCH(add, Atomic::kAdds, Atomic::kAdd, val, GRIDLOCK_NV_SUM)
GRIDLOCK_NV_FETCH(sub, Atomic::kAdds, Atomic::kAdd, -val, GRIDLOCK_NV_SUM)
GRIDLOCK_NV_FETCH(min, Atomic::kIsInteger&& Atomic::kIsWide,
                  gridlock::sim::kRmwMinSigned + Atomic::kIsUnsigned, val,
                  GRIDLOCK_NV_WORD)
GRIDLOCK_NV_FETCH(max, Atomic::kIsInteger&& Atomic::kIsWide,
                  gridlock::sim::kRmwMaxSigned + Atomic::kIsUnsigned, val,
                  GRIDLOCK_NV_WORD)
GRIDLOCK_NV_FETCH(and, Atomic::kIsInteger&& Atomic::kIsWide, gridlock::sim::kRmwAnd, val,
                  GRIDLOCK_NV_WORD)
GRIDLOCK_NV_FETCH(or, Atomic::kIsInteger&& Atomic::kIsWide, gridlock::sim::kRmwOr, val,
                  GRIDLOCK_NV_WORD)
GRIDLOCK_NV_FETCH(xor, Atomic::kIsInteger&& Atomic::kIsWide, gridlock::sim::kRmwXor, val,
                  GRIDLOCK_NV_WORD)

#undef GRIDLOCK_NV_FETCH
#undef GRIDLOCK_NV_SUM
#undef GRIDLOCK_NV_WORD
#undef GRIDLOCK_NV_FUNCTION
#undef GRIDLOCK_NV_VALUE

/// A template, so that, like a built-in function, it has no address.
template <int = 0>
GRIDLOCK_DEVICE GRIDLOCK_INLINE void __nv_atomic_thread_fence(
    int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
  gridlock_fence(gridlock::sim::nv_order(order), gridlock::sim::nv_scope(scope));
}
