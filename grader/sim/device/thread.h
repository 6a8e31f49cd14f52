/// Threads, blocks and kernels of one execution.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "common/invariant.h"
#include "sim/device/async_copy.h"
#include "sim/device/bulk_copy.h"
#include "sim/device/fiber.h"
#include "sim/device/lane_exchange.h"
#include "sim/device/looks.h"
#include "sim/device/spin.h"
#include "sim/device/warp_operation.h"
#include "sim/memory/shared_memory.h"
#include "sim/model/happens_before.h"

namespace gridlock::sim {

/// Like CUDA's dim3 and uint3, without the headers that declare them.
struct Dim3 {
  unsigned x = 1, y = 1, z = 1;
  std::uint64_t count() const { return std::uint64_t{x} * y * z; }
  std::array<int, 3> array() const {
    return {static_cast<int>(x), static_cast<int>(y), static_cast<int>(z)};
  }
};

/// The indices of the n-th element in CUDA's order, x fastest.
inline Dim3 unflatten(std::uint64_t n, const Dim3& extent) {
  INVARIANT("An element's number is below the number of elements.", n < extent.count());
  return {static_cast<unsigned>(n % extent.x),
          static_cast<unsigned>(n / extent.x % extent.y),
          static_cast<unsigned>(n / extent.x / extent.y)};
}

inline std::uint64_t flatten(const Dim3& index, const Dim3& extent) {
  INVARIANT("An element's indices are below the extent.",
            index.x < extent.x && index.y < extent.y && index.z < extent.z);
  return (std::uint64_t{index.z} * extent.y + index.y) * extent.x + index.x;
}

enum class Waiting : std::uint8_t {
  nothing,           ///< Ready or running.
  barrier,           ///< __syncthreads, also with a predicate.
  numbered_barrier,  ///< bar.sync of PTX with a number.
  warp,              ///< A warp-level operation.
  grid,              ///< Cooperative groups' grid barrier.
  cluster,           ///< The barrier of a cluster.
  spin,              ///< It sleeps in a poll; a write to one of the words wakes it.
  device,            ///< The host waits for the device.
  done,
};

struct Block;
struct Cluster;
struct Group;

/// The value of Thread::peer that stands for no block.
constexpr unsigned kNoPeer = ~0u;

/// An object of libcu++ that a thread waits for.
struct AwaitedObject {
  enum class Kind : std::uint8_t { none, barrier, latch, semaphore } kind = Kind::none;
  std::uintptr_t address = 0;
};

/// The arguments of a lane's warp operation, and afterwards its result in `value`.
struct WarpCall {
  WarpOperation operation = WarpOperation::none;
  std::uint32_t mask = 0;
  std::uint64_t value = 0;
  int lane = 0;
  int width = 0;
  /// The number of events in the history when the lanes met.
  std::size_t met_at = 0;
  /// Program counter of this lane's call; 0 if the lanes have not met.
  std::uint64_t met_pc = 0;
};

constexpr std::uint32_t kWarpLanes = 32;

/// The lanes of one warp, a bit each.
struct WarpLanes {
  std::uint32_t present = 0;  ///< Lanes that have not exited.
  /// Lanes in a warp-level operation that others have not reached.
  std::uint32_t waiting = 0;

  /// A lane begins to wait at this call.
  void arrives(std::uint32_t lane, const WarpCall& call) {
    INVARIANT("One lane arrives at a time, which has not exited.",
              std::has_single_bit(lane) && (present & lane) != 0);
    INVARIANT("A lane that waits does not arrive.", (waiting & lane) == 0);
    waiting |= lane;
    agreeing_ = agrees(call) ? agreeing_ | lane : lane;
    mask_ = call.mask;
    operation_ = call.operation;
  }
  /// These lanes have met and no longer wait.
  void go_on(std::uint32_t lanes) {
    INVARIANT("Only lanes that wait go on.", (lanes & ~waiting) == 0);
    INVARIANT("Lanes that agree are waiting.", (agreeing_ & ~waiting) == 0);
    waiting &= ~lanes;
    agreeing_ &= ~lanes;
  }
  /// The waiting lanes in the call's mask, except the caller and those known to have the
  /// same mask and operation.
  std::uint32_t others_than(const WarpCall& call, std::uint32_t caller) const {
    return waiting & call.mask & ~(caller | (agrees(call) ? agreeing_ : 0));
  }

