/// Cooperative groups: the grid, the cluster, the block, tiles of at most a warp, and the
/// threads that happen to run together.  The grid barrier in two halves
/// (barrier_arrive, barrier_wait) is missing.
#pragma once

#include <string.h>

#include <type_traits>

#include "cuda_runtime.h"

/// How a group's functions, and its static functions, are declared.
#define GRIDLOCK_GROUP GRIDLOCK_DEVICE GRIDLOCK_INLINE
#define GRIDLOCK_GROUP_STATIC GRIDLOCK_DEVICE static GRIDLOCK_INLINE

namespace gridlock::sim {
inline namespace shim {

/// The calling thread's number in its block, x fastest.
GRIDLOCK_GROUP unsigned thread_in_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
GRIDLOCK_GROUP unsigned threads_of_block() {
  return blockDim.x * blockDim.y * blockDim.z;
}
GRIDLOCK_GROUP unsigned lane() { return thread_in_block() % 32; }

/// The calling block's number in the grid, x fastest.
GRIDLOCK_GROUP unsigned long long block_in_grid() {
  return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) *
             gridDim.x +
         blockIdx.x;
}
GRIDLOCK_GROUP unsigned long long blocks_of_grid() {
  return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
}

/// The lanes of the aligned tile of `size` lanes that has the calling thread.  The last
/// tile of a block may have fewer lanes.
GRIDLOCK_GROUP unsigned tile_mask(unsigned size) {
  const unsigned base = lane() & ~(size - 1);
  const unsigned first = thread_in_block() & ~(size - 1);
  const unsigned left = threads_of_block() - first;
  const unsigned count = left < size ? left : size;
  return (~0u >> (32 - count)) << base;
}

/// The lane of the thread with this rank among the lanes in `mask`.
GRIDLOCK_GROUP unsigned lane_of_rank(unsigned mask, unsigned rank) {
  return __fns(mask, 0, static_cast<int>(rank) + 1);
}

/// The bits of `lanes` that are in `mask`, packed: bit r belongs to the lane of rank r.
GRIDLOCK_GROUP unsigned ranks_of_lanes(unsigned mask, unsigned lanes) {
  unsigned ranks = 0;
  for (unsigned bit = 0, rank = 0; bit < 32; ++bit)
    if (mask >> bit & 1) ranks |= (lanes >> bit & 1) << rank++;
  return ranks;
}

/// A shuffle for any trivially copyable type.
template <class T>
GRIDLOCK_GROUP T exchange(int operation, unsigned mask, const T& value, int lane,
                          int width) {
  static_assert(std::is_trivially_copyable_v<T>,
                "a shuffled type must be trivial to copy");
  static_assert(sizeof(T) <= 32, "a shuffled type has at most 32 bytes");
  unsigned long long words[(sizeof(T) + 7) / 8] = {};
  __builtin_memcpy(words, &value, sizeof(T));
  for (unsigned long long& word : words)
    word = gridlock_warp_exchange(operation, mask, word, lane, width);
  T result;
  __builtin_memcpy(&result, words, sizeof(T));
  return result;
}

}  // namespace shim
}  // namespace gridlock::sim

namespace cooperative_groups {

enum class gridlock_kind { block, grid, cluster, lanes };

/// A group whose kind is known only at run time.
class thread_group {
 public:
  GRIDLOCK_GROUP void sync() const {
    switch (kind_) {
      case gridlock_kind::block:
        __syncthreads();
        break;
      case gridlock_kind::grid:
        gridlock_grid_sync();
        break;
      case gridlock_kind::cluster:
        gridlock_cluster_arrive(true);
        gridlock_cluster_wait(true);
        break;
      case gridlock_kind::lanes:
        gridlock_warp_sync(mask_);
        break;
    }
  }
  GRIDLOCK_GROUP unsigned long long num_threads() const {
    switch (kind_) {
      case gridlock_kind::block:
        return gridlock::sim::threads_of_block();
      case gridlock_kind::grid:
        return gridlock::sim::blocks_of_grid() * gridlock::sim::threads_of_block();
      case gridlock_kind::cluster:
        return static_cast<unsigned long long>(__clusterSizeInBlocks()) *
               gridlock::sim::threads_of_block();
      default:
        return static_cast<unsigned long long>(__popc(mask_));
    }
  }
  GRIDLOCK_GROUP unsigned long long size() const { return num_threads(); }
  GRIDLOCK_GROUP unsigned long long thread_rank() const {
    switch (kind_) {
      case gridlock_kind::block:
        return gridlock::sim::thread_in_block();
      case gridlock_kind::grid:
        return gridlock::sim::block_in_grid() * gridlock::sim::threads_of_block() +
               gridlock::sim::thread_in_block();
      case gridlock_kind::cluster:
        return static_cast<unsigned long long>(__clusterRelativeBlockRank()) *
                   gridlock::sim::threads_of_block() +
               gridlock::sim::thread_in_block();
      default:
        return static_cast<unsigned long long>(
            __popc(mask_ & ((1u << gridlock::sim::lane()) - 1)));
    }
  }

