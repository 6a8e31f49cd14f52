// What the rungs of this ladder share: all of lab 04 but the message between blocks, as
// in the reference.

#pragma once

#include <cuda/atomic>

#include "message.cuh"

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_block();  // Release: the message, then the flag.  Pairs with A.
  *static_cast<volatile int*>(flag) = 1;
}

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  __threadfence_block();  // A.  Acquire: the flag, then the message.
  return *slot;
}

__device__ void sendToHost(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_system();  // Release: the message, then the flag.  Pairs with the host.
  *static_cast<volatile int*>(flag) = 1;  // Volatile has system scope.
}

__device__ void lock(int* mutex) {
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
  __threadfence();  // C.  Acquire: the lock, then what it guards.
}

__device__ void unlock(int* mutex) {
  __threadfence();  // Release: what the lock guards, then the lock.  Pairs with C.
  atomicExch(mutex, 0);
}

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;

  if (*now != kReady && atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    buildTable(table, recipe);
    __threadfence();  // Release: the table, then kReady.  Pairs with D.
    *now = kReady;
    return table;
  }

  while (*now != kReady) {
  }
  __threadfence();  // D.  Acquire: kReady, then the table.  Every reader needs its own.
  return table;
}

template <cuda::thread_scope kScope>
__device__ void sendRef(Message* slot, int* flag, Message message) {
  *slot = message;
  cuda::atomic_ref<int, kScope> there(*flag);
  there.store(1, cuda::memory_order_release);  // Pairs with E, or with the host.
}

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  cuda::atomic_ref<int, kScope> there(*flag);
  while (there.load(cuda::memory_order_acquire) == 0) {  // E.
  }
  return *slot;
}

__device__ void lockRef(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  while (held.exchange(1, cuda::memory_order_acquire) != 0) {  // F.
  }
}

__device__ void unlockRef(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  held.store(0, cuda::memory_order_release);  // Pairs with F.
}

__device__ const int* tableOnceRef(int* state, int* table, Recipe recipe) {
  cuda::atomic_ref<int, cuda::thread_scope_device> now(*state);
  if (now.load(cuda::memory_order_acquire) == kReady) return table;  // G.

  int expected = kEmpty;
  if (now.compare_exchange_strong(expected, kBusy, cuda::memory_order_relaxed)) {
    buildTable(table, recipe);
    now.store(kReady, cuda::memory_order_release);  // Pairs with G and H.
    return table;
  }

  while (now.load(cuda::memory_order_acquire) != kReady) {  // H.
  }
  return table;
}
