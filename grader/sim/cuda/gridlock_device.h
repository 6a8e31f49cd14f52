/// The calls of device code into the simulator's runtime.  The headers in this folder
/// implement CUDA's functions with these calls; the runtime defines them.
///
/// Every wrapper of such a call is GRIDLOCK_INLINE, so that the call's return address
/// lies in the program's own line.  A wrapper leaves each access to the program's memory
/// to the call: so the runtime can order the access, check it and choose its value.
///
/// Code that becomes part of a module has the inline namespace `shim` in its symbols, so
/// that they do not clash with symbols of the runtime that loads the module.
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

/// The memory order of an access or a fence.  Consume counts as acquire.
enum Order : int { kRelaxed, kAcquire, kRelease, kAcquireRelease, kSequential };

enum Scope : int { kThread, kBlock, kDevice, kSystem, kCluster };

/// The path through the caches that a plain load or store names.
enum CachePath : int {
  kLoadReadOnly,       ///< __ldg: not covered by the memory model.
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
  kShuffleXor,    ///< From the lane with this one's number XOR `lane`.
  kVoteAll,       ///< 1 if every value is not 0.
  kVoteAny,       ///< 1 if some value is not 0.
  kVoteUniform,   ///< 1 if the values are all 0 or all not 0.
  kVoteBallot,    ///< The mask of lanes with a value other than 0.
  kMatchAny,      ///< The mask of lanes with the caller's value.
  kMatchAll,      ///< `mask` if all values are equal, else 0.
  kReduceAdd,     ///< Reductions have 32 bits.
  kReduceMinSigned,
  kReduceMinUnsigned,
  kReduceMaxSigned,
  kReduceMaxUnsigned,
  kReduceAnd,
  kReduceOr,
  kReduceXor,
};

/// What a thread waits for; reported if it waits in vain.
enum Awaited : int { kAwaitsNothing, kAwaitsBarrier, kAwaitsLatch, kAwaitsSemaphore };

/// Misuses of libcu++ objects.
enum BrokenRule : int {
  kNegativeBarrierCount,
  kLargeBarrierCount,
  kNegativeLatchCount,
  kLatchBelowZero,
  kSemaphoreAboveMaximum,
};

/// How a thread waits for a phase of a barrier, and how it names the phase.
enum BarrierWait : int {
  kUntilDone = 0,
  kOneLook = 1,
  kByNumber = 0,
  kByParity = 2,
};

/// A thread's operation at a numbered barrier: PTX's `bar` and `barrier`.
enum BarOperation : int {
  kBarSync,
  kBarArrive,  ///< Does not wait.
  kBarCount,   ///< Waits, and counts the threads with a true predicate.
  kBarAnd,
  kBarOr,
};

}  // namespace shim
}  // namespace gridlock::sim

