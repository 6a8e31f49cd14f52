// Lab 03: the lock-free barrier
//
// All blocks of a grid work in rounds, as in lab 02; but nobody adds to a common counter.
// Each block has two words of its own: in one it says that it has arrived, in the other
// it is told to go on.
//
// Use     __syncthreads(), __threadfence(), volatile; or loads and stores of
//         cuda::atomic_ref, from <cuda/atomic>.  No atomic that reads and writes in one.
// Change  what the lines marked TODO ask for
// Check   ./gridlock check 3        Hint   ./gridlock hint 3

#include <cuda_runtime.h>

// ---- 3a: the barrier ---------------------------------------------------------------

// Waits until all threads of all blocks have called it with this goal.  Then every thread
// may read whatever any thread of any block wrote before its own call.
//
//   arrayIn    a word for each block, in which that block says that it has arrived
//   arrayOut   a word for each block, in which that block is told to go on
//   goal       one barrier after another it grows by 1, modulo 2^32.  No word of the two
//              arrays holds it yet: each has the goal of an earlier barrier, at most
//              2^32 - 2^20 barriers ago
//
// Grid and blocks have up to three dimensions, and there may be more blocks than a block
// has threads.  All blocks of the grid are resident.  Grids that have arrays of their own
// may run at the same time.
__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // TODO 1: number the blocks of the grid, and the threads of a block, from 0.
  // Both may have three dimensions.
  // TODO 2: one thread of each block writes the goal to its word of arrayIn.  From
  // when on may it?  Whoever sees it must see all that the block has written.
  // TODO 3: the threads of one block, the master, watch arrayIn, each its own words.
  // Which block is there in every grid?  The compiler may turn plain reads in a
  // loop into one read before it: which reads not?
  // TODO 4: when all of its threads have seen what they waited for, the master
  // writes the goal to every word of arrayOut.  What keeps a fast thread of it from
  // doing so too early?  And what makes it hand on what it has only heard of?
  // TODO 5: each block waits for its word of arrayOut.  What keeps its next reads
  // from going first, and where do its other threads wait?
}

// ---- 3b: a sort --------------------------------------------------------------------

// Sorts data[0..n), the least first, in n rounds, 0 to n - 1: in an even round the pairs
// (0, 1), (2, 3), ... are put in order, in an odd one (1, 2), (3, 4), ...
//
//   data    any unsigned numbers, some of them equal
//   n       0 to 2^20: fewer than there are threads, or many more
//   start   the words of arrayIn and arrayOut hold it, or goals from before it.  Uses the
//           goals start + 1 to start + n, or fewer of them
__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // TODO 6: share out the pairs of a round over all threads of the grid: each pair
  // has one thread, a thread may have several pairs, or none.
  // TODO 7: all blocks meet after each round.  Which goal do they have in the first?
}
