// No master: each thread watches up to 32 words at a time, and polls those again that
// are not at the goal yet.  In this way, many blocks poll many words very often.
// overlay

#include <cuda/atomic>

using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned thread =
      threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);

  __syncthreads();
  if (thread == 0) {
    Word(arrayIn[block]).store(goal, cuda::memory_order_release);
    Word(arrayOut[block]).store(goal, cuda::memory_order_relaxed);
  }

  for (unsigned first = thread; first < blocks; first += 32 * threads) {
    unsigned waits = 0;
    for (unsigned i = 0; i < 32 && first + i * threads < blocks; ++i) waits |= 1u << i;
    while (waits) {
      for (unsigned rest = waits; rest; rest &= rest - 1) {
        const unsigned i = __ffs(int(rest)) - 1;
        const unsigned seen =
            Word(arrayIn[first + i * threads]).load(cuda::memory_order_acquire);
        if (seen - goal < 2) waits &= ~(1u << i);  // It may be a call ahead.
      }
    }
  }
  __syncthreads();  // Each thread passes on what it has acquired.
}
