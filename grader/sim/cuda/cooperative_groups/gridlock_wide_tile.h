/// The operations of a tile of several warps.  Its threads meet at words in shared
/// memory, some of which CUDA reserves for this purpose, too.
#pragma once

#include <string.h>

#include <type_traits>

#include "../cuda_runtime.h"
#include "../gridlock_device.h"

/// Attributes of a shared variable in a header: the same ones that the rewriter
/// substitutes for __shared__.
#if defined(GRIDLOCK_SIM) && !defined(__CUDA__)
#define GRIDLOCK_SHARED static __attribute__((section("gl_shared")))
#else
#define GRIDLOCK_SHARED __shared__ static
#endif

namespace gridlock::sim {
inline namespace shim {

/// The calling thread's number in its block, x fastest.
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned thread_in_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

/// Words of a tile of `Size` threads: they meet there, and exchange a value per warp.
template <unsigned Size>
struct TileWords {
  unsigned arrived;  ///< Arrivals at the present meeting.
  unsigned met;      ///< Number of meetings that are over.
  unsigned long long values[Size / 32];
};

/// The words of the calling thread's tile.
template <unsigned Size>
GRIDLOCK_DEVICE GRIDLOCK_INLINE TileWords<Size>& tile_words() {
  GRIDLOCK_SHARED TileWords<Size> words[1024 / Size];
  return words[thread_in_block() / Size];
}

/// Initializes the words of a tile.  All of its threads must meet before they use it.
template <unsigned Size>
GRIDLOCK_DEVICE GRIDLOCK_INLINE void begin_tile() {
  if (thread_in_block() % Size != 0) return;
  gridlock_store(&tile_words<Size>().arrived, sizeof(unsigned), 0, kRelaxed, kBlock);
  gridlock_store(&tile_words<Size>().met, sizeof(unsigned), 0, kRelaxed, kBlock);
}

/// Waits for all threads of the tile; forever if the block has fewer threads, as in CUDA.
template <unsigned Size>
GRIDLOCK_DEVICE GRIDLOCK_INLINE void meet_in_tile() {
  TileWords<Size>& words = tile_words<Size>();
  const unsigned long long before =
      gridlock_load(&words.met, sizeof words.met, kRelaxed, kBlock);
  // Acquire and release: the last thread to arrive passes on what all of them have done.
  const unsigned long long arrived =
      gridlock_rmw(&words.arrived, sizeof words.arrived, kRmwAdd, 1, 0, kAcquireRelease,
                   kBlock, kRelaxed);
  if (arrived + 1 < Size) {
    gridlock_await(kAwaitsNothing, &words.met, sizeof words.met, before, false, kAcquire,
                   kBlock);
    return;
  }
  gridlock_store(&words.arrived, sizeof words.arrived, 0, kRelaxed, kBlock);
  gridlock_store(&words.met, sizeof words.met, before + 1, kRelease, kBlock);
}

}  // namespace shim
}  // namespace gridlock::sim

namespace cooperative_groups {

/// A tile of 64 to 1024 threads.
template <unsigned int Size>
class gridlock_wide_tile {
  static_assert(Size == 64 || Size == 128 || Size == 256 || Size == 512 || Size == 1024,
                "a tile has 1, 2, 4, ... or 1024 threads");

 public:
  GRIDLOCK_DEVICE GRIDLOCK_INLINE gridlock_wide_tile(unsigned meta_rank,
                                                     unsigned meta_size)
      : meta_group_rank_(meta_rank), meta_group_size_(meta_size) {}

  GRIDLOCK_DEVICE GRIDLOCK_INLINE void sync() const {
    gridlock::sim::meet_in_tile<Size>();
  }
  GRIDLOCK_DEVICE GRIDLOCK_INLINE static constexpr unsigned int num_threads() {
    return Size;
  }
  GRIDLOCK_DEVICE GRIDLOCK_INLINE static constexpr unsigned int size() { return Size; }
  GRIDLOCK_DEVICE GRIDLOCK_INLINE static unsigned int thread_rank() {
    return gridlock::sim::thread_in_block() % Size;
  }
  GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int meta_group_rank() const {
    return meta_group_rank_;
  }
  GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int meta_group_size() const {
    return meta_group_size_;
  }

  GRIDLOCK_DEVICE GRIDLOCK_INLINE int any(int predicate) const {
    return gridlock_combine(__any_sync(~0u, predicate),
                            [](int a, int b) { return a | b; });
  }
  GRIDLOCK_DEVICE GRIDLOCK_INLINE int all(int predicate) const {
    return gridlock_combine(__all_sync(~0u, predicate),
                            [](int a, int b) { return a & b; });
  }
  /// The value of the thread with this rank.
  template <class T>
  GRIDLOCK_DEVICE GRIDLOCK_INLINE T shfl(T value, unsigned rank) const {
    if (thread_rank() == rank) gridlock_store_value(rank / 32, value);
    sync();
    const T result = gridlock_value<T>(rank / 32);
    sync();  // All have read the value; another one may follow.
    return result;
  }

  /// Combines one value of each warp, in the order of the warps.
  template <class T, class Operator>
  GRIDLOCK_DEVICE GRIDLOCK_INLINE T gridlock_combine(T of_warp,
                                                     Operator&& combine) const {
    if (thread_rank() % 32 == 0) gridlock_store_value(thread_rank() / 32, of_warp);
    sync();
    T result = gridlock_value<T>(0);
    for (unsigned warp = 1; warp < Size / 32; ++warp)
      result = combine(result, gridlock_value<T>(warp));
    sync();  // All have read the values; others may follow.
    return result;
  }

 private:
  template <class T>
  GRIDLOCK_DEVICE GRIDLOCK_INLINE static void gridlock_store_value(unsigned warp,
                                                                   const T& value) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 8,
                  "tiles of several warps exchange at most 8 bytes");
    memcpy(&gridlock::sim::tile_words<Size>().values[warp], &value, sizeof(T));
  }
  template <class T>
  GRIDLOCK_DEVICE GRIDLOCK_INLINE static T gridlock_value(unsigned warp) {
    T value;
    memcpy(&value, &gridlock::sim::tile_words<Size>().values[warp], sizeof(T));
    return value;
  }

  unsigned meta_group_rank_, meta_group_size_;
};

}  // namespace cooperative_groups

#undef GRIDLOCK_SHARED
