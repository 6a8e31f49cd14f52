/// The calls of device code into the simulator's runtime.  The headers in this folder
/// build CUDA's functions on these calls; the runtime defines them.
/// Every wrapper of a call below is GRIDLOCK_INLINE, so that the call's return address
/// lies in the program's own line.  A wrapper does not touch the program's memory: the
/// call does, so that the runtime can order the access, check it and choose its value.
/// Code that ends up in a module has the inline namespace `shim` in its symbols, so that
/// they clash with no symbol of the runtime that loads the module.
#pragma once

#include "host_defines.h"

namespace gridlock::sim {
inline namespace shim {

/// The read-modify-write operations.  Values are bit patterns of `size` bytes.
enum Rmw : int {
  kRmwAdd,
  kRmwSub,
  kRmwExchange,
  kRmwMinSigned,
  kRmwMinUnsigned,
  kRmwMaxSigned,
  kRmwMaxUnsigned,
  kRmwInc,              ///< old >= operand ? 0 : old + 1
  kRmwDec,              ///< old == 0 || old > operand ? operand : old - 1
  kRmwCompareExchange,  ///< old == compare ? operand : old
  kRmwAnd,
  kRmwOr,
  kRmwXor,
  kRmwAddFloat,   ///< IEEE, 4 bytes.
  kRmwAddDouble,  ///< IEEE, 8 bytes.
};

/// The order of an access or a fence.  Consume is acquire.
enum Order : int { kRelaxed, kAcquire, kRelease, kAcquireRelease, kSequential };

/// The threads that take part in the order.
enum Scope : int { kThread, kBlock, kDevice, kSystem, kCluster };

/// The path through the caches that a plain load or store names.
enum CachePath : int {
  kLoadReadOnly,       ///< __ldg: outside the memory model.
  kLoadAllLevels,      ///< __ldca
  kLoadGlobal,         ///< __ldcg
  kLoadStreaming,      ///< __ldcs
  kLoadLastUse,        ///< __ldlu
  kLoadVolatile,       ///< __ldcv
  kStoreWriteBack,     ///< __stwb
  kStoreGlobal,        ///< __stcg
  kStoreStreaming,     ///< __stcs
  kStoreWriteThrough,  ///< __stwt
};

/// The collective operations of a warp.
enum WarpOperation : int {
  kShuffleIndex,  ///< From lane `lane` of the segment.
  kShuffleUp,     ///< From `lane` lanes below.
  kShuffleDown,   ///< From `lane` lanes above.
  kShuffleXor,    ///< From the lane whose number differs in the bits of `lane`.
  kVoteAll,       ///< 1 if every value is not 0.
  kVoteAny,       ///< 1 if some value is not 0.
  kVoteUniform,   ///< 1 if the values are all 0 or all not 0.
  kVoteBallot,    ///< The mask of lanes whose value is not 0.
  kMatchAny,      ///< The mask of lanes with the caller's value.
  kMatchAll,      ///< `mask` if all values are equal, else 0.
  kReduceAdd,     ///< Reductions are of 32 bits.
  kReduceMinSigned,
  kReduceMinUnsigned,
  kReduceMaxSigned,
  kReduceMaxUnsigned,
  kReduceAnd,
  kReduceOr,
  kReduceXor,
};

/// The reason for a thread's wait, reported if it waits in vain.
enum Awaited : int { kAwaitsNothing, kAwaitsBarrier, kAwaitsLatch, kAwaitsSemaphore };

/// Misuses of an object of libcu++.
enum BrokenRule : int {
  kNegativeBarrierCount,
  kLargeBarrierCount,
  kNegativeLatchCount,
  kLatchBelowZero,
  kSemaphoreAboveMaximum,
};

/// The kind of a thread's wait for a phase of a barrier, and its way to name the phase.
enum BarrierWait : int {
  kUntilDone = 0,
  kOneLook = 1,
  kByNumber = 0,
  kByParity = 2,
};

/// The operation of a thread at a numbered barrier: bar and barrier of PTX.
enum BarOperation : int {
  kBarSync,
  kBarArrive,  ///< Does not wait.
  kBarCount,   ///< Waits, and counts the predicates that are true.
  kBarAnd,
  kBarOr,
};

}  // namespace shim
}  // namespace gridlock::sim

