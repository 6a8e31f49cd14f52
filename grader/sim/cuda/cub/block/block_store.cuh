/// \file
/// cub::BlockStore.
#pragma once

#include "gridlock_block_tile.cuh"

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
class BlockStore
    : public gridlock_detail::BlockTile<T, X, N, kAlgorithm == BLOCK_STORE_STRIPED,
                                        (kAlgorithm >= BLOCK_STORE_TRANSPOSE), Y, Z> {
  using Tile = gridlock_detail::BlockTile<T, X, N, kAlgorithm == BLOCK_STORE_STRIPED,
                                          (kAlgorithm >= BLOCK_STORE_TRANSPOSE), Y, Z>;

 public:
  GRIDLOCK_CUB explicit BlockStore(typename Tile::TempStorage& storage) : Tile(storage) {}

  template <class Iterator>
  GRIDLOCK_CUB void Store(Iterator to, T (&items)[N]) {
    Store(to, items, Tile::kThreads * N);
  }
  template <class Iterator>
  GRIDLOCK_CUB void Store(Iterator to, T (&items)[N], int valid) {
    Tile::to_memory(items);
    for (int i = 0; i < N; ++i)
      if (Tile::place(i) < valid) to[Tile::place(i)] = items[i];
  }
};

}  // namespace cub
