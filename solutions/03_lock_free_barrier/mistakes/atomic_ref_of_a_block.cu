// expect: data_race
// Release and acquire, but only for the threads of one block.
// overlay

#include <cuda/atomic>

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_block>;
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  // ...
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;

  __syncthreads();
  if (thread == 0) Word(arrayIn[block]).store(goal, cuda::memory_order_release);
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (Word(arrayIn[i]).load(cuda::memory_order_acquire) != goal) {
      }
    __syncthreads();
    for (unsigned i = thread; i < blocks; i += threads)
      Word(arrayOut[i]).store(goal, cuda::memory_order_release);
  }
  if (thread == 0)
    while (Word(arrayOut[block]).load(cuda::memory_order_acquire) != goal) {
    }
  __syncthreads();
}