 private:
  bool agrees(const WarpCall& call) const {
    return call.mask == mask_ && call.operation == operation_;
  }
  // The call of the lane that arrived last, and the lanes before it with the same call.
  std::uint32_t mask_ = 0;
  WarpOperation operation_ = WarpOperation::none;
  std::uint32_t agreeing_ = 0;
};

/// The kinds of block barriers, which differ in their results.
enum class BarrierKind : std::uint8_t { plain, logical_or, logical_and, count };

/// "__syncthreads_or", for example.
constexpr const char* name_of(BarrierKind kind) {
  switch (kind) {
    case BarrierKind::logical_or:
      return "__syncthreads_or";
    case BarrierKind::logical_and:
      return "__syncthreads_and";
    case BarrierKind::count:
      return "__syncthreads_count";
    case BarrierKind::plain:
      break;
  }
  return "__syncthreads";
}

/// A simulated CUDA thread, or a host thread (without a block).
struct Thread : Party {
  Fiber fiber;
  Stack stack;
  Block* block = nullptr;
  Dim3 index;                ///< threadIdx.
  std::uintptr_t image = 0;  ///< As Module::use_image() returns it for its device.
  std::uint32_t number = 0;  ///< Linear index in the block.
  Waiting waiting = Waiting::nothing;
  /// The program counter of the operation at which it waits or that it did last.
  std::uint64_t waiting_pc = 0;
  std::uint32_t ready_index = 0;  ///< Its index in its group's ready list.
  SpinWatch spin;
  Looks looks;             ///< Its looks at the word that it polls, and its comparisons.
  unsigned plain_run = 0;  ///< Plain reads since its last write or switch point.
  BarrierKind barrier_kind = BarrierKind::plain;  ///< The kind of its last block barrier.
  /// The predicate that it passed to that barrier.
  bool predicate = false;
  /// The result of its last numbered barrier: see Barriers::NumberedResult.
  int bar_set = 0, bar_of = 0;
  WarpCall warp;
  /// The call of __activemask whose answer it awaits; 0: none.
  std::uint64_t asks_who_is_active = 0;
  std::uint32_t active_mask = 0;        ///< The answer of __activemask; 0: none yet.
  std::unique_ptr<AsyncCopies> copies;  ///< Null until the first copy.
  /// How many groups of bulk copies it has committed.
  std::uint64_t bulk_groups = 0;
  /// The writes that it knew of at its last fence.proxy.async: its bulk copies see them.
  Clock proxied;
  AwaitedObject awaits;  ///< The object that its polls wait for.
  /// During an access to another block's shared memory: that block's rank in the cluster.
  /// At other times: kNoPeer.
  unsigned peer = kNoPeer;
  /// The phase of its cluster's barrier at which it arrived.
  std::uint64_t cluster_phase = 0;
  /// It has arrived at its cluster's barrier, and has not waited yet.
  bool waits_for_cluster = false;
  /// It has waited at its cluster's barrier, so all blocks of the cluster have begun.
  bool has_met_cluster = false;
  Clock visible;             ///< The writes that fence.sc has made visible to it.
  unsigned stale_reads = 0;  ///< How many old values it has read.
  /// How often it has read a clock.
  std::uint64_t looks_at_clock = 0;
  bool result_is_unused = false;  ///< The result of its next atomic is not used.
  /// The bytes that its bit-field assignment in progress loads and stores.
  std::uintptr_t assigned_bits = 0;
  std::uint32_t assigned_bits_size = 0;
  /// Whether it runs host code of the program; an engine that only copies does not.
  bool host_code = false;
  /// For a thread without a block: the group in which it is scheduled.
  Group* host_group = nullptr;
  bool is_host() const { return block == nullptr; }
};

/// Threads that are scheduled together: those of a block, or one host thread.
struct Group {
  std::vector<Thread*> ready;
  std::uint32_t group_index = 0;  ///< Its index among the groups with ready threads.
  std::uint64_t priority = 0;     ///< For policies that rank blocks.
  std::uint64_t order = 0;        ///< The order of starts, for policies that keep it.
  /// How often one of its threads gave way, for fair policies.
  std::uint64_t turns = 0;
};

struct Kernel;

/// A numbered barrier of a block, in PTX.  A partial warp counts as a full one.
struct NumberedBarrier {
  /// How many threads it waits for; 0: all that have not exited.
  std::uint64_t needed = 0;
  std::uint64_t arrived = 0;
  int set = 0;  ///< How many predicates were set.
  std::vector<Thread*> waiting;
  bool has_arrivals = false;  ///< Threads have arrived without waiting.
  ApiClock before;            ///< What the threads that arrived without waiting knew.
};

/// A resident block: its slots, threads and shared memory, which later blocks reuse.
struct Block : Group {
  Kernel* kernel = nullptr;
  std::uint64_t uid = 0;
  std::uint64_t linear = 0;
  Dim3 index;  ///< blockIdx.
  int sm = 0;
  Slot first_slot = 0;
  std::uint64_t execution = 0;  ///< The execution in which it got its slots.
  std::vector<Thread> places;   ///< A thread for each slot, in use or not.
  std::span<Thread> threads;    ///< The first of `places`: the block's threads.
  std::uint32_t alive = 0;
  std::vector<WarpLanes> warps;

