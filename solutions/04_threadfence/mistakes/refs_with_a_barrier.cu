// expect: divergent_barrier
// A barrier in each of the two functions, which not all threads of a block call.
// says: stores the flag with release
// unsaid: fences
// overlay

template <cuda::thread_scope kScope>
__device__ void sendRef(Message* slot, int* flag, Message message) {
  *slot = message;
  __syncthreads();
  cuda::atomic_ref<int, kScope>(*flag).store(1, cuda::memory_order_relaxed);
}

template <cuda::thread_scope kScope>
__device__ Message receiveRef(const Message* slot, int* flag) {
  while (cuda::atomic_ref<int, kScope>(*flag).load(cuda::memory_order_relaxed) == 0) {
  }
  __syncthreads();
  return *slot;
}
