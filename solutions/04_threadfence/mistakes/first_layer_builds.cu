// expect: deadlock
// Only threads of a block's first layer may build: if only others ask, all wait for ever.

#include <cuda/atomic>

#include "message.cuh"

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_block();
  *static_cast<volatile int*>(flag) = 1;
}

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  __threadfence_block();
  return *slot;
}

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence();
  *static_cast<volatile int*>(flag) = 1;
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  __threadfence();
  return *slot;
}

__device__ void sendToHost(Message* slot, int* flag, Message message) {
  *slot = message;
  __threadfence_system();
  *static_cast<volatile int*>(flag) = 1;
}

__device__ void lock(int* mutex) {
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
  __threadfence();
}

__device__ void unlock(int* mutex) {
  __threadfence();
  atomicExch(mutex, 0);
}

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;

  if (*now != kReady && threadIdx.z == 0 && atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    buildTable(table, recipe);
    __threadfence();
    *now = kReady;
    return table;
  }

  while (*now != kReady) {
  }
  __threadfence();
  return table;
}

template <cuda::thread_scope kScope>
__device__ void sendRef(Message* slot, int* flag, Message message) {
  *slot = message;
  cuda::atomic_ref<int, kScope> there(*flag);
  there.store(1, cuda::memory_order_release);
}

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  cuda::atomic_ref<int, kScope> there(*flag);
  while (there.load(cuda::memory_order_acquire) == 0) {
  }
  return *slot;
}

__device__ void lockRef(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  while (held.exchange(1, cuda::memory_order_acquire) != 0) {
  }
}

__device__ void unlockRef(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  held.store(0, cuda::memory_order_release);
}

__device__ const int* tableOnceRef(int* state, int* table, Recipe recipe) {
  cuda::atomic_ref<int, cuda::thread_scope_device> now(*state);
  if (now.load(cuda::memory_order_acquire) == kReady) return table;

  int expected = kEmpty;
  if (now.compare_exchange_strong(expected, kBusy, cuda::memory_order_relaxed)) {
    buildTable(table, recipe);
    now.store(kReady, cuda::memory_order_release);
    return table;
  }

  while (now.load(cuda::memory_order_acquire) != kReady) {
  }
  return table;
}