extern "C" {

/// Applies `operation` atomically to the `size` (1, 2, 4 or 8) bytes at `address`;
/// returns the old value, zero-extended.  `compare` and `failure_order` are for
/// kRmwCompareExchange: if the values differ, it is a load with that order.
GRIDLOCK_DEVICE unsigned long long gridlock_rmw(void* address, unsigned size,
                                                int operation, unsigned long long operand,
                                                unsigned long long compare, int order,
                                                int scope, int failure_order);

/// atomicAdd for a __half or a __nv_bfloat16, given and returned as bits.
GRIDLOCK_DEVICE unsigned short gridlock_add_narrow(void* address, unsigned short value,
                                                   bool is_half);

/// Replaces the 16 aligned bytes at `address` by those at `value`, if `compare` is null
/// or they equal those at `compare`.  The old bytes go to `old`.
GRIDLOCK_DEVICE void gridlock_exchange_wide(void* address, const void* compare,
                                            const void* value, void* old, int scope);

/// An atomic load of `size` (1, 2, 4 or 8) bytes, zero-extended.
GRIDLOCK_DEVICE unsigned long long gridlock_load(const void* address, unsigned size,
                                                 int order, int scope);

/// An atomic store of `size` (1, 2, 4 or 8) bytes.
GRIDLOCK_DEVICE void gridlock_store(void* address, unsigned size,
                                    unsigned long long value, int order, int scope);

/// A fence.  __threadfence() has kSequential and kDevice.
GRIDLOCK_DEVICE void gridlock_fence(int order, int scope);

/// A plain load, through a CachePath, of `size` (1 to 16) bytes from the program's `from`
/// to the caller's own `to`.
GRIDLOCK_DEVICE void gridlock_ld(void* to, const void* from, unsigned size, int path);

/// A plain store, through a CachePath, of `size` (1 to 16) bytes from the caller's own
/// `from` to the program's `to`.
GRIDLOCK_DEVICE void gridlock_st(void* to, const void* from, unsigned size, int path);

/// Begins an asynchronous copy of `size` (4, 8 or 16) bytes into shared memory.  The last
/// `zeros` bytes are not read but set to 0.
GRIDLOCK_DEVICE void gridlock_copy_async(void* to, const void* from, unsigned long size,
                                         unsigned long zeros);

/// Begins a copy as part of the current phase of a barrier in shared memory, which has
/// BarrierWords.  The copy ends before a wait for that phase returns.
GRIDLOCK_DEVICE void gridlock_copy_for_barrier(void* barrier, void* to, const void* from,
                                               unsigned long size);

/// Makes a batch of the copies that this thread has begun since the last call.
GRIDLOCK_DEVICE void gridlock_copy_commit(void);

/// Waits until at most this many of this thread's batches are in flight.
GRIDLOCK_DEVICE void gridlock_copy_wait(unsigned long batches_left);

/// 1 in device code, 0 in host code.  Functions for both sides call it if their text
/// depends on __CUDA_ARCH__.
GRIDLOCK_BOTH int gridlock_in_device_code() noexcept;

/// 1 if the address is in the calling block's shared memory, else 0.
GRIDLOCK_DEVICE int gridlock_is_shared(const void* address);

/// A WarpOperation by the lanes in `mask`, each of which calls this.  `value` and the
/// result are bit patterns.  `lane` and `width` are for shuffles: the warp is divided
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

/// The time in nanoseconds on a clock that all devices share.  A cycle of clock64() is
/// half a nanosecond.
GRIDLOCK_DEVICE unsigned long long gridlock_global_nanoseconds(void);

/// The multiprocessor on which the calling block is resident; 0 for the host.
GRIDLOCK_DEVICE unsigned gridlock_multiprocessor(void);

/// Arrives `arrivals` times at the barrier with these BarrierWords; later phases expect
/// `dropped` arrivals fewer.  Returns the phase to which the arrival belongs.  The last
/// arrival ends the phase or, if there is a completion function, sets `*completes`: then
/// gridlock_barrier_complete ends the phase.
GRIDLOCK_DEVICE unsigned long long gridlock_barrier_arrive(void* barrier,
                                                           unsigned long long arrivals,
                                                           unsigned long long dropped,
                                                           bool has_completion,
                                                           bool* completes, int scope);

/// Ends the phase after its completion function has run.
GRIDLOCK_DEVICE void gridlock_barrier_complete(void* barrier, int scope);

/// Waits for the end of a phase in the way that `how`, a BarrierWait, says.  Returns
/// whether the phase has ended.
GRIDLOCK_DEVICE bool gridlock_barrier_wait(const void* barrier, unsigned long long phase,
                                           int how, int scope);

/// A BarOperation at the block's barrier with this number (0 to 15), for `threads`
/// threads; 0 means all threads of the block.  Returns the result of a reduction.
GRIDLOCK_DEVICE int gridlock_bar(unsigned long long number, unsigned long long threads,
                                 int operation, int predicate);

/// Initializes PTX's mbarrier of 8 bytes; with 0 arrivals, invalidates it.
GRIDLOCK_DEVICE void gridlock_mbarrier_init(void* barrier, unsigned long long expected);

/// Arrives at an mbarrier, and returns the state before the arrival.
GRIDLOCK_DEVICE unsigned long long gridlock_mbarrier_arrive(void* barrier,
                                                            unsigned long long arrivals,
                                                            bool drop, int order,
                                                            int scope);

/// Whether a phase of an mbarrier has ended: the phase of the state `phase` or, with
/// `by_parity`, the phase with the parity `phase`.
GRIDLOCK_DEVICE bool gridlock_mbarrier_look(const void* barrier, unsigned long long phase,
                                            bool by_parity, int order, int scope);

/// Makes the current phase of an mbarrier wait for that many more bytes of bulk copies.
GRIDLOCK_DEVICE void gridlock_mbarrier_expect(void* barrier, unsigned long long bytes);

/// Begins a bulk copy from global to shared memory.  Its end reduces the bytes for which
/// the mbarrier's phase waits by `size`.
GRIDLOCK_DEVICE void gridlock_bulk_load(void* barrier, void* to, const void* from,
                                        unsigned long size);

/// Bulk copies from shared to global memory.  The first call begins a copy.  The second
/// makes a group of this thread's copies since the last such call.  The third waits until
/// at most `groups_left` groups are in flight or, with `reads_only`, still read shared
/// memory.
GRIDLOCK_DEVICE void gridlock_bulk_store(void* to, const void* from, unsigned long size);
GRIDLOCK_DEVICE void gridlock_bulk_commit(void);
GRIDLOCK_DEVICE void gridlock_bulk_wait(unsigned long groups_left, bool reads_only);

/// fence.proxy.async: orders what this thread has written, or has observed, before later
/// bulk copies.
GRIDLOCK_DEVICE void gridlock_proxy_fence(void);

/// Converts an address in shared memory to its offset in the shared window, and back.
GRIDLOCK_DEVICE unsigned long long gridlock_shared_offset(const void* address);
GRIDLOCK_DEVICE void* gridlock_shared_address(unsigned long long offset);

/// Polls `size` bytes until they equal `value` or, if `until_equal` is false, until they
/// differ from it.  Returns the bytes.  `awaited` is an Awaited: the kind of the object
/// to which the word belongs.
GRIDLOCK_DEVICE unsigned long long gridlock_await(int awaited, const void* word,
                                                  unsigned size, unsigned long long value,
                                                  bool until_equal, int order, int scope);

/// Ends the program because it has broken this BrokenRule.
GRIDLOCK_DEVICE void gridlock_misuse(int rule);

/// Ends the program if its launch has more threads per block than this.
GRIDLOCK_DEVICE void gridlock_check_launch_bounds(unsigned long long threads);

/// Ends the program unless the launch has clusters with exactly these dimensions.
GRIDLOCK_DEVICE void gridlock_check_cluster_dims(unsigned x, unsigned y = 1,
                                                 unsigned z = 1);

// A cluster: its number of blocks along x (0), y (1) or z (2); the two halves of its
// barrier, with or without memory order; and the shared memory of its blocks, by rank.
GRIDLOCK_DEVICE unsigned gridlock_cluster_dim(int side);
GRIDLOCK_DEVICE void gridlock_cluster_arrive(bool releases);
GRIDLOCK_DEVICE void gridlock_cluster_wait(bool acquires);
GRIDLOCK_DEVICE void* gridlock_cluster_map(const void* address, unsigned rank);
GRIDLOCK_DEVICE unsigned gridlock_cluster_rank(const void* address);

}  // extern "C"