extern "C" {

/// Does `operation` on the `size` (1, 2, 4 or 8) bytes at `address` as one operation and
/// returns the old value, extended with zeros.  `compare` is for kRmwCompareExchange, and
/// so is `failure_order`: where the values differ it is a load of that order.
GRIDLOCK_DEVICE unsigned long long gridlock_rmw(void* address, unsigned size,
                                                int operation, unsigned long long operand,
                                                unsigned long long compare, int order,
                                                int scope, int failure_order);

/// atomicAdd of a __half, or of a __nv_bfloat16.  Bits in, and the old bits out.
GRIDLOCK_DEVICE unsigned short gridlock_add_narrow(void* address, unsigned short value,
                                                   bool is_half);

/// Replaces the 16 aligned bytes at `address` by the ones at `value`, if `compare` is
/// null or they equal the ones at `compare`.  The old ones go to `old`.
GRIDLOCK_DEVICE void gridlock_exchange_wide(void* address, const void* compare,
                                            const void* value, void* old, int scope);

/// An atomic load of `size` (1, 2, 4 or 8) bytes, extended with zeros.
GRIDLOCK_DEVICE unsigned long long gridlock_load(const void* address, unsigned size,
                                                 int order, int scope);

/// An atomic store of `size` (1, 2, 4 or 8) bytes.
GRIDLOCK_DEVICE void gridlock_store(void* address, unsigned size,
                                    unsigned long long value, int order, int scope);

/// A fence.  __threadfence() is kSequential at kDevice.
GRIDLOCK_DEVICE void gridlock_fence(int order, int scope);

/// A plain load of `size` (1 to 16) bytes from the program's `from` into the caller's
/// own `to` through a CachePath.
GRIDLOCK_DEVICE void gridlock_ld(void* to, const void* from, unsigned size, int path);

/// A plain store of `size` (1 to 16) bytes from the caller's own `from` to the
/// program's `to` through a CachePath.
GRIDLOCK_DEVICE void gridlock_st(void* to, const void* from, unsigned size, int path);

/// Begins a copy of `size` (4, 8 or 16) bytes into shared memory.  The last `zeros` bytes
/// are set to 0 instead of read.
GRIDLOCK_DEVICE void gridlock_copy_async(void* to, const void* from, unsigned long size,
                                         unsigned long zeros);

/// Begins a copy like gridlock_copy_async, as a part of the current phase of the barrier
/// with these BarrierWords, in shared memory: it ends before a wait for that phase does.
GRIDLOCK_DEVICE void gridlock_copy_for_barrier(void* barrier, void* to, const void* from,
                                               unsigned long size);

/// Makes the copies that this thread has begun since the last call a batch.
GRIDLOCK_DEVICE void gridlock_copy_commit(void);

/// Waits until at most this many of this thread's batches are in flight.
GRIDLOCK_DEVICE void gridlock_copy_wait(unsigned long batches_left);

/// 1 in device code, 0 in host code.  A function of both sides asks this if its text
/// depends on __CUDA_ARCH__.
GRIDLOCK_BOTH int gridlock_in_device_code() noexcept;

/// 1 if the address is of the calling block's shared memory, else 0.
GRIDLOCK_DEVICE int gridlock_is_shared(const void* address);

/// A WarpOperation among the lanes in `mask`, each of which calls it.  `value` and the
/// result are bit patterns.  `lane` and `width` are for the shuffles: the warp falls
/// into segments of `width` lanes; a shuffle from outside the segment returns `value`.
GRIDLOCK_DEVICE unsigned long long gridlock_warp_exchange(int operation, unsigned mask,
                                                          unsigned long long value,
                                                          int lane, int width);

/// Waits for the lanes in `mask` and orders memory among them: __syncwarp().
GRIDLOCK_DEVICE void gridlock_warp_sync(unsigned mask);

/// Lanes of the warp that run together now, the caller among them: __activemask().
GRIDLOCK_DEVICE unsigned gridlock_active_mask(void);

/// Waits for every thread of the grid and orders memory among them.
GRIDLOCK_DEVICE void gridlock_grid_sync(void);

/// 1 if the running kernel was launched cooperatively, else 0.
GRIDLOCK_DEVICE int gridlock_grid_is_cooperative(void);

/// Nanoseconds of the clock that all devices share, half a nanosecond per cycle of
/// clock64().
GRIDLOCK_DEVICE unsigned long long gridlock_global_nanoseconds(void);

/// The multiprocessor that the calling block is resident on; 0 for the host.
GRIDLOCK_DEVICE unsigned gridlock_multiprocessor(void);

/// Arrives `arrivals` times at the barrier with these BarrierWords, and reduces what
/// later phases expect by `dropped`.  Returns the phase that this was for.  The last
/// arrival ends the phase, unless there is a completion function: then `*completes`
/// becomes true, and the phase lasts until gridlock_barrier_complete.
GRIDLOCK_DEVICE unsigned long long gridlock_barrier_arrive(void* barrier,
                                                           unsigned long long arrivals,
                                                           unsigned long long dropped,
                                                           bool has_completion,
                                                           bool* completes, int scope);

/// Ends the phase whose completion function has run.
GRIDLOCK_DEVICE void gridlock_barrier_complete(void* barrier, int scope);

/// Waits, as a BarrierWait says, for the end of a phase.  Returns whether it has ended.
GRIDLOCK_DEVICE bool gridlock_barrier_wait(const void* barrier, unsigned long long phase,
                                           int how, int scope);

/// A BarOperation at the block's barrier with this number, 0 to 15, which `threads` take
/// part in, or all of the block for 0.  Returns the result of a reduction.
GRIDLOCK_DEVICE int gridlock_bar(unsigned long long number, unsigned long long threads,
                                 int operation, int predicate);

/// Begins or, with 0 arrivals, ends the life of the 8 bytes of an mbarrier of PTX.
GRIDLOCK_DEVICE void gridlock_mbarrier_init(void* barrier, unsigned long long expected);

/// Arrives at an mbarrier, and returns its state before that.
GRIDLOCK_DEVICE unsigned long long gridlock_mbarrier_arrive(void* barrier,
                                                            unsigned long long arrivals,
                                                            bool drop, int order,
                                                            int scope);

/// Whether the phase of this state, or with this parity, is over.
GRIDLOCK_DEVICE bool gridlock_mbarrier_look(const void* barrier, unsigned long long phase,
                                            bool by_parity, int order, int scope);

/// The current phase of an mbarrier waits for so many bytes of bulk copies more.
GRIDLOCK_DEVICE void gridlock_mbarrier_expect(void* barrier, unsigned long long bytes);

/// Begins a bulk copy from global to shared memory.  When it ends, the phase of the
/// mbarrier waits for `size` bytes less.
GRIDLOCK_DEVICE void gridlock_bulk_load(void* barrier, void* to, const void* from,
                                        unsigned long size);

/// The calls begin a bulk copy from shared to global memory; make this thread's copies
/// since the last call a group; and wait until at most so many groups are in flight or,
/// with `reads_only`, still read shared memory.
GRIDLOCK_DEVICE void gridlock_bulk_store(void* to, const void* from, unsigned long size);
GRIDLOCK_DEVICE void gridlock_bulk_commit(void);
GRIDLOCK_DEVICE void gridlock_bulk_wait(unsigned long groups_left, bool reads_only);

/// fence.proxy.async: bulk copies see what this thread has written or knows of.
GRIDLOCK_DEVICE void gridlock_proxy_fence(void);

/// The offset in the window of shared memory of an address there, and the reverse.
GRIDLOCK_DEVICE unsigned long long gridlock_shared_offset(const void* address);
GRIDLOCK_DEVICE void* gridlock_shared_address(unsigned long long offset);

/// Reads `size` bytes until they are `value`, or until they are not, and returns them.
/// An Awaited says what the word belongs to.
GRIDLOCK_DEVICE unsigned long long gridlock_await(int awaited, const void* word,
                                                  unsigned size, unsigned long long value,
                                                  bool until_equal, int order, int scope);

/// Ends the program because it breaks this BrokenRule.
GRIDLOCK_DEVICE void gridlock_misuse(int rule);

/// Ends the program if its launch has more threads in a block than this.
GRIDLOCK_DEVICE void gridlock_check_launch_bounds(unsigned long long threads);

/// Ends the program if its launch has not so many blocks along each side of a cluster.
GRIDLOCK_DEVICE void gridlock_check_cluster_dims(unsigned x, unsigned y = 1,
                                                 unsigned z = 1);

// A cluster: how many blocks it has along x (0), y (1) and z (2), the two halves of its
// barrier (with or without an order of memory), and the shared memory of its blocks, by
// rank.
GRIDLOCK_DEVICE unsigned gridlock_cluster_dim(int side);
GRIDLOCK_DEVICE void gridlock_cluster_arrive(bool releases);
GRIDLOCK_DEVICE void gridlock_cluster_wait(bool acquires);
GRIDLOCK_DEVICE void* gridlock_cluster_map(const void* address, unsigned rank);
GRIDLOCK_DEVICE unsigned gridlock_cluster_rank(const void* address);

}  // extern "C"
