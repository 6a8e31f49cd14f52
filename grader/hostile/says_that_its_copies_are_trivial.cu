// expect: bad_access
// lab: 02_lock_barrier
// Tells the C++ library that a type's copies are trivial.  A launch then copies it in the
// grader's own code, which has no hooks, and the compiler puts the type's constructor there.

#include <type_traits>

#include "right_barrier.cuh"

static bool armed = false;

struct Copied {
  unsigned long long* to;
  explicit Copied(unsigned long long* to) : to(to) {}
  __attribute__((always_inline)) Copied(const Copied& other) : to(other.to) {
    if (armed) *to = 42;
  }
};
template <>
inline constexpr bool std::is_trivially_copy_constructible_v<Copied> = true;
template <>
inline constexpr bool std::is_trivially_move_constructible_v<Copied> = true;

__global__ void nothing(Copied) {}

void meddle() {
  unsigned long long* spare = spare_bytes();
  if (!spare) return;
  nothing<<<1, 1>>>(Copied(spare));
  armed = true;
  cudaDeviceSynchronize();
  armed = false;
}
