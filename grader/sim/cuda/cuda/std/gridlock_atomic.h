/// The operations of cuda::atomic and cuda::atomic_ref, made of calls of the runtime.
#pragma once

#include <stddef.h>

#include <type_traits>

#include "gridlock_memory_order.h"

namespace gridlock::sim {
inline namespace shim {

template <size_t Size>
struct BitsOfSize;
template <>
struct BitsOfSize<1> {
  using type = unsigned char;
};
template <>
struct BitsOfSize<2> {
  using type = unsigned short;
};
template <>
struct BitsOfSize<4> {
  using type = unsigned int;
};
template <>
struct BitsOfSize<8> {
  using type = unsigned long long;
};

/// One member for each atomic operation.  T is the value's type; Scope are the threads
/// that take part.
template <class T, cuda::std::thread_scope Scope>
struct AtomicCore {
  static_assert(std::is_trivially_copyable_v<T>,
                "an atomic's type must be trivial to copy");
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                "the simulator has atomics of 1, 2, 4 and 8 bytes");
  using Order = cuda::std::memory_order;
  using Bits = typename BitsOfSize<sizeof(T)>::type;
  static constexpr int kScope = scope_of(Scope);
  static constexpr bool kIsFloating = std::is_floating_point_v<T>;
  static constexpr bool kIsPointer = std::is_pointer_v<T>;
  static constexpr bool kIsInteger =
      std::is_integral_v<T> && !std::is_same_v<std::remove_cv_t<T>, bool>;
  /// The operand's type in fetch_add: for a pointer, a number of elements.
  using Difference = std::conditional_t<kIsPointer, ptrdiff_t, T>;

  GRIDLOCK_BOTH GRIDLOCK_INLINE static Bits to_bits(T value) {
    return __builtin_bit_cast(Bits, value);
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE static T to_value(unsigned long long bits) {
    return __builtin_bit_cast(T, static_cast<Bits>(bits));
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE static T load(const volatile T* at, Order order) {
    return to_value(
        gridlock_load(const_cast<const T*>(at), sizeof(T), order_of(order), kScope));
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE static void store(volatile T* at, T value, Order order) {
    gridlock_store(const_cast<T*>(at), sizeof(T), to_bits(value), order_of(order),
                   kScope);
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE static T rmw(volatile T* at, int operation,
                                             unsigned long long operand, Order order) {
    return to_value(gridlock_rmw(const_cast<T*>(at), sizeof(T), operation, operand, 0,
                                 order_of(order), kScope, kRelaxed));
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE static bool compare_exchange(volatile T* at, T& expected,
                                                             T desired, int order,
                                                             int failure_order) {
    const Bits wanted = to_bits(expected);
    const Bits old = static_cast<Bits>(
        gridlock_rmw(const_cast<T*>(at), sizeof(T), kRmwCompareExchange, to_bits(desired),
                     wanted, order, kScope, failure_order));
    if (old == wanted) return true;
    expected = to_value(old);
    return false;
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE static T exchange(volatile T* at, T value, Order order) {
    return rmw(at, kRmwExchange, to_bits(value), order);
  }

  /// The operand of an addition as bits: for a pointer, in bytes.
  GRIDLOCK_BOTH GRIDLOCK_INLINE static unsigned long long addend(Difference operand) {
    if constexpr (kIsPointer)
      return static_cast<unsigned long long>(operand) * sizeof(std::remove_pointer_t<T>);
    else
      return to_bits(operand);
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE static T fetch_add(volatile T* at, Difference operand,
                                                   Order order) {
    static_assert(kIsInteger || kIsPointer || kIsFloating, "fetch_add needs a number");
    constexpr int operation = !kIsFloating     ? kRmwAdd
                              : sizeof(T) == 4 ? kRmwAddFloat
                                               : kRmwAddDouble;
    return rmw(at, operation, addend(operand), order);
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE static T fetch_sub(volatile T* at, Difference operand,
                                                   Order order) {
    static_assert(kIsInteger || kIsPointer || kIsFloating, "fetch_sub needs a number");
    if constexpr (kIsFloating)
      return fetch_add(at, -operand, order);
    else
      return rmw(at, kRmwSub, addend(operand), order);
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE static T fetch_and(volatile T* at, T operand,
                                                   Order order) {
    static_assert(kIsInteger, "fetch_and needs an integer");
    return rmw(at, kRmwAnd, to_bits(operand), order);
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE static T fetch_or(volatile T* at, T operand,
                                                  Order order) {
    static_assert(kIsInteger, "fetch_or needs an integer");
    return rmw(at, kRmwOr, to_bits(operand), order);
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE static T fetch_xor(volatile T* at, T operand,
                                                   Order order) {
    static_assert(kIsInteger, "fetch_xor needs an integer");
    return rmw(at, kRmwXor, to_bits(operand), order);
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE static T fetch_min(volatile T* at, T operand,
                                                   Order order) {
    return fetch_extreme<kRmwMinSigned>(at, operand, order);
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE static T fetch_max(volatile T* at, T operand,
                                                   Order order) {
    return fetch_extreme<kRmwMaxSigned>(at, operand, order);
  }
  /// `Kind` is kRmwMinSigned or kRmwMaxSigned; an unsigned T has the next number.  A
  /// floating-point T uses compare-exchange.
  template <int Kind>
  GRIDLOCK_BOTH GRIDLOCK_INLINE static T fetch_extreme(volatile T* at, T operand,
                                                       Order order) {
    static_assert(kIsInteger || kIsFloating, "fetch_min and fetch_max need a number");
    if constexpr (kIsInteger) {
      return rmw(at, Kind + std::is_unsigned_v<T>, to_bits(operand), order);
    } else {
      T old = load(at, cuda::std::memory_order_relaxed);
      while (!compare_exchange(at, old,
                               (Kind == kRmwMinSigned) == (operand < old) ? operand : old,
                               order_of(order), kRelaxed)) {
      }
      return old;
    }
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE static void wait(const volatile T* at, T old,
                                                 Order order) {
    while (to_bits(load(at, order)) == to_bits(old)) {
    }
  }
};

static_assert(kRmwMinUnsigned == kRmwMinSigned + 1 &&
              kRmwMaxUnsigned == kRmwMaxSigned + 1);

/// The members that an atomic and an atomic_ref share.  `qualifier` qualifies members
/// that change the word: `volatile` for an atomic, which is the word, and `const` for a
/// reference, which only points to it.  `reading` qualifies the others.  The class has
/// `at()`, the word's address.  No member is noexcept: the runtime may end a thread in
/// any of them.
#define GRIDLOCK_ATOMIC_MEMBERS(T, Scope, reading, qualifier)                           \
  using value_type = T;                                                                 \
  static constexpr bool is_always_lock_free = true;                                     \
                                                                                        \
  GRIDLOCK_BOTH GRIDLOCK_INLINE bool is_lock_free() reading { return true; }            \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T load(cuda::std::memory_order order =                  \
                                           cuda::std::memory_order_seq_cst) reading {   \
    return gridlock::sim::AtomicCore<T, Scope>::load(this->at(), order);                \
  }                                                                                     \
  GRIDLOCK_BOTH GRIDLOCK_INLINE operator T() reading { return load(); }                 \
  GRIDLOCK_BOTH GRIDLOCK_INLINE void store(                                             \
      T value, cuda::std::memory_order order = cuda::std::memory_order_seq_cst)         \
      qualifier {                                                                       \
    gridlock::sim::AtomicCore<T, Scope>::store(this->at(), value, order);               \
  }                                                                                     \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T exchange(                                             \
      T value, cuda::std::memory_order order = cuda::std::memory_order_seq_cst)         \
      qualifier {                                                                       \
    return gridlock::sim::AtomicCore<T, Scope>::exchange(this->at(), value, order);     \
  }                                                                                     \
  GRIDLOCK_ATOMIC_COMPARE(T, compare_exchange_weak, qualifier)                          \
  GRIDLOCK_ATOMIC_COMPARE(T, compare_exchange_strong, qualifier)                        \
  GRIDLOCK_ATOMIC_FETCH(T, fetch_add, GRIDLOCK_ATOMIC_DIFFERENCE(T), qualifier)         \
  GRIDLOCK_ATOMIC_FETCH(T, fetch_sub, GRIDLOCK_ATOMIC_DIFFERENCE(T), qualifier)         \
  GRIDLOCK_ATOMIC_FETCH(T, fetch_and, T, qualifier)                                     \
  GRIDLOCK_ATOMIC_FETCH(T, fetch_or, T, qualifier)                                      \
  GRIDLOCK_ATOMIC_FETCH(T, fetch_xor, T, qualifier)                                     \
  GRIDLOCK_ATOMIC_ASSIGN(T, +=, fetch_add, +, GRIDLOCK_ATOMIC_DIFFERENCE(T), qualifier) \
  GRIDLOCK_ATOMIC_ASSIGN(T, -=, fetch_sub, -, GRIDLOCK_ATOMIC_DIFFERENCE(T), qualifier) \
  GRIDLOCK_ATOMIC_ASSIGN(T, &=, fetch_and, &, T, qualifier)                             \
  GRIDLOCK_ATOMIC_ASSIGN(T, |=, fetch_or, |, T, qualifier)                              \
  GRIDLOCK_ATOMIC_ASSIGN(T, ^=, fetch_xor, ^, T, qualifier)                             \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T operator++(int) qualifier { return fetch_add(1); }    \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T operator--(int) qualifier { return fetch_sub(1); }    \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T operator++() qualifier {                              \
    return static_cast<T>(fetch_add(1) + 1);                                            \
  }                                                                                     \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T operator--() qualifier {                              \
    return static_cast<T>(fetch_sub(1) - 1);                                            \
  }                                                                                     \
  GRIDLOCK_BOTH GRIDLOCK_INLINE void wait(                                              \
      T old, cuda::std::memory_order order = cuda::std::memory_order_seq_cst) reading { \
    gridlock::sim::AtomicCore<T, Scope>::wait(this->at(), old, order);                  \
  }                                                                                     \
  GRIDLOCK_BOTH GRIDLOCK_INLINE void notify_one() qualifier {}                          \
  GRIDLOCK_BOTH GRIDLOCK_INLINE void notify_all() qualifier {}

/// The operand's type in fetch_add.
#define GRIDLOCK_ATOMIC_DIFFERENCE(T) \
  typename gridlock::sim::AtomicCore<T, Scope>::Difference

#define GRIDLOCK_ATOMIC_COMPARE(T, name, qualifier)                                  \
  GRIDLOCK_BOTH GRIDLOCK_INLINE bool name(T& expected, T desired,                    \
                                          cuda::std::memory_order success,           \
                                          cuda::std::memory_order failure) qualifier \
      __attribute__((diagnose_if(                                                    \
          gridlock::sim::acquires_by_failure_alone(success, failure),                \
          "by the letter of C++ this acquires only when it fails; libcu++ makes it " \
          "acquire in both cases, but write memory_order_acquire for the success",   \
          "warning"))) {                                                             \
    return gridlock::sim::AtomicCore<T, Scope>::compare_exchange(                    \
        this->at(), expected, desired, gridlock::sim::order_of(success, failure),    \
        gridlock::sim::order_of(failure));                                           \
  }                                                                                  \
  GRIDLOCK_BOTH GRIDLOCK_INLINE bool name(                                           \
      T& expected, T desired,                                                        \
      cuda::std::memory_order order = cuda::std::memory_order_seq_cst) qualifier {   \
    return gridlock::sim::AtomicCore<T, Scope>::compare_exchange(                    \
        this->at(), expected, desired, gridlock::sim::order_of(order),               \
        gridlock::sim::failure_order_of(order));                                     \
  }

#define GRIDLOCK_ATOMIC_FETCH(T, name, operand_type, qualifier)                    \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T name(                                            \
      operand_type operand,                                                        \
      cuda::std::memory_order order = cuda::std::memory_order_seq_cst) qualifier { \
    return gridlock::sim::AtomicCore<T, Scope>::name(this->at(), operand, order);  \
  }

#define GRIDLOCK_ATOMIC_ASSIGN(T, assignment, fetch, operation, operand_type, qualifier) \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T operator assignment(operand_type operand) qualifier {  \
    return static_cast<T>(fetch(operand) operation operand);                             \
  }

/// The base of cuda::atomic and cuda::std::atomic.
template <class T, cuda::std::thread_scope Scope>
struct Atomic {
  constexpr Atomic() noexcept = default;
  GRIDLOCK_BOTH GRIDLOCK_INLINE constexpr Atomic(T value) noexcept : value_(value) {}
  GRIDLOCK_ATOMIC_MEMBERS(T, Scope, const volatile, volatile)

 protected:
  GRIDLOCK_BOTH GRIDLOCK_INLINE volatile T* at() const volatile {
    return const_cast<volatile T*>(&value_);
  }

 private:
  alignas(sizeof(T)) T value_;
};

/// The base of cuda::atomic_ref and cuda::std::atomic_ref.
template <class T, cuda::std::thread_scope Scope>
struct AtomicRef {
  static constexpr size_t required_alignment = sizeof(T);
  GRIDLOCK_BOTH GRIDLOCK_INLINE explicit constexpr AtomicRef(T& object)
      : object_(&object) {}
  GRIDLOCK_ATOMIC_MEMBERS(T, Scope, const, const)

 protected:
  GRIDLOCK_BOTH GRIDLOCK_INLINE volatile T* at() const { return object_; }

 private:
  T* object_;
};

#undef GRIDLOCK_ATOMIC_MEMBERS
#undef GRIDLOCK_ATOMIC_COMPARE

}  // namespace shim
}  // namespace gridlock::sim

/// Members that each class must declare itself, because it hides an operator= of its
/// base.
#define GRIDLOCK_ATOMIC_OWN(T)                                     \
  constexpr atomic() noexcept = default;                           \
  GRIDLOCK_BOTH GRIDLOCK_INLINE constexpr atomic(T value) noexcept \
      : gridlock::sim::Atomic<T, Scope>(value) {}                  \
  atomic(const atomic&) = delete;                                  \
  atomic& operator=(const atomic&) = delete;                       \
  atomic& operator=(const atomic&) volatile = delete;              \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T operator=(T value) volatile {    \
    this->store(value);                                            \
    return value;                                                  \
  }                                                                \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T operator=(T value) {             \
    this->store(value);                                            \
    return value;                                                  \
  }
#define GRIDLOCK_ATOMIC_REF_OWN(T)                                       \
  GRIDLOCK_BOTH GRIDLOCK_INLINE explicit constexpr atomic_ref(T& object) \
      : gridlock::sim::AtomicRef<T, Scope>(object) {}                    \
  atomic_ref(const atomic_ref&) noexcept = default;                      \
  atomic_ref& operator=(const atomic_ref&) = delete;                     \
  atomic_ref& operator=(const atomic_ref&) const = delete;               \
  GRIDLOCK_BOTH GRIDLOCK_INLINE T operator=(T value) const {             \
    this->store(value);                                                  \
    return value;                                                        \
  }
