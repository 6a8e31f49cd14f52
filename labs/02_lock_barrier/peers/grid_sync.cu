// The barrier of cooperative groups, which comes with CUDA.  It needs no counter of ours.

#include <cooperative_groups.h>

__device__ void gpuSync(unsigned*, unsigned) { cooperative_groups::this_grid().sync(); }
