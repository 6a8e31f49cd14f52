// expect: data_race
// Relaxed accesses through cuda::atomic_ref: atomic, but they order nothing else.
// overlay

#include <cuda/atomic>

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> arrived(*mutex);
    arrived.fetch_add(1, cuda::memory_order_relaxed);
    while (int(arrived.load(cuda::memory_order_relaxed) - goal) < 0) {
    }
  }
  __syncthreads();
}
