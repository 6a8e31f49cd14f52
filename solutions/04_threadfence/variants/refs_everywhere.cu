// cuda::atomic_ref with acquire and release in 4a to 4c as well, and not one fence.
// overlay

__device__ void sendInBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  cuda::atomic_ref<int, cuda::thread_scope_block>(*flag).store(
      1, cuda::memory_order_release);
}

__device__ Message receiveInBlock(const Message* slot, int* flag) {
  while (cuda::atomic_ref<int, cuda::thread_scope_block>(*flag).load(
             cuda::memory_order_acquire) == 0) {
  }
  return *slot;
}

__device__ void sendToBlock(Message* slot, int* flag, Message message) {
  *slot = message;
  cuda::atomic_ref<int, cuda::thread_scope_device>(*flag).store(
      1, cuda::memory_order_release);
}

__device__ Message receiveFromBlock(const Message* slot, int* flag) {
  while (cuda::atomic_ref<int, cuda::thread_scope_device>(*flag).load(
             cuda::memory_order_acquire) == 0) {
  }
  return *slot;
}

__device__ void sendToHost(Message* slot, int* flag, Message message) {
  *slot = message;
  cuda::atomic_ref<int, cuda::thread_scope_system>(*flag).store(
      1, cuda::memory_order_release);
}

__device__ void lock(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  while (held.exchange(1, cuda::memory_order_acquire) != 0) {
  }
}

__device__ void unlock(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  held.store(0, cuda::memory_order_release);
}

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
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
