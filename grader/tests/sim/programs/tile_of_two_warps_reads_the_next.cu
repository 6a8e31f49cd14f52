// expect: data_race
// A tile meets, and reads what the tile beside it writes.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void neighbours(int* out) {
  __shared__ int left[128];
  const unsigned me = threadIdx.x;
  const auto tile = cg::tiled_partition<64>(cg::this_thread_block());
  left[me] = static_cast<int>(me);
  tile.sync();
  out[me] = left[(me + 64) % 128];
}

int main() {
  int* out;
  cudaMalloc(&out, 128 * sizeof(int));
  neighbours<<<1, 128>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
