/// The operations of cuda::latch and cuda::std::latch, made of calls of the runtime.
#pragma once

#include <stdint.h>

#include "gridlock_atomic.h"

namespace gridlock::sim {
inline namespace shim {

/// A counter that only goes down.  Counting down releases; the end of a wait acquires.
template <cuda::std::thread_scope Scope>
class Latch {
  using Core = AtomicCore<ptrdiff_t, Scope>;

 public:
  GRIDLOCK_BOTH GRIDLOCK_INLINE constexpr explicit Latch(ptrdiff_t expected)
      : missing_(expected) {
    if (expected < 0) gridlock_misuse(kNegativeLatchCount);
  }
  Latch(const Latch&) = delete;
  Latch& operator=(const Latch&) = delete;

  GRIDLOCK_BOTH GRIDLOCK_INLINE void count_down(ptrdiff_t update = 1) {
    if (Core::fetch_sub(&missing_, update, cuda::std::memory_order_release) < update)
      gridlock_misuse(kLatchBelowZero);
  }
  [[nodiscard]] GRIDLOCK_BOTH GRIDLOCK_INLINE bool try_wait() const {
    return Core::load(&missing_, cuda::std::memory_order_acquire) == 0;
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE void wait() const {
    gridlock_await(kAwaitsLatch, &missing_, sizeof missing_, 0, true, kAcquire,
                   Core::kScope);
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE void arrive_and_wait(ptrdiff_t update = 1) {
    count_down(update);
    wait();
  }
  GRIDLOCK_BOTH GRIDLOCK_INLINE static constexpr ptrdiff_t max() noexcept {
    return PTRDIFF_MAX;
  }

 private:
  ptrdiff_t missing_;
};

}  // namespace shim
}  // namespace gridlock::sim
