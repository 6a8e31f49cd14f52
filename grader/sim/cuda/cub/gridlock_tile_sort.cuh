/// \file
/// How the tiles of a block or of a warp are sorted: by one thread, which merges ever
/// longer runs of indices.
#pragma once

#include "../gridlock_library.h"
#include "gridlock_collective.cuh"

namespace cub::gridlock_detail {

/// Two orders of items, which one thread makes; in memory of the runtime's, which nothing
/// watches.
class ItemOrders {
 public:
  GRIDLOCK_DEVICE GRIDLOCK_RAW explicit ItemOrders(int n) : n_(n) {
    if (n > 0)
      data_ = static_cast<int*>(
          gridlock_scratch(2 * sizeof(int) * static_cast<unsigned long>(n)));
  }
  ItemOrders(const ItemOrders&) = delete;
  ItemOrders& operator=(const ItemOrders&) = delete;
  GRIDLOCK_DEVICE GRIDLOCK_RAW ~ItemOrders() {
    if (data_) gridlock_end_scratch(data_);
  }
  GRIDLOCK_DEVICE GRIDLOCK_RAW int get(int order, int i) const {
    return data_[order * n_ + i];
  }
  GRIDLOCK_DEVICE GRIDLOCK_RAW void put(int order, int i, int item) {
    data_[order * n_ + i] = item;
  }

 private:
  int n_;
  int* data_ = nullptr;
};

/// Sorts the kTile items of threads that meet at `sync()`, N of each, and keeps the order
/// of equal ones.
template <class Key, class Value, int kTile, int N>
class TileSort {
 public:
  /// In use from the call until the threads meet again.  Keys and values take turns.
  struct TempStorage {
    union {
      Slot<Key> keys[kTile];
      Slot<Value> values[kTile];
    };
  };

  GRIDLOCK_CUB TileSort(TempStorage& storage, int thread)
      : storage_(storage), thread_(thread) {}

  /// \param before whether a key comes before another one
  /// \param striped whether the items come out kTile / N apart instead of side by side
  template <class Values, class Before, class Sync>
  GRIDLOCK_CUB void sort(Key (&keys)[N], Values (&values)[N], bool striped, Before before,
                         Sync sync) {
    ItemOrders orders(thread_ == 0 ? kTile : 0);
    for (int i = 0; i < N; ++i) storage_.keys[thread_ * N + i].put(keys[i]);
    sync();
    if (thread_ == 0) {
      merge_runs(orders, before);
      permute(storage_.keys, orders);
    }
    sync();
    for (int i = 0; i < N; ++i) keys[i] = storage_.keys[place(i, striped)].get();
    if constexpr (!std::is_same_v<Values, NullType>) {
      sync();
      for (int i = 0; i < N; ++i) storage_.values[thread_ * N + i].put(values[i]);
      sync();
      if (thread_ == 0) permute(storage_.values, orders);
      sync();
      for (int i = 0; i < N; ++i) values[i] = storage_.values[place(i, striped)].get();
    }
  }

 private:
  GRIDLOCK_CUB int place(int i, bool striped) const {
    return striped ? i * (kTile / N) + thread_ : thread_ * N + i;
  }

  /// Makes order 0.
  template <class Before>
  GRIDLOCK_CUB void merge_runs(ItemOrders& orders, Before& before) {
    int from = rounds() % 2;
    for (int i = 0; i < kTile; ++i) orders.put(from, i, i);
    for (int width = 1; width < kTile; width *= 2) {
      for (int low = 0; low < kTile; low += 2 * width) {
        const int middle = low + width < kTile ? low + width : kTile;
        const int high = middle + width < kTile ? middle + width : kTile;
        int left = low, right = middle;
        for (int at = low; at < high; ++at) {
          const bool takes_right =
              right < high &&
              (left == middle || before(storage_.keys[orders.get(from, right)].get(),
                                        storage_.keys[orders.get(from, left)].get()));
          orders.put(1 - from, at, orders.get(from, takes_right ? right++ : left++));
        }
      }
      from = 1 - from;
    }
  }

