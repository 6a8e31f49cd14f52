// The barrier that CUDA brings along. It keeps a counter of its own.
// overlay

#include <cooperative_groups.h>

__device__ void gpuSync(unsigned*, unsigned) { cooperative_groups::this_grid().sync(); }
