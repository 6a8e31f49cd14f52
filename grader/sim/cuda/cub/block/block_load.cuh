/// \file
/// cub::BlockLoad.
#pragma once

#include "block_exchange.cuh"

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
class BlockLoad {
  static constexpr int kThreads = X * Y * Z;
  static constexpr bool kTransposes = kAlgorithm >= BLOCK_LOAD_TRANSPOSE;
  static constexpr bool kStriped = kTransposes || kAlgorithm == BLOCK_LOAD_STRIPED;
  using Exchange = BlockExchange<T, X, N, false, Y, Z>;

 public:
  /// In use from the call to the next barrier of the block, if the algorithm transposes.
  using TempStorage =
      std::conditional_t<kTransposes, typename Exchange::TempStorage, NullType>;

  GRIDLOCK_CUB explicit BlockLoad(TempStorage& storage)
      : storage_(storage), thread_(gridlock_detail::thread_of_block()) {}

  template <class Iterator>
  GRIDLOCK_CUB void Load(Iterator from, T (&items)[N]) {
    Load(from, items, kThreads * N);
  }
  template <class Iterator>
  GRIDLOCK_CUB void Load(Iterator from, T (&items)[N], int valid) {
    for (int i = 0; i < N; ++i) {
      const int at = kStriped ? i * kThreads + thread_ : thread_ * N + i;
      if (at < valid) items[i] = from[at];
    }
    transpose(items);
  }
  template <class Iterator, class U>
  GRIDLOCK_CUB void Load(Iterator from, T (&items)[N], int valid, U otherwise) {
    for (int i = 0; i < N; ++i) items[i] = static_cast<T>(otherwise);
    Load(from, items, valid);
  }

 private:
  GRIDLOCK_CUB void transpose(T (&items)[N]) {
    if constexpr (kTransposes) Exchange(storage_).StripedToBlocked(items, items);
  }

  TempStorage& storage_;
  int thread_;
};

}  // namespace cub