  /// How many times merge_runs changes sides.
  static constexpr int rounds() {
    int count = 0;
    for (int width = 1; width < kTile; width *= 2) ++count;
    return count;
  }

  /// Puts the items into order 0, along its cycles; order 1 notes which are in place.
  template <class Slots>
  GRIDLOCK_CUB void permute(Slots& slots, ItemOrders& orders) {
    for (int i = 0; i < kTile; ++i) orders.put(1, i, 0);
    for (int start = 0; start < kTile; ++start) {
      if (orders.get(1, start)) continue;
      const auto first = slots[start].get();
      int at = start;
      for (int from; (from = orders.get(0, at)) != start; at = from) {
        slots[at].put(slots[from].get());
        orders.put(1, at, 1);
      }
      slots[at].put(first);
      orders.put(1, at, 1);
    }
  }

  TempStorage& storage_;
  int thread_;
};

/// The barrier of a block.
struct SyncBlock {
  GRIDLOCK_CUB void operator()() const { __syncthreads(); }
};
/// The barrier of some lanes of a warp.
struct SyncLanes {
  unsigned mask;
  GRIDLOCK_CUB void operator()() const { __syncwarp(mask); }
};

/// What BlockMergeSort and WarpMergeSort have in common.
template <class Key, class Value, int kThreads, int N, class Sync>
class MergeSort {
  using Sorter = TileSort<Key, Value, kThreads * N, N>;

 public:
  /// In use from the call until the threads meet again.
  using TempStorage = typename Sorter::TempStorage;

  GRIDLOCK_CUB unsigned get_linear_tid() const { return static_cast<unsigned>(thread_); }

  template <class Before>
  GRIDLOCK_CUB void Sort(Key (&keys)[N], Before before) {
    NullType none[N];
    Sorter(storage_, thread_).sort(keys, none, false, before, sync_);
  }
  template <class Before>
  GRIDLOCK_CUB void Sort(Key (&keys)[N], Value (&values)[N], Before before) {
    Sorter(storage_, thread_).sort(keys, values, false, before, sync_);
  }
  /// The items from `valid` on become `otherwise`, which is ordered behind all others.
  template <class Before>
  GRIDLOCK_CUB void Sort(Key (&keys)[N], Before before, int valid, Key otherwise) {
    fill(keys, valid, otherwise);
    Sort(keys, before);
  }
  template <class Before>
  GRIDLOCK_CUB void Sort(Key (&keys)[N], Value (&values)[N], Before before, int valid,
                         Key otherwise) {
    fill(keys, valid, otherwise);
    Sort(keys, values, before);
  }
  template <class Before>
  GRIDLOCK_CUB void StableSort(Key (&keys)[N], Before before) {
    Sort(keys, before);
  }
  template <class Before>
  GRIDLOCK_CUB void StableSort(Key (&keys)[N], Value (&values)[N], Before before) {
    Sort(keys, values, before);
  }
  template <class Before>
  GRIDLOCK_CUB void StableSort(Key (&keys)[N], Before before, int valid, Key otherwise) {
    Sort(keys, before, valid, otherwise);
  }
  template <class Before>
  GRIDLOCK_CUB void StableSort(Key (&keys)[N], Value (&values)[N], Before before,
                               int valid, Key otherwise) {
    Sort(keys, values, before, valid, otherwise);
  }

 protected:
  GRIDLOCK_CUB MergeSort(TempStorage& storage, int thread, Sync sync)
      : storage_(storage), thread_(thread), sync_(sync) {}

  GRIDLOCK_CUB Sync sync() const { return sync_; }

 private:
  GRIDLOCK_CUB void fill(Key (&keys)[N], int valid, const Key& otherwise) {
    for (int i = 0; i < N; ++i)
      if (thread_ * N + i >= valid) keys[i] = otherwise;
  }

  TempStorage& storage_;
  int thread_;
  Sync sync_;
};

}  // namespace cub::gridlock_detail
