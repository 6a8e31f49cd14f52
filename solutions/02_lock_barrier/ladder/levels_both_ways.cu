// As arrival_in_levels; but the blocks of a group also wait at a word of their own, and
// the last block of all tells each group.  Should buy what is left where there are very
// many blocks: as long as all of them look at one word, the looks stand in line as the
// additions did.  With few blocks the way over the groups is one journey more.

#include "groups.cuh"

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();  // Orders the writes of all the block's threads before the arrival.
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0)
    meetInGroups(Word(*mutex), goal);
  __syncthreads();  // The block waits for thread 0, which has acquired for all.
}

#include "phases.cuh"