 protected:
  friend GRIDLOCK_GROUP thread_group tiled_partition(const thread_group&, unsigned);
  GRIDLOCK_GROUP thread_group(gridlock_kind kind, unsigned mask,
                              unsigned meta_group_rank = 0, unsigned meta_group_size = 1)
      : kind_(kind),
        mask_(mask),
        meta_group_rank_(meta_group_rank),
        meta_group_size_(meta_group_size) {}

  gridlock_kind kind_;
  unsigned mask_;  ///< The lanes, for gridlock_kind::lanes.
  unsigned meta_group_rank_, meta_group_size_;
};

/// All threads of a cooperative launch.
class grid_group : public thread_group {
 public:
  GRIDLOCK_GROUP bool is_valid() const { return gridlock_grid_is_cooperative() != 0; }
  GRIDLOCK_GROUP void sync() const { gridlock_grid_sync(); }
  GRIDLOCK_GROUP_STATIC unsigned long long num_threads() {
    return gridlock::sim::blocks_of_grid() * gridlock::sim::threads_of_block();
  }
  GRIDLOCK_GROUP_STATIC unsigned long long size() { return num_threads(); }
  GRIDLOCK_GROUP_STATIC unsigned long long thread_rank() {
    return gridlock::sim::block_in_grid() * gridlock::sim::threads_of_block() +
           gridlock::sim::thread_in_block();
  }
  GRIDLOCK_GROUP_STATIC unsigned long long num_blocks() {
    return gridlock::sim::blocks_of_grid();
  }
  GRIDLOCK_GROUP_STATIC unsigned long long block_rank() {
    return gridlock::sim::block_in_grid();
  }
  GRIDLOCK_GROUP_STATIC dim3 dim_blocks() { return gridDim; }
  GRIDLOCK_GROUP_STATIC dim3 group_dim() { return gridDim; }
  GRIDLOCK_GROUP_STATIC dim3 block_index() { return blockIdx; }
  GRIDLOCK_GROUP_STATIC dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
  }
  GRIDLOCK_GROUP_STATIC dim3 thread_index() {
    return dim3(blockIdx.x * blockDim.x + threadIdx.x,
                blockIdx.y * blockDim.y + threadIdx.y,
                blockIdx.z * blockDim.z + threadIdx.z);
  }

 private:
  friend GRIDLOCK_GROUP grid_group this_grid();
  GRIDLOCK_GROUP grid_group() : thread_group(gridlock_kind::grid, 0) {}
};

GRIDLOCK_GROUP grid_group this_grid() { return grid_group(); }

/// The threads of the cluster to which the calling thread belongs.
class cluster_group : public thread_group {
 public:
  struct arrival_token {};

  GRIDLOCK_GROUP_STATIC void sync() {
    gridlock_cluster_arrive(true);
    gridlock_cluster_wait(true);
  }
  GRIDLOCK_GROUP_STATIC arrival_token barrier_arrive() {
    gridlock_cluster_arrive(true);
    return arrival_token();
  }
  GRIDLOCK_GROUP_STATIC void barrier_wait() { gridlock_cluster_wait(true); }
  GRIDLOCK_GROUP_STATIC void barrier_wait(arrival_token&&) {
    gridlock_cluster_wait(true);
  }

