// Names no memory order, in 4d and for the lock and the table, so each operation is
// sequentially consistent.
// overlay

template <cuda::thread_scope kScope>
__device__ void sendRef(Message* slot, int* flag, Message message) {
  *slot = message;
  cuda::atomic_ref<int, kScope> there(*flag);
  there.store(1);
}

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  cuda::atomic_ref<int, kScope> there(*flag);
  while (there.load() == 0) {
  }
  return *slot;
}

__device__ void lock(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  while (held.exchange(1) != 0) {
  }
}

__device__ void unlock(int* mutex) {
  cuda::atomic_ref<int, cuda::thread_scope_device> held(*mutex);
  held.store(0);
}

__device__ const int* tableOnce(int* state, int* table, Recipe recipe) {
  cuda::atomic_ref<int, cuda::thread_scope_device> now(*state);
  if (now.load() == kReady) return table;
  int expected = kEmpty;
  if (now.compare_exchange_strong(expected, kBusy)) {
    buildTable(table, recipe);
    now.store(kReady);
    return table;
  }
  while (now.load() != kReady) {
  }
  return table;
}
