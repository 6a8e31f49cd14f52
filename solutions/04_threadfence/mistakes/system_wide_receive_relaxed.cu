// expect: data_race
// receiveRef() of system scope polls without an order: right only if the sender is never
// the host.
// overlay

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  cuda::atomic_ref<int, kScope> there(*flag);
  while (there.load(kScope == cuda::thread_scope_system
                        ? cuda::memory_order_relaxed
                        : cuda::memory_order_acquire) == 0) {
  }
  return *slot;
}
