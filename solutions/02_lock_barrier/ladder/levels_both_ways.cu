// As arrival_in_levels; but the blocks of a group also wait at a word of their own, and
// the last block of all tells each group.  Should buy what is left where there are very
// many blocks: as long as all of them look at one word, the looks stand in line as the
// additions did.  One fence between two steps does both, acquire and release.  With few
// blocks the way over the groups is one journey more.

#include "groups.cuh"

__device__ void gpuSync(unsigned* mutex, unsigned goal) { meetInGroups(mutex, goal); }

#include "phases.cuh"
