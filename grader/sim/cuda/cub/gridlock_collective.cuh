/// \file
/// What CUB's collectives of a block or a warp share.
///
/// All of it is inlined into the program's line that calls it, and so are its accesses to
/// shared memory and its barriers: the simulator watches them as it does the program's
/// own.
#pragma once

#include <type_traits>

#include "../cuda_runtime.h"
#include "../gridlock_library_includes.h"
#include "version.cuh"

#define GRIDLOCK_CUB GRIDLOCK_DEVICE GRIDLOCK_INLINE

namespace cub {

/// Stands for no value.
struct NullType {
  template <class T>
  GRIDLOCK_CUB NullType& operator=(const T&) {
    return *this;
  }
};

namespace gridlock_detail {

/// A place in shared memory, where nothing is constructed.
template <class T, bool = std::is_trivially_default_constructible_v<T>>
struct Slot {
  T value;

  GRIDLOCK_CUB void put(const T& from) { value = from; }
  GRIDLOCK_CUB T get() const { return value; }
};
template <class T>
struct Slot<T, false> {
  alignas(T) unsigned char bytes[sizeof(T)];

  GRIDLOCK_CUB void put(const T& from) { *reinterpret_cast<T*>(bytes) = from; }
  GRIDLOCK_CUB T get() const { return *reinterpret_cast<const T*>(bytes); }
};

GRIDLOCK_CUB int thread_of_block() {
  return static_cast<int>((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x +
                          threadIdx.x);
}
GRIDLOCK_CUB int lane_of_warp() { return thread_of_block() % 32; }

/// What another lane has; `lane` is one of `mask`.
template <class T>
GRIDLOCK_CUB T from_lane(unsigned mask, const T& value, int lane) {
  constexpr unsigned kWords = (sizeof(T) + 7) / 8;
  unsigned long long words[kWords] = {};
  alignas(T) unsigned char bytes[sizeof(T)];
  __builtin_memcpy(words, &value, sizeof(T));
  for (unsigned i = 0; i < kWords; ++i)
    words[i] =
        gridlock_warp_exchange(::gridlock::sim::kShuffleIndex, mask, words[i], lane, 32);
  __builtin_memcpy(bytes, words, sizeof(T));
  return *reinterpret_cast<T*>(bytes);
}

/// Combines a thread's own items.
template <int N, class T, class Op>
GRIDLOCK_CUB T combine_items(T (&items)[N], Op& op) {
  T all = items[0];
  for (int i = 1; i < N; ++i) all = op(all, items[i]);
  return all;
}

struct Plus {
  template <class T>
  GRIDLOCK_CUB T operator()(const T& a, const T& b) const {
    return static_cast<T>(a + b);
  }
};

}  // namespace gridlock_detail

GRIDLOCK_CUB int RowMajorTid(int x, int y, int) {
  return static_cast<int>((threadIdx.z * static_cast<unsigned>(y) + threadIdx.y) *
                              static_cast<unsigned>(x) +
                          threadIdx.x);
}
GRIDLOCK_CUB unsigned LaneId() {
  return static_cast<unsigned>(gridlock_detail::lane_of_warp());
}

}  // namespace cub
