/// \file
/// What cub::BlockLoad and cub::BlockStore share: where in a tile of memory the items of
/// a thread are.
#pragma once

#include "block_exchange.cuh"

namespace cub::gridlock_detail {

/// A tile of a block of X * Y * Z threads with N items each.
/// \tparam kStrides whether a thread's items are as far from each other as there are
///   threads
/// \tparam kTransposes whether that is so in memory only: the threads exchange them
template <class T, int X, int N, bool kStrides, bool kTransposes, int Y, int Z>
class BlockTile {
 protected:
  using Exchange = BlockExchange<T, X, N, false, Y, Z>;
  static constexpr int kThreads = X * Y * Z;

 public:
  /// In use from the call to the next barrier of the block, if the threads exchange
  /// items.
  using TempStorage =
      std::conditional_t<kTransposes, typename Exchange::TempStorage, NullType>;

 protected:
  GRIDLOCK_CUB explicit BlockTile(TempStorage& storage)
      : storage_(storage), thread_(thread_of_block()) {}

  /// Where the thread's i-th item is in memory.
  GRIDLOCK_CUB int place(int i) const {
    return kStrides || kTransposes ? i * kThreads + thread_ : thread_ * N + i;
  }
  /// From the order in memory to that of the threads' items, and back.
  GRIDLOCK_CUB void to_threads(T (&items)[N]) {
    if constexpr (kTransposes) Exchange(storage_).StripedToBlocked(items, items);
  }
  GRIDLOCK_CUB void to_memory(T (&items)[N]) {
    if constexpr (kTransposes) Exchange(storage_).BlockedToStriped(items, items);
  }

 private:
  TempStorage& storage_;
  int thread_;
};

}  // namespace cub::gridlock_detail
