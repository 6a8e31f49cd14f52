// expect: passed
// The built-in variables behind a reference, a pointer and a group's functions.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ unsigned flat(const uint3& block, const dim3& extent, const uint3* thread) {
  return block.x * extent.x + thread->x;
}

__global__ void number(unsigned* out, unsigned* groups) {
  const unsigned i = flat(blockIdx, blockDim, &threadIdx);
  const dim3 copy = blockIdx;
  out[i] = i + copy.y;
  const cg::thread_block block = cg::this_thread_block();
  groups[i] = block.group_index().x * block.group_dim().x + block.thread_index().x;
}

int main() {
  unsigned *out, *groups;
  cudaMallocManaged(&out, 8 * sizeof(unsigned));
  cudaMallocManaged(&groups, 8 * sizeof(unsigned));
  number<<<2, 4>>>(out, groups);
  cudaDeviceSynchronize();
  for (unsigned i = 0; i < 8; ++i)
    if (out[i] != i || groups[i] != i) return 1;
  return 0;
}
