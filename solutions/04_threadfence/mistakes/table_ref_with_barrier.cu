// expect: divergent_barrier
// tableOnceRef() ends with a barrier, but not all threads of a block need call it.
// overlay

__device__ const int* tableOnceRef(int* state, int* table, Recipe recipe) {
  cuda::atomic_ref<int, cuda::thread_scope_device> now(*state);
  __syncthreads();
  if (now.load(cuda::memory_order_acquire) == kReady) return table;
  // ...
}
