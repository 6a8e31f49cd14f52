// Lab 03: the lock-free barrier
//
// All blocks of a grid work in rounds, as in lab 02, but there is no common counter.
// Each block has two words of its own: in one it says that it has arrived, in the other
// it is told to go on.
//
// Use     __syncthreads(), __threadfence(), volatile; or loads and stores of
//         cuda::atomic_ref, from <cuda/atomic>.  gpuSync() has no read-modify-write.
// Change  what the lines marked TODO ask for
// Check   ./gridlock check 3        Hint   ./gridlock hint 3

#include <cuda_runtime.h>

// ---- 3a: the barrier ---------------------------------------------------------------

// Waits until all threads of all blocks have called it with this goal.  Then every thread
// may read whatever any thread of any block wrote before its own call.
//
//   arrayIn    one word per block, in which that block says that it has arrived
//   arrayOut   one word per block, in which that block is told to go on; which words of
//              both you use, and for what, is up to you: all may watch arrayOut[0]
//   goal       grows by 1 from one barrier to the next, modulo 2^32.  No word of the two
//              arrays holds it yet: each holds an earlier goal, of fewer than 2^31
//              barriers ago
//
// Grids and blocks have up to three dimensions, and there may be more blocks than a block
// has threads.  All blocks of the grid are resident.  Grids with separate arrays may run
// at the same time.
__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  // TODO 1: one thread of each block writes the goal to its word of arrayIn.  What
  // must happen before it may?  A thread that sees the goal must see everything that
  // the block has written.
  // TODO 2: the threads of one block, the master, poll arrayIn, each its own words.
  // Which block exists in every grid?  The compiler may turn plain reads in a loop
  // into one read before the loop: which kind of read may it not move?
  // TODO 3: when all of its threads have seen what they waited for, the master
  // writes the goal to every word of arrayOut.  What keeps a fast thread of the
  // master from doing so too early?  And what makes the master pass on what it knows
  // only second-hand?
  // TODO 4: each block waits for its word of arrayOut.  What keeps its next reads
  // from going first, and where do its other threads wait?
}

// ---- 3b: a sort --------------------------------------------------------------------

// Sorts data[0..n), smallest first, in n rounds, 0 to n - 1: an even round puts the pairs
// (0, 1), (2, 3), ... in order, and an odd round the pairs (1, 2), (3, 4), ...
//
//   data    any unsigned numbers, some of them equal
//   n       0 to 2^20: may be fewer than the threads, or many more
//   start   the words of arrayIn and arrayOut hold it, or earlier goals.  The kernel uses
//           start + 1 and the goals that follow it, n at most
__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned count = n, rank = block * threads + thread, stride = blocks * threads;

  // TODO 5: share out the pairs of a round over all threads of the grid: each pair
  // has one thread; a thread may have several pairs, or none.
  // TODO 6: all blocks meet between two rounds.  Which goal do they use in the first?
}