  /// The rank of the block that owns the shared memory at this address.
  GRIDLOCK_GROUP_STATIC unsigned int query_shared_rank(const void* address) {
    return gridlock_cluster_rank(address);
  }
  /// The address that the same variable has in the block with this rank.
  template <class T>
  GRIDLOCK_GROUP_STATIC T* map_shared_rank(T* address, int rank) {
    return static_cast<T*>(
        gridlock_cluster_map((const void*)address, static_cast<unsigned>(rank)));
  }
  GRIDLOCK_GROUP_STATIC dim3 block_index() { return __clusterRelativeBlockIdx(); }
  GRIDLOCK_GROUP_STATIC unsigned int block_rank() { return __clusterRelativeBlockRank(); }
  GRIDLOCK_GROUP_STATIC dim3 thread_index() {
    const dim3 at = block_index();
    return dim3(at.x * blockDim.x + threadIdx.x, at.y * blockDim.y + threadIdx.y,
                at.z * blockDim.z + threadIdx.z);
  }
  GRIDLOCK_GROUP_STATIC unsigned int thread_rank() {
    return block_rank() * gridlock::sim::threads_of_block() +
           gridlock::sim::thread_in_block();
  }
  GRIDLOCK_GROUP_STATIC dim3 dim_blocks() { return __clusterDim(); }
  GRIDLOCK_GROUP_STATIC unsigned int num_blocks() { return __clusterSizeInBlocks(); }
  GRIDLOCK_GROUP_STATIC dim3 dim_threads() {
    const dim3 dim = __clusterDim();
    return dim3(dim.x * blockDim.x, dim.y * blockDim.y, dim.z * blockDim.z);
  }
  GRIDLOCK_GROUP_STATIC unsigned int num_threads() {
    return num_blocks() * gridlock::sim::threads_of_block();
  }
  GRIDLOCK_GROUP_STATIC unsigned int size() { return num_threads(); }

 private:
  friend GRIDLOCK_GROUP cluster_group this_cluster();
  GRIDLOCK_GROUP cluster_group() : thread_group(gridlock_kind::cluster, 0) {}
};

GRIDLOCK_GROUP cluster_group this_cluster() { return cluster_group(); }

/// The threads of the block to which the calling thread belongs.
class thread_block : public thread_group {
 public:
  struct arrival_token {};

  GRIDLOCK_GROUP_STATIC void sync() { __syncthreads(); }
  GRIDLOCK_GROUP arrival_token barrier_arrive() const { return arrival_token(); }
  GRIDLOCK_GROUP void barrier_wait(arrival_token&&) const { __syncthreads(); }
  GRIDLOCK_GROUP_STATIC unsigned int num_threads() {
    return gridlock::sim::threads_of_block();
  }
  GRIDLOCK_GROUP_STATIC unsigned int size() { return num_threads(); }
  GRIDLOCK_GROUP_STATIC unsigned int thread_rank() {
    return gridlock::sim::thread_in_block();
  }
  GRIDLOCK_GROUP_STATIC dim3 group_index() { return blockIdx; }
  GRIDLOCK_GROUP_STATIC dim3 thread_index() { return threadIdx; }
  GRIDLOCK_GROUP_STATIC dim3 group_dim() { return blockDim; }
  GRIDLOCK_GROUP_STATIC dim3 dim_threads() { return blockDim; }

 private:
  friend GRIDLOCK_GROUP thread_block this_thread_block();
  GRIDLOCK_GROUP thread_block() : thread_group(gridlock_kind::block, 0) {}
};

GRIDLOCK_GROUP thread_block this_thread_block() { return thread_block(); }

/// The operations of every group within a warp.  `Self::gridlock_mask()` returns its
/// lanes.
template <class Self>
class gridlock_warp_members {
 public:
  GRIDLOCK_GROUP int any(int predicate) const { return __any_sync(mask(), predicate); }
  GRIDLOCK_GROUP int all(int predicate) const { return __all_sync(mask(), predicate); }
  GRIDLOCK_GROUP unsigned int ballot(int predicate) const {
    return gridlock::sim::ranks_of_lanes(mask(), __ballot_sync(mask(), predicate));
  }
  template <class T>
  GRIDLOCK_GROUP unsigned int match_any(T value) const {
    return gridlock::sim::ranks_of_lanes(mask(), __match_any_sync(mask(), value));
  }
  template <class T>
  GRIDLOCK_GROUP unsigned int match_all(T value, int& all_equal) const {
    return gridlock::sim::ranks_of_lanes(mask(),
                                         __match_all_sync(mask(), value, &all_equal));
  }
  /// The value of the thread with this rank.
  template <class T>
  GRIDLOCK_GROUP T shfl(T value, int rank) const {
    const unsigned lane =
        gridlock::sim::lane_of_rank(mask(), static_cast<unsigned>(rank) % threads());
    return gridlock::sim::exchange(gridlock::sim::kShuffleIndex, mask(), value,
                                   static_cast<int>(lane), 32);
  }
  /// The value of the thread `delta` ranks below or above; without such a thread, the
  /// caller's own.
  template <class T>
  GRIDLOCK_GROUP T shfl_up(T value, unsigned delta) const {
    return shfl(value, static_cast<int>(rank() < delta ? rank() : rank() - delta));
  }
  template <class T>
  GRIDLOCK_GROUP T shfl_down(T value, unsigned delta) const {
    return shfl(value,
                static_cast<int>(rank() + delta < threads() ? rank() + delta : rank()));
  }

