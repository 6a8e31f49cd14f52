/// The operations of cuda::barrier and cuda::std::barrier, made of calls of the runtime.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <type_traits>
#include <utility>

#include "chrono"
#include "gridlock_barrier_words.h"
#include "gridlock_memory_order.h"

namespace gridlock::sim {
inline namespace shim {

/// The completion function of a barrier without one.
struct NoCompletion {
  GRIDLOCK_BOTH GRIDLOCK_INLINE void operator()() noexcept {}
};

/// The result of arrive() for a barrier with a completion function.
class ArrivalToken {
 public:
  ArrivalToken() = default;
  GRIDLOCK_BOTH GRIDLOCK_INLINE explicit ArrivalToken(unsigned long long phase)
      : phase_(phase) {}
  GRIDLOCK_BOTH GRIDLOCK_INLINE explicit operator unsigned long long() const {
    return phase_;
  }

 private:
  unsigned long long phase_;
};

/// A barrier for the threads of Scope.  Every arrival releases; the end of a wait
/// acquires what all arrivals of its phase have released; an arrival alone acquires
/// nothing.
template <class Completion, cuda::std::thread_scope Scope>
class Barrier {
  static constexpr bool kHasCompletion = !std::is_same_v<Completion, NoCompletion>;
  /// A barrier of thread scope has block scope, as in CUDA.
  static constexpr int kScope =
      Scope == cuda::std::thread_scope_thread ? int{kBlock} : scope_of(Scope);

 public:
  using arrival_token = std::conditional_t<kHasCompletion, ArrivalToken, uint64_t>;
  /// Whether an asynchronous copy can be part of a phase, if the barrier is in shared
  /// memory.
  static constexpr bool kWaitsForCopies =
      Scope == cuda::std::thread_scope_block && !kHasCompletion;

  Barrier() = default;
  GRIDLOCK_BOTH GRIDLOCK_INLINE constexpr Barrier(ptrdiff_t expected,
                                                  Completion completion)
      : words_{BarrierWords::state_of(checked(expected), checked(expected), 0), 0},
        completion_(std::move(completion)) {}
  Barrier(const Barrier&) = delete;
  Barrier& operator=(const Barrier&) = delete;
  GRIDLOCK_BOTH GRIDLOCK_INLINE static constexpr ptrdiff_t max() noexcept {
    return kHasCompletion ? PTRDIFF_MAX : kScope == kBlock ? (1 << 20) - 1 : INT32_MAX;
  }

  [[nodiscard]] GRIDLOCK_BOTH GRIDLOCK_INLINE arrival_token arrive(ptrdiff_t update = 1) {
    return arrival_token(arrive_for(update, 0));
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE void wait(arrival_token&& phase) const {
    gridlock_barrier_wait(&words_, static_cast<unsigned long long>(phase),
                          kUntilDone | kByNumber, kScope);
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE void arrive_and_wait() {
    gridlock_barrier_wait(&words_, arrive_for(1, 0), kUntilDone | kByNumber, kScope);
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE void arrive_and_drop() { arrive_for(1, 1); }

  GRIDLOCK_BOTH GRIDLOCK_INLINE void* gridlock_words() { return &words_; }
  /// Waits until the phase with this parity has ended, or checks once whether it has.
  GRIDLOCK_BOTH GRIDLOCK_INLINE bool gridlock_wait(bool parity, int how) const {
    return gridlock_barrier_wait(&words_, parity, how | kByParity, kScope);
  }

 protected:
  GRIDLOCK_BOTH GRIDLOCK_INLINE bool look_for(arrival_token&& phase) const {
    return gridlock_barrier_wait(&words_, static_cast<unsigned long long>(phase),
                                 kOneLook | kByNumber, kScope);
  }

 private:
  GRIDLOCK_BOTH GRIDLOCK_INLINE static constexpr unsigned long long checked(
      ptrdiff_t count) {
    if (count < 0) gridlock_misuse(kNegativeBarrierCount);
    if (count > ptrdiff_t{BarrierWords::kCountMax}) gridlock_misuse(kLargeBarrierCount);
    return static_cast<unsigned long long>(count);
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE unsigned long long arrive_for(ptrdiff_t update,
                                                              unsigned dropped) {
    bool completes = false;
    const unsigned long long phase = gridlock_barrier_arrive(
        &words_, checked(update), dropped, kHasCompletion, &completes, kScope);
    if constexpr (kHasCompletion) {
      if (completes) {
        completion_();
        gridlock_barrier_complete(&words_, kScope);
      }
    }
    return phase;
  }

  BarrierWords words_;
  [[no_unique_address]] Completion completion_;
};

/// What CUDA adds to C++'s barriers, except for barriers with a completion function.
template <class Completion, cuda::std::thread_scope Scope>
class BarrierOfScope : public Barrier<Completion, Scope> {
 public:
  using Barrier<Completion, Scope>::Barrier;
};

template <cuda::std::thread_scope Scope>
class BarrierOfScope<NoCompletion, Scope> : public Barrier<NoCompletion, Scope> {
 public:
  using Barrier<NoCompletion, Scope>::Barrier;
  GRIDLOCK_BOTH GRIDLOCK_INLINE void wait_parity(bool parity) const {
    this->gridlock_wait(parity, kUntilDone);
  }
};

template <>
class BarrierOfScope<NoCompletion, cuda::std::thread_scope_thread>
    : public Barrier<NoCompletion, cuda::std::thread_scope_thread> {
 public:
  using Barrier<NoCompletion, cuda::std::thread_scope_thread>::Barrier;
};

/// The barrier of block scope.  A wait with a time limit tries once: time is not
/// modelled.
template <>
class BarrierOfScope<NoCompletion, cuda::std::thread_scope_block>
    : public Barrier<NoCompletion, cuda::std::thread_scope_block> {
 public:
  using Barrier<NoCompletion, cuda::std::thread_scope_block>::Barrier;
  GRIDLOCK_BOTH GRIDLOCK_INLINE void wait_parity(bool parity) const {
    this->gridlock_wait(parity, kUntilDone);
  }
  template <class Rep, class Period>
  [[nodiscard]] GRIDLOCK_BOTH GRIDLOCK_INLINE bool try_wait_for(
      arrival_token&& phase, const cuda::std::chrono::duration<Rep, Period>&) {
    return this->look_for(std::move(phase));
  }
  template <class Clock, class Duration>
  [[nodiscard]] GRIDLOCK_BOTH GRIDLOCK_INLINE bool try_wait_until(
      arrival_token&& phase, const cuda::std::chrono::time_point<Clock, Duration>&) {
    return this->look_for(std::move(phase));
  }
  template <class Rep, class Period>
  [[nodiscard]] GRIDLOCK_BOTH GRIDLOCK_INLINE bool try_wait_parity_for(
      bool parity, const cuda::std::chrono::duration<Rep, Period>&) {
    return this->gridlock_wait(parity, kOneLook);
  }
  template <class Clock, class Duration>
  [[nodiscard]] GRIDLOCK_BOTH GRIDLOCK_INLINE bool try_wait_parity_until(
      bool parity, const cuda::std::chrono::time_point<Clock, Duration>&) {
    return this->gridlock_wait(parity, kOneLook);
  }
};

}  // namespace shim
}  // namespace gridlock::sim
