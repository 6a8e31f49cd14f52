// The barrier of cooperative groups, which comes with CUDA.  It needs no words of ours.

#include <cooperative_groups.h>

__device__ void gpuSync(unsigned*, unsigned*, unsigned) {
  cooperative_groups::this_grid().sync();
}
