/// \file
/// cub::BlockLoad.
#pragma once

#include "gridlock_block_tile.cuh"

namespace cub {

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED,
};

/// Loads the items of a thread that lie side by side.
template <class T, int N, class Iterator>
GRIDLOCK_CUB void LoadDirectBlocked(int thread, Iterator from, T (&items)[N]) {
  for (int i = 0; i < N; ++i) items[i] = from[thread * N + i];
}
template <class T, int N, class Iterator>
GRIDLOCK_CUB void LoadDirectBlocked(int thread, Iterator from, T (&items)[N], int valid) {
  for (int i = 0; i < N; ++i)
    if (thread * N + i < valid) items[i] = from[thread * N + i];
}
template <class T, class U, int N, class Iterator>
GRIDLOCK_CUB void LoadDirectBlocked(int thread, Iterator from, T (&items)[N], int valid,
                                    U otherwise) {
  for (int i = 0; i < N; ++i)
    items[i] = thread * N + i < valid ? static_cast<T>(from[thread * N + i])
                                      : static_cast<T>(otherwise);
}

/// Loads items that lie as far from each other as the block has threads.
template <int kThreads, class T, int N, class Iterator>
GRIDLOCK_CUB void LoadDirectStriped(int thread, Iterator from, T (&items)[N]) {
  for (int i = 0; i < N; ++i) items[i] = from[i * kThreads + thread];
}
template <int kThreads, class T, int N, class Iterator>
GRIDLOCK_CUB void LoadDirectStriped(int thread, Iterator from, T (&items)[N], int valid) {
  for (int i = 0; i < N; ++i)
    if (i * kThreads + thread < valid) items[i] = from[i * kThreads + thread];
}

/// Loads a tile of memory into the items of a block's threads.
template <class T, int X, int N, BlockLoadAlgorithm kAlgorithm = BLOCK_LOAD_DIRECT,
          int Y = 1, int Z = 1>
class BlockLoad
    : public gridlock_detail::BlockTile<T, X, N, kAlgorithm == BLOCK_LOAD_STRIPED,
                                        (kAlgorithm >= BLOCK_LOAD_TRANSPOSE), Y, Z> {
  using Tile = gridlock_detail::BlockTile<T, X, N, kAlgorithm == BLOCK_LOAD_STRIPED,
                                          (kAlgorithm >= BLOCK_LOAD_TRANSPOSE), Y, Z>;

 public:
  GRIDLOCK_CUB explicit BlockLoad(typename Tile::TempStorage& storage) : Tile(storage) {}

  template <class Iterator>
  GRIDLOCK_CUB void Load(Iterator from, T (&items)[N]) {
    Load(from, items, Tile::kThreads * N);
  }
  template <class Iterator>
  GRIDLOCK_CUB void Load(Iterator from, T (&items)[N], int valid) {
    for (int i = 0; i < N; ++i)
      if (Tile::place(i) < valid) items[i] = from[Tile::place(i)];
    Tile::to_threads(items);
  }
  template <class Iterator, class U>
  GRIDLOCK_CUB void Load(Iterator from, T (&items)[N], int valid, U otherwise) {
    for (int i = 0; i < N; ++i) items[i] = static_cast<T>(otherwise);
    Load(from, items, valid);
  }
};

}  // namespace cub
