// expect: data_race
// says: take the scope from kScope
// unsaid: use cuda::thread_scope_system
// Both functions of 4d have device scope at every distance.
// overlay

template <cuda::thread_scope kScope>
__device__ void sendRef(Message* slot, int* flag, Message message) {
  *slot = message;
  cuda::atomic_ref<int, cuda::thread_scope_device>(*flag).store(
      1, cuda::memory_order_release);
}

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ref(*flag);
  while (ref.load(cuda::memory_order_acquire) == 0) {
  }
  return *slot;
}
