/// The operations of cuda::counting_semaphore and cuda::std::counting_semaphore, made of
/// calls of the runtime.
#pragma once

#include <stdint.h>

#include "chrono"
#include "gridlock_atomic.h"

namespace gridlock::sim {
inline namespace shim {

/// A number of permits.  Returning permits releases; taking one acquires.  An attempt
/// with a time limit tries once: time is not modelled.
template <cuda::std::thread_scope Scope, ptrdiff_t LeastMax>
class Semaphore {
  using Core = AtomicCore<ptrdiff_t, Scope>;

 public:
  GRIDLOCK_BOTH GRIDLOCK_INLINE constexpr explicit Semaphore(ptrdiff_t permits)
      : permits_(permits) {}
  Semaphore(const Semaphore&) = delete;
  Semaphore& operator=(const Semaphore&) = delete;

  GRIDLOCK_BOTH GRIDLOCK_INLINE void release(ptrdiff_t update = 1) {
    if (Core::fetch_add(&permits_, update, cuda::std::memory_order_release) >
        max() - update)
      gridlock_misuse(kSemaphoreAboveMaximum);
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE void acquire() {
    ptrdiff_t seen = 0;
    do
      seen = static_cast<ptrdiff_t>(gridlock_await(kAwaitsSemaphore, &permits_,
                                                   sizeof permits_, 0, false, kRelaxed,
                                                   Core::kScope));
    while (!take(seen));
  }
  [[nodiscard]] GRIDLOCK_BOTH GRIDLOCK_INLINE bool try_acquire() {
    ptrdiff_t seen = Core::load(&permits_, cuda::std::memory_order_relaxed);
    while (seen > 0)
      if (take(seen)) return true;
    return false;
  }
  template <class Rep, class Period>
  [[nodiscard]] GRIDLOCK_BOTH GRIDLOCK_INLINE bool try_acquire_for(
      const cuda::std::chrono::duration<Rep, Period>&) {
    return try_acquire();
  }
  template <class Clock, class Duration>
  [[nodiscard]] GRIDLOCK_BOTH GRIDLOCK_INLINE bool try_acquire_until(
      const cuda::std::chrono::time_point<Clock, Duration>&) {
    return try_acquire();
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE static constexpr ptrdiff_t max() noexcept {
    return LeastMax == 1 ? 1 : PTRDIFF_MAX;
  }

 private:
  /// Takes one permit if there are still `seen` of them; otherwise updates `seen`.
  GRIDLOCK_BOTH GRIDLOCK_INLINE bool take(ptrdiff_t& seen) {
    return Core::compare_exchange(&permits_, seen, seen - 1, kAcquire, kRelaxed);
  }

  ptrdiff_t permits_;
};

}  // namespace shim
}  // namespace gridlock::sim
