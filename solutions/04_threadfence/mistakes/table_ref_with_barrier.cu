// expect: divergent_barrier
// tableOnceRef() ends with a barrier: threads of a block need not all ask.
// overlay

__device__ const int* tableOnceRef(int* state, int* table, Recipe recipe) {
  cuda::atomic_ref<int, cuda::thread_scope_device> now(*state);
  __syncthreads();
  if (now.load(cuda::memory_order_acquire) == kReady) return table;
  // ...
}