 protected:
  GRIDLOCK_GROUP unsigned mask() const {
    return static_cast<const Self*>(this)->gridlock_mask();
  }
  GRIDLOCK_GROUP unsigned threads() const {
    return static_cast<unsigned>(__popc(mask()));
  }
  GRIDLOCK_GROUP unsigned rank() const {
    return static_cast<unsigned>(__popc(mask() & ((1u << gridlock::sim::lane()) - 1)));
  }
};

/// The threads of a warp that run together, or some of them.
class coalesced_group : public thread_group,
                        public gridlock_warp_members<coalesced_group> {
 public:
  GRIDLOCK_GROUP void sync() const { gridlock_warp_sync(mask_); }
  GRIDLOCK_GROUP unsigned int num_threads() const {
    return static_cast<unsigned>(__popc(mask_));
  }
  GRIDLOCK_GROUP unsigned int size() const { return num_threads(); }
  GRIDLOCK_GROUP unsigned int thread_rank() const { return rank(); }
  GRIDLOCK_GROUP unsigned int meta_group_rank() const { return meta_group_rank_; }
  GRIDLOCK_GROUP unsigned int meta_group_size() const { return meta_group_size_; }

  GRIDLOCK_GROUP unsigned gridlock_mask() const { return mask_; }
  GRIDLOCK_GROUP_STATIC coalesced_group gridlock_of(unsigned mask, unsigned meta_rank,
                                                    unsigned meta_size) {
    return coalesced_group(mask, meta_rank, meta_size);
  }

 private:
  GRIDLOCK_GROUP coalesced_group(unsigned mask, unsigned meta_rank, unsigned meta_size)
      : thread_group(gridlock_kind::lanes, mask, meta_rank, meta_size) {}
};

GRIDLOCK_GROUP coalesced_group coalesced_threads() {
  return coalesced_group::gridlock_of(__activemask(), 0, 1);
}

/// A tile within a warp: Size threads with consecutive ranks.
template <unsigned int Size, class Parent = void>
class thread_block_tile : public thread_group,
                          public gridlock_warp_members<thread_block_tile<Size, Parent>> {
  static_assert(Size == 1 || Size == 2 || Size == 4 || Size == 8 || Size == 16 ||
                    Size == 32,
                "a tile has 1, 2, 4, ... or 32 threads here, not several warps");

 public:
  /// Converts from a tile with a `Parent`, which this type does not name.
  template <class Other>
  GRIDLOCK_GROUP thread_block_tile(const thread_block_tile<Size, Other>& other)
      : thread_group(other) {}

  GRIDLOCK_GROUP void sync() const { gridlock_warp_sync(mask_); }
  GRIDLOCK_GROUP_STATIC constexpr unsigned int num_threads() { return Size; }
  GRIDLOCK_GROUP_STATIC constexpr unsigned int size() { return Size; }
  GRIDLOCK_GROUP_STATIC unsigned int thread_rank() {
    return gridlock::sim::thread_in_block() % Size;
  }
  GRIDLOCK_GROUP unsigned int meta_group_rank() const { return meta_group_rank_; }
  GRIDLOCK_GROUP unsigned int meta_group_size() const { return meta_group_size_; }

  template <class T>
  GRIDLOCK_GROUP T shfl(T value, int rank) const {
    return gridlock::sim::exchange(gridlock::sim::kShuffleIndex, mask_, value, rank,
                                   Size);
  }
  template <class T>
  GRIDLOCK_GROUP T shfl_up(T value, unsigned delta) const {
    return gridlock::sim::exchange(gridlock::sim::kShuffleUp, mask_, value,
                                   static_cast<int>(delta), Size);
  }
  template <class T>
  GRIDLOCK_GROUP T shfl_down(T value, unsigned delta) const {
    return gridlock::sim::exchange(gridlock::sim::kShuffleDown, mask_, value,
                                   static_cast<int>(delta), Size);
  }
  template <class T>
  GRIDLOCK_GROUP T shfl_xor(T value, unsigned lane_mask) const {
    return gridlock::sim::exchange(gridlock::sim::kShuffleXor, mask_, value,
                                   static_cast<int>(lane_mask), Size);
  }

  GRIDLOCK_GROUP unsigned gridlock_mask() const { return mask_; }
  GRIDLOCK_GROUP_STATIC thread_block_tile gridlock_of(unsigned meta_rank,
                                                      unsigned meta_size) {
    return thread_block_tile(gridlock::sim::tile_mask(Size), meta_rank, meta_size);
  }

 private:
  GRIDLOCK_GROUP thread_block_tile(unsigned mask, unsigned meta_rank, unsigned meta_size)
      : thread_group(gridlock_kind::lanes, mask, meta_rank, meta_size) {}
};

