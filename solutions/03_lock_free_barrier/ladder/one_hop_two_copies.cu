// One hop, in two copies: arrayOut, for which there is no other use without a master, is
// a second arrayIn.  Each block writes that it has arrived into both, and watches one of
// them, after a short nap.  Should buy half of what the looks at the few lines of the L2
// cache in which the words lie stand in each other's way.

#include <cuda_runtime.h>

#include <cuda/atomic>

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;

  __syncthreads();  // Orders the writes of all the block's threads before the arrival.
  if (thread == 0) {
    // Release: the block's writes, then its arrival in either array.  Pairs with A.
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
    Word(arrayIn[block]).store(goal, cuda::memory_order_relaxed);
    Word(arrayOut[block]).store(goal, cuda::memory_order_relaxed);
  }

  // Who looks now is too early, and stands in the way of the stores that it waits for.
  if (thread < blocks) __nanosleep(100);

  // A.  Acquire: the arrivals, then the barrier.  Without a master a fast block may be at
  // the next goal before this thread has looked, so reached or passed is what counts.
  unsigned* const watched = block % 2 ? arrayOut : arrayIn;
  for (unsigned i = thread; i < blocks; i += threads)
    while (int(Word(watched[i]).load(cuda::memory_order_acquire) - goal) < 0) {
    }
  __syncthreads();  // What each thread has seen comes before what all do next.
}

#include "sort.cuh"
