// expect: data_race
// The store releases, but the load is relaxed: half a bridge.
// overlay

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  cuda::atomic_ref<int, kScope> there(*flag);
  while (there.load(cuda::memory_order_relaxed) == 0) {
  }
  return *slot;
}
