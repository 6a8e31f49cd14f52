// One hop: there is no master.  Every block says that it has arrived, and the threads of
// every block watch the words of all blocks, each its own.  Should save one of two trips
// through the L2 cache, for more reads: N words in each of N blocks.  Measured on an
// H200, relative to the reference's time: 0.95, 1.39, 1.96, 3.5 and 4.6 with 1, 2, 4, 8
// and 16 blocks on each multiprocessor.  With two blocks or more, that is a bad trade.
// one_hop_after_a_nap.cu says why.  arrayOut is not used.
// overlay

#include <cuda/atomic>

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  using Word = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  // ...
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;

  __syncthreads();  // Orders the writes of all the block's threads before the arrival.
  // Release: the block's writes, then its arrival.  Pairs with A.
  if (thread == 0) Word(arrayIn[block]).store(goal, cuda::memory_order_release);

  // A.  Acquire: the arrivals, then the barrier.  Without a master a fast block may be at
  // the next goal before this thread has looked: that one counts as well.
  for (unsigned i = thread; i < blocks; i += threads)
    while (Word(arrayIn[i]).load(cuda::memory_order_acquire) - goal > 1u) {
    }
  __syncthreads();  // What each thread has seen comes before what all do next.
}
