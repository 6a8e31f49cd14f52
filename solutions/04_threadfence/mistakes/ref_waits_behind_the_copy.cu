// expect: data_race
// says: it must come after that wait
// unsaid: No __syncthreads()
// 4d's receiver copies the slot, and only then waits.
// overlay

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  cuda::atomic_ref<int, kScope> ref(*flag);
  const Message copy = *slot;
  while (ref.load(cuda::memory_order_acquire) == 0) {
  }
  return copy;
}