/// Divides a block or a tile into tiles of a size known at compile time.
template <unsigned int Size, class Parent>
GRIDLOCK_GROUP thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
  return thread_block_tile<Size, Parent>::gridlock_of(
      static_cast<unsigned>(parent.thread_rank()) / Size,
      (static_cast<unsigned>(parent.size()) + Size - 1) / Size);
}

/// Divides a group into groups of a size known at run time: a power of two, at most 32.
GRIDLOCK_GROUP thread_group tiled_partition(const thread_group& parent, unsigned size) {
  if (size == 0 || size > 32 || (size & (size - 1)) != 0) __trap();
  const unsigned rank = static_cast<unsigned>(parent.thread_rank());
  const unsigned threads = static_cast<unsigned>(parent.size());
  unsigned mask = gridlock::sim::tile_mask(size);
  if (parent.kind_ == gridlock_kind::lanes) {
    mask = 0;
    for (unsigned r = rank / size * size; r < threads && r < rank / size * size + size;
         ++r)
      mask |= 1u << gridlock::sim::lane_of_rank(parent.mask_, r);
  }
  return thread_group(gridlock_kind::lanes, mask, rank / size,
                      (threads + size - 1) / size);
}

GRIDLOCK_GROUP thread_block_tile<1> this_thread() {
  return thread_block_tile<1>::gridlock_of(0, 1);
}

template <class Group>
GRIDLOCK_GROUP void sync(const Group& group) {
  group.sync();
}
template <class Group>
GRIDLOCK_GROUP auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <class Group>
GRIDLOCK_GROUP auto group_size(const Group& group) -> decltype(group.num_threads()) {
  return group.num_threads();
}

/// The threads of a warp's group that pass the same predicate as the caller.
template <class Group>
GRIDLOCK_GROUP coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned mask = group.gridlock_mask();
  const unsigned yes = __ballot_sync(mask, predicate);
  if (yes == 0 || yes == mask) return coalesced_group::gridlock_of(mask, 0, 1);
  return coalesced_group::gridlock_of(predicate ? yes : mask & ~yes, predicate, 2);
}

/// The threads of a warp's group that pass the same label as the caller.
template <class Group, class Label>
GRIDLOCK_GROUP coalesced_group labeled_partition(const Group& group, Label label) {
  const unsigned mask = group.gridlock_mask();
  const unsigned equal = __match_any_sync(mask, static_cast<unsigned long long>(label));
  const unsigned leader = static_cast<unsigned>(__ffs(static_cast<int>(equal)) - 1);
  const unsigned leaders = __ballot_sync(mask, leader == gridlock::sim::lane());
  return coalesced_group::gridlock_of(
      equal, static_cast<unsigned>(__popc(leaders & ((1u << leader) - 1))),
      static_cast<unsigned>(__popc(leaders)));
}

/// Calls `function` in one thread of the group.
template <class Group, class Function, class... A>
GRIDLOCK_GROUP void invoke_one(const Group& group, Function&& function,
                               A&&... arguments) {
  if (group.thread_rank() == 0)
    static_cast<Function&&>(function)(static_cast<A&&>(arguments)...);
}

/// Calls `function` in one thread of the group and returns its result in all.
template <class Group, class Function, class... A>
GRIDLOCK_GROUP auto invoke_one_broadcast(const Group& group, Function&& function,
                                         A&&... arguments) {
  std::decay_t<decltype(function(arguments...))> result{};
  if (group.thread_rank() == 0)
    result = static_cast<Function&&>(function)(static_cast<A&&>(arguments)...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups

#undef GRIDLOCK_GROUP_STATIC
#undef GRIDLOCK_GROUP
