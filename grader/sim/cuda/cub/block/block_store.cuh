/// \file
/// cub::BlockStore.
#pragma once

#include "block_exchange.cuh"

namespace cub {

enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED,
};

/// Stores the items of a thread side by side.
template <class T, int N, class Iterator>
GRIDLOCK_CUB void StoreDirectBlocked(int thread, Iterator to, T (&items)[N]) {
  for (int i = 0; i < N; ++i) to[thread * N + i] = items[i];
}
template <class T, int N, class Iterator>
GRIDLOCK_CUB void StoreDirectBlocked(int thread, Iterator to, T (&items)[N], int valid) {
  for (int i = 0; i < N; ++i)
    if (thread * N + i < valid) to[thread * N + i] = items[i];
}

/// Stores items as far from each other as the block has threads.
template <int kThreads, class T, int N, class Iterator>
GRIDLOCK_CUB void StoreDirectStriped(int thread, Iterator to, T (&items)[N]) {
  for (int i = 0; i < N; ++i) to[i * kThreads + thread] = items[i];
}
template <int kThreads, class T, int N, class Iterator>
GRIDLOCK_CUB void StoreDirectStriped(int thread, Iterator to, T (&items)[N], int valid) {
  for (int i = 0; i < N; ++i)
    if (i * kThreads + thread < valid) to[i * kThreads + thread] = items[i];
}

/// Stores the items of a block's threads as a tile of memory.
template <class T, int X, int N, BlockStoreAlgorithm kAlgorithm = BLOCK_STORE_DIRECT,
          int Y = 1, int Z = 1>
class BlockStore {
  static constexpr int kThreads = X * Y * Z;
  static constexpr bool kTransposes = kAlgorithm >= BLOCK_STORE_TRANSPOSE;
  static constexpr bool kStriped = kTransposes || kAlgorithm == BLOCK_STORE_STRIPED;
  using Exchange = BlockExchange<T, X, N, false, Y, Z>;

 public:
  /// In use from the call to the next barrier of the block, if the algorithm transposes.
  using TempStorage =
      std::conditional_t<kTransposes, typename Exchange::TempStorage, NullType>;

  GRIDLOCK_CUB explicit BlockStore(TempStorage& storage)
      : storage_(storage), thread_(gridlock_detail::thread_of_block()) {}

  template <class Iterator>
  GRIDLOCK_CUB void Store(Iterator to, T (&items)[N]) {
    Store(to, items, kThreads * N);
  }
  template <class Iterator>
  GRIDLOCK_CUB void Store(Iterator to, T (&items)[N], int valid) {
    if constexpr (kTransposes) Exchange(storage_).BlockedToStriped(items, items);
    for (int i = 0; i < N; ++i) {
      const int at = kStriped ? i * kThreads + thread_ : thread_ * N + i;
      if (at < valid) to[at] = items[i];
    }
  }

 private:
  TempStorage& storage_;
  int thread_;
};

}  // namespace cub
