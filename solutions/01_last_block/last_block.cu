// Lab 01: the last block
//
// Every block of a grid computes a partial result.  The block that finishes last merges
// them.  One launch does it all, and no block ever waits for another.
//
// Given   block_fold.cuh: blockFold(), and Affine, identity(), affineOf(), compose()
// Use     __syncthreads() and its relatives, __shared__, fences, atomics, atomic_ref
// Change  what the lines marked TODO ask for
// Check   ./gridlock check 1        Hint   ./gridlock hint 1

#include "block_fold.cuh"

// ---- 1a: the guard -----------------------------------------------------------------

// Returns true in one block only, the last to call it, and in every thread of that block.
// That block may then read whatever any thread of any block wrote before its own call.
//
//   counter   0 on entry, and 0 again when the kernel ends, so that the next
//             launch needs no help from the host
//
// All threads of all blocks call it, once per launch for each counter.  Grids and blocks
// are one-dimensional.  Kernels with separate counters may run at the same time.
__device__ bool lastBlock(int* counter) {
  int is_last = 0;  // Only thread 0 of the last block changes it.

  // BEGIN SOLUTION
  //# // TODO 1: thread 0 acts for its whole block.  What must happen before it may?
  //# // TODO 2: draw a ticket from *counter.  A block that sees the ticket must also see
  //# // everything that this block has written.
  //# // TODO 3: once this block holds the last ticket, what keeps the reads of the merge
  //# // from going first?  And which value of *counter does the next launch need?
  __syncthreads();  // Orders the writes of all the block's threads before the fence.

  if (threadIdx.x == 0) {
    __threadfence();  // Release: the block's writes, then the ticket.  Pairs with A.
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;

    if (is_last) {
      __threadfence();  // A.  Acquire: every other ticket, then the reads of the merge.
      *counter = 0;     // Every ticket is drawn: no other block touches it any more.
    }
  }
  // END SOLUTION

  // Tells all threads is_last; orders what thread 0 did before what all of them do next.
  return __syncthreads_or(is_last);
}

// ---- 1b: the sum -------------------------------------------------------------------
//
// Sums are modulo 2^32: add in unsigned, where overflow is defined.  n can be any number
// from 0 to 2^30; a block has any number of threads up to 1024.  `in` and `partial` may
// begin at any element of an array.

// Given: the sum of values[rank], values[rank + threads], and so on below index n: the
// share of thread `rank` of `threads` threads.
__device__ unsigned threadSum(const int* values, int n, unsigned rank, unsigned threads) {
  unsigned sum = 0;
  for (size_t i = rank; i < size_t(n); i += threads) sum += unsigned(values[i]);
  return sum;
}

// Two kernels.  This one writes each block's share of the sum of in[0..n) to partial.
//
//   partial   one slot per block, uninitialized on entry
__global__ void sumPartials(const int* in, int n, int* partial) {
  // BEGIN SOLUTION
  //# // TODO 4: together, the blocks' shares must be in[0..n), each element once.
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = blockFold(threadSum(in, n, rank, gridDim.x * blockDim.x));
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);
  // END SOLUTION
}

// The second kernel, launched next as a single block, writes the sum of
// partial[0..blocks) to *out.  It needs no fence: a kernel begins after the one before it
// in its stream has ended.
//
//   out       one number, uninitialized on entry
__global__ void sumFinal(const int* partial, int blocks, int* out) {
  // BEGIN SOLUTION
  //# // TODO 5: there may be more partial sums than threads, or fewer.
  const unsigned sum = blockFold(threadSum(partial, blocks, threadIdx.x, blockDim.x));
  if (threadIdx.x == 0) *out = int(sum);
  // END SOLUTION
}

// One kernel: writes the sum of in[0..n) to *out.
//
//   partial   one slot per block, uninitialized on entry
//   counter   0 on entry and on exit
//   out       one number, uninitialized on entry
__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  // BEGIN SOLUTION
  //# // TODO 6: do the work of both kernels, with your guard in between.
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = blockFold(threadSum(in, n, rank, gridDim.x * blockDim.x));
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);

  if (!lastBlock(counter)) return;

  const unsigned share = threadSum(partial, gridDim.x, threadIdx.x, blockDim.x);
  const unsigned total = blockFold(share);
  if (threadIdx.x == 0) *out = int(total);
  // END SOLUTION
}

// ---- 1c: where order matters -------------------------------------------------------

// Given: cuts `count` elements in a row into `threads` runs, as even as they can be, and
// returns where run `rank` begins.  It ends where the next one begins; some are empty.
__device__ size_t runBegin(int count, unsigned rank, unsigned threads) {
  return size_t(count) * rank / threads;
}

// Writes to *out the composition of affineOf(in[0]), affineOf(in[1]), ...,
// affineOf(in[n - 1]), in this order; identity() if n is 0.
//
//   partial   one slot per block, uninitialized on entry
//   counter   0 on entry and on exit
//   out       one map, uninitialized on entry
__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  // BEGIN SOLUTION
  //# // TODO 7: compose this thread's share of `in`.  Why would the share of threadSum()
  //# // mix up the order, and which one keeps it, within the block and between blocks?
  //# // TODO 8: let the last block compose the partial results.  In which order?
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned threads = gridDim.x * blockDim.x;
  const size_t end = runBegin(n, rank + 1, threads);

  Affine mine = identity();
  for (size_t i = runBegin(n, rank, threads); i < end; ++i)
    mine = compose(mine, affineOf(in[i]));
  mine = blockFold(mine);
  if (threadIdx.x == 0) partial[blockIdx.x] = mine;

  if (!lastBlock(counter)) return;

  const size_t blocks_end = runBegin(gridDim.x, threadIdx.x + 1, blockDim.x);

  Affine all = identity();
  for (size_t i = runBegin(gridDim.x, threadIdx.x, blockDim.x); i < blocks_end; ++i)
    all = compose(all, partial[i]);
  all = blockFold(all);
  if (threadIdx.x == 0) *out = all;
  // END SOLUTION
}

// ---- 1d: the guard in its other form -----------------------------------------------

// Makes the same promise as lastBlock; thread 0 tells the others through a flag in shared
// memory.
__device__ bool lastBlockShared(int* counter) {
  // BEGIN SOLUTION
  //# // TODO 9: one thread writes the flag, and all read it.  What must stand between?
  //# // And what happens if a kernel calls this twice, with two counters?
  //# return false;
  __shared__ bool is_last;

  // Orders the block's writes before the fence, and an earlier call's reads of is_last
  // before the write below.
  __syncthreads();

  if (threadIdx.x == 0) {
    __threadfence();  // Release: the block's writes, then the ticket.  Pairs with B.
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;

    if (is_last) {
      __threadfence();  // B.  Acquire: every other ticket, then the reads of the merge.
      *counter = 0;     // Every ticket is drawn.
    }
  }

  __syncthreads();  // Orders thread 0's write of is_last, and B, before what follows.
  return is_last;
  // END SOLUTION
}
