// Lab 04: fences
//
// One thread writes data and then tells others that it is there.  What guarantees that a
// thread that gets the signal also sees the data?  A fence on either side, wide enough to
// reach the other thread: in the block, on the device, or beyond it.
//
// Given   message.cuh: Message, buildTable() and Recipe, kEmpty, kBusy, kReady
// Use     __threadfence_block(), __threadfence(), __threadfence_system(), atomics,
//         volatile; in 4d cuda::atomic_ref instead of all these
// Change  what the lines marked TODO ask for
// Check   ./gridlock check 4        Hint   ./gridlock hint 4

#include <cuda/atomic>

#include "message.cuh"

// ---- 4a: a message, with the narrowest fence that will do --------------------------
//
//   slot   one message, uninitialized on entry
//   flag   0 on entry; any other value says that the message is in the slot: your
//          receiver must also understand a sender that raises it to another value
//          than yours
//
// One thread sends, once per slot, and one thread receives.  A function that receives
// waits for the message, and may then clear the flag in any way, with a plain store, too:
// the sender is done with it.

// Both threads are in one block; slot and flag are in its shared memory.
__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  // TODO 1: fill the slot, then raise the flag.  What keeps the two in this order
  // for a thread of this block?
}

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  // TODO 2: wait for the flag, then read the slot.  A plain read of the flag may
  // happen once and never again: which kind of read repeats?  And what must follow?
  return Message{};
}

// The threads are in different blocks; slot and flag are in global memory.
__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  // TODO 3: the same for a reader in another block.
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  // TODO 4: the same for a writer in another block.
  return Message{};
}

// The host waits while the kernel runs; slot and flag are in host memory that is mapped
// into the device's address space.
__device__ void sendToHost(Message* slot, int* flag, Message message) {
  // TODO 5: the same for the host.  Mind the scope of the store to the flag as well.
}

// ---- 4b: a lock that publishes -----------------------------------------------------
//
// One thread at a time holds the lock, however many want it.  The next holder, in any
// block of any kernel on the device, sees what this one did between lock() and unlock().
//
//   mutex   0 at the start; what it holds later, while a thread holds the lock or none
//           does, is up to these two functions

__device__ void lock(int* mutex) {
  // TODO 6: take the lock, or wait until it is free.  What must not move before it?
}

__device__ void unlock(int* mutex) {
  // TODO 7: release the lock.  What must not move after it?
}

// ---- 4c: published once, read many times -------------------------------------------

// Returns the table, whole.  The first caller builds it, with buildTable(table, recipe),
// and no thread builds it again.  All threads of all blocks may call this, even of
// kernels that run at the same time, each with a recipe of its own, and as often as each
// likes, or never; most calls find the table ready, and should cost little.
//
//   state   kEmpty at the start
//   table   one for each state: kTableSize entries, uninitialized at the start
__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  // TODO 8: one thread turns kEmpty into kBusy, builds, and stores kReady; the others
  // wait.  Where are the two fences, and which calls pass the second one?
  return table;
}

// ---- 4d: a message without a fence -------------------------------------------------
//
// With a cuda::atomic_ref, the store and the load themselves can carry the order.

// As in 4a; kScope says how far apart the two threads are, so it is the scope to use: a
// wider one costs points.  With system scope, either may be the host.
template <cuda::thread_scope kScope>
__device__ void sendRef(Message* slot, int* flag, Message message) {
  // TODO 9: which memory order does the store need?
}

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  // TODO 10: which memory order does the load need?
  return Message{};
}
