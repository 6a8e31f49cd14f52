// expect: data_race
// Arrives with acquire, which orders what comes after, not what was written before.
// overlay

#include <cuda/atomic>

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> arrived(*mutex);
    arrived.fetch_add(1, cuda::memory_order_acquire);
    while (int(arrived.load(cuda::memory_order_acquire) - goal) < 0) {
    }
  }
  __syncthreads();
}