  // The block barrier.
  std::uint32_t arrived = 0;
  std::uint64_t barrier_pc = 0;
  BarrierKind barrier_kind = BarrierKind::plain;
  std::uint64_t barriers_done = 0;
  /// How many barriers have passed since memory last changed.
  std::uint64_t barriers_since_write = 0;
  int barrier_result = 0;
  /// Null until a numbered barrier is used.
  std::unique_ptr<std::array<NumberedBarrier, 16>> numbered_barriers;
  /// Copies in flight that a barrier waits for.
  std::vector<BarrierCopy> barrier_copies;
  /// Copies by the address of their target; an entry stays after its copy has ended.
  std::map<std::uintptr_t, CopiedFor> copied_for;
  std::unique_ptr<BulkCopies> bulk;  ///< Null until the first bulk copy.

  BlockShared shared;
  /// Follows volatile accesses to shared memory; null until there is one to follow.
  std::unique_ptr<LaneExchange> lane_exchange;

  /// Null for a cluster of one block until code asks for it.
  Cluster* cluster = nullptr;
  unsigned rank = 0;  ///< Its rank in the cluster.
  /// A use of this block's shared memory by a thread of another block.
  struct PeerAccess {
    Epoch epoch = 0;
    std::uint64_t pc = 0;
    std::uintptr_t address = 0;
  };
  std::map<Slot, PeerAccess> peer_accesses;

  /// An earlier block with these slots: findings can name it although it has ended.
  struct Tenant {
    Epoch first_epoch;
    std::uint64_t uid;
    Dim3 index;
    Dim3 extent;  ///< blockDim.
    std::uint64_t kernel_number;
    std::uint16_t device;
  };
  std::deque<Tenant> tenants;
};

/// Blocks that start together and may use each other's shared memory.
struct Cluster {
  std::vector<Block*> blocks;  ///< In order of ranks; null for a block that has ended.

  // The cluster's barrier, which waits for all threads that have not exited.
  std::uint64_t phase = 0;
  std::uint64_t missing = 0;                ///< Arrivals until the phase ends.
  std::array<ClockFold, kLevels> arriving;  ///< What the threads that have arrived know.
  /// What the threads knew when they arrived in the last phase that has ended.
  ApiClock arrived;
  std::vector<Thread*> waiting;
};

/// The block that owns the shared memory of the thread's access in progress; null if it
/// has ended.
inline Block* sharing_block(const Thread& thread) {
  if (thread.peer == kNoPeer) return thread.block;
  INVARIANT("A thread has peers in its cluster only.",
            thread.block && thread.block->cluster &&
                thread.peer < thread.block->cluster->blocks.size());
  return thread.block->cluster->blocks[thread.peer];
}

inline Group& group_of(const Thread& thread) {
  INVARIANT("A thread is scheduled with its block, or with a group of the host.",
            thread.block || thread.host_group);
  return thread.block ? *thread.block : *thread.host_group;
}

/// A launch of a kernel.
struct Kernel {
  Kernel() = default;
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;
  ~Kernel() {
    if (destroy) destroy(frame);
  }
  std::string name;
  Dim3 grid, block;
  std::size_t dynamic_shared = 0;
  int device = 0;
  bool cooperative = false;
  Dim3 cluster;              ///< The size of a cluster in blocks; it divides the grid's.
  std::uint64_t number = 0;  ///< The number of the launch, from 1.
  void* frame = nullptr;
  std::size_t frame_bytes = 0;
  void (*invoke)(void*) = nullptr;
  std::function<void(void*)> destroy;
  std::uintptr_t image = 0;  ///< As Module::use_image() returns it for the device.

  std::uint64_t steps = 0;          ///< The steps of its threads; see limits.cpp.
  std::uint64_t steps_in_vain = 0;  ///< The steps since one of its threads last ended.
  std::uint64_t blocks_started = 0;
  std::uint64_t blocks_finished = 0;
  std::uint64_t next_cluster = 0;             ///< The next cluster to put into `window`.
  std::vector<std::uint64_t> window;          ///< The clusters that may start next.
  std::map<std::uint64_t, Cluster> clusters;  ///< Clusters in use, by number.
  ApiClock before, after;

  // The grid barrier.
  std::vector<Thread*> grid_waiters;

  /// The size of the grid in clusters.
  Dim3 clusters_of_grid() const {
    return {grid.x / cluster.x, grid.y / cluster.y, grid.z / cluster.z};
  }
  /// The blockIdx of the block with this rank in the cluster of `other`.
  Dim3 index_in_cluster(const Block& other, unsigned rank) const {
    INVARIANT("Blocks of one cluster are of one kernel.", other.kernel == this);
    const Dim3 at = unflatten(rank, cluster);
    const Dim3& index = other.index;
    return {index.x - index.x % cluster.x + at.x, index.y - index.y % cluster.y + at.y,
            index.z - index.z % cluster.z + at.z};
  }
  /// The number of the cluster to which the block belongs.
  std::uint64_t cluster_of(const Dim3& index) const {
    return flatten({index.x / cluster.x, index.y / cluster.y, index.z / cluster.z},
                   clusters_of_grid());
  }
};

}  // namespace gridlock::sim
