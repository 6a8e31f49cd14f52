// The barrier that CUDA provides. It keeps its own counter.
// overlay

#include <cooperative_groups.h>

__device__ void gpuSync(unsigned*, unsigned) { cooperative_groups::this_grid().sync(); }
