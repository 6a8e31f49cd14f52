// Lab 02: the lock-based barrier
//
// All blocks of a grid work in rounds: no block begins a round before all have finished
// the previous one.  Here the grid waits for itself, inside one kernel.
//
// Use     __syncthreads(), __threadfence(), atomics, cuda::atomic_ref, volatile, the
//         occupancy API
// Change  what the lines marked TODO ask for
// Check   ./gridlock check 2        Hint   ./gridlock hint 2

#include <cuda_runtime.h>

// ---- 2a: the barrier ---------------------------------------------------------------

// Waits until all threads of all blocks have called it with this goal.  Then every thread
// may read whatever any thread of any block wrote before its own call.
//
//   mutex   counts arrivals: each block adds 1 at each barrier, and no block subtracts
//   goal    the value of *mutex when all blocks have arrived here: it grows by the number
//           of blocks from one barrier to the next
//
// Both count modulo 2^32, and may begin anywhere.  Grids and blocks have up to three
// dimensions; all blocks of the grid are resident.
__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  // TODO 1: one thread acts for its whole block.  Which one, if a block has three
  // dimensions?  And what must happen before it may?
  // TODO 2: it arrives: it adds 1 to *mutex.  A block that sees that must also see
  // everything that this block has written.
  // TODO 3: it waits for the others.  A fast block may already be at the next
  // barrier: what is *mutex then?  And what if goal is 3, and *mutex is 2^32 - 1?
  // TODO 4: what keeps its block's next reads from going first?  And where do the
  // other threads of the block wait?
}

// ---- 2b: rounds --------------------------------------------------------------------

// In round r = 0, 1, ..., rounds - 1, for each i in [0, n):
//
//   to[i] = from[i] + from[i - 2^r]    or from[i] alone, if i < 2^r
//
// Round 0 reads a and writes b, round 1 reads b and writes a, and so on in turn.  After
// enough rounds, element i is the sum of elements 0 to i of the original a.
//
//   n       0 to 2^30: may be fewer than the threads, or many more
//   rounds  0 to 30
//   start   the value of *mutex when the kernel begins
//
// Sums are modulo 2^32.  Behind the last round a barrier may stand, and need not.
__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned count = n, stride = blocks * threads;

  // TODO 5: in each round, share out the elements: with the numbers above, which of
  // them belong to which thread?
  // TODO 6: after each round all blocks meet, including those with nothing to do.
}

// ---- 2c: the launch ----------------------------------------------------------------

// Sets *blocks to the number of blocks of this shape, running `phases`, that the current
// device holds at most.  The device takes blocks of this shape.
cudaError_t residentBlocks(dim3 block, int* blocks) {
  // TODO 7: how many blocks does one multiprocessor hold, and how many
  // multiprocessors are there?
  *blocks = 0;
  return cudaErrorNotYetImplemented;
}

// Launches `phases` in the stream, on this grid or not at all: if its blocks cannot all
// run at once, nothing is launched and cudaErrorCooperativeLaunchTooLarge is returned.  A
// grid or a block of impossible size is refused as well, with any error.  If there is
// nothing to do, it may launch, refuse or just succeed.  An earlier error does not affect
// this call.  Does not wait for the kernel.
//
//   mutex   in device memory; nothing resets it between launches
//   start   in host memory: the value of *mutex when this kernel begins.  On return it is
//           right for the next launch in the stream, whatever that launch's grid, and
//           whether or not this launch was refused
cudaError_t launchPhases(dim3 grid, dim3 block, unsigned* a, unsigned* b, int n,
                         int rounds, unsigned* mutex, unsigned* start,
                         cudaStream_t stream) {
  // TODO 8: a launch with <<< >>> does not guarantee that all blocks run at once.
  // Which launch does?
  // TODO 9: how far does this launch move *mutex?  And if it is refused?
  return cudaErrorNotYetImplemented;
}
