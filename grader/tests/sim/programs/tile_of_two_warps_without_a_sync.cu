// expect: data_race
// A tile reads what its other warp writes, and does not meet.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void neighbours(int* out) {
  __shared__ int left[128];
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  const unsigned me = tile.thread_rank(), first = 64 * tile.meta_group_rank();
  left[first + me] = static_cast<int>(first + me);
  cg::sync(cg::tiled_partition<32>(tile));
  out[first + me] = left[first + (me + 33) % 64];
}

int main() {
  int* out;
  cudaMalloc(&out, 128 * sizeof(int));
  neighbours<<<1, 128>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
