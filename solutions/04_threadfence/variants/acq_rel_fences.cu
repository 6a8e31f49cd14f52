// The fences of libcu++, acquire and release: weaker than __threadfence(), but strong
// enough.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_block);
  *static_cast<volatile int*>(flag) = 1;
}

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_block);
  return *slot;
}

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
  *static_cast<volatile int*>(flag) = 1;
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (*static_cast<volatile int*>(flag) == 0) {
  }
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
  return *slot;
}

__device__ void sendToHost(Message* slot, int* flag, Message message) {
  *slot = message;
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_system);
  *static_cast<volatile int*>(flag) = 1;
}

__device__ void lock(int* mutex) {
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
}

__device__ void unlock(int* mutex) {
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
  atomicExch(mutex, 0);
}

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  volatile int* now = state;
  if (*now != kReady && atomicCAS(state, kEmpty, kBusy) == kEmpty) {
    buildTable(table, recipe);
    cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
    *now = kReady;
    return table;
  }
  while (*now != kReady) {
  }
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
  return table;
}
