// The master's threads look at their words once and then vote whether any of them waits:
// a whole block polls, through a barrier.  In the other blocks every thread polls.
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
  if (thread == 0) Word(arrayIn[block]).store(goal, cuda::memory_order_release);

  if (block == blocks - 1) {
    unsigned next = thread;  // The first of this thread's words that has not come.
    do {
      while (next < blocks &&
             Word(arrayIn[next]).load(cuda::memory_order_acquire) == goal)
        next += threads;
    } while (__syncthreads_or(next < blocks));
    for (unsigned i = thread; i < blocks; i += threads)
      Word(arrayOut[i]).store(goal, cuda::memory_order_release);
  } else {
    while (Word(arrayOut[block]).load(cuda::memory_order_acquire) != goal) {
    }
  }
}
