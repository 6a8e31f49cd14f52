// expect: passed
// schedules: 30
// Tiles of two warps meet on their own, and combine values in both ways.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__global__ void sums(int* out) {
  __shared__ cg::block_tile_memory<128> memory;
  __shared__ int left[128];
  const auto block = cg::this_thread_block(memory);
  const auto tile = cg::tiled_partition<64>(block);
  const unsigned me = tile.thread_rank(), first = 64 * tile.meta_group_rank();
  left[first + me] = static_cast<int>(first + me);
  tile.sync();
  const int neighbour = left[first + (me + 33) % 64];  // Of the other warp.
  const int sum = cg::reduce(tile, neighbour, cg::plus<int>());
  const bool odd = tile.any(neighbour == 1) && !tile.all(neighbour < 1);
  const int of_one = tile.shfl(neighbour, 40);
  if (me == 0) out[tile.meta_group_rank()] = sum + odd + 10000 * of_one;
}

int main() {
  int *out, result[2];
  cudaMalloc(&out, sizeof result);
  sums<<<1, 128>>>(out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result[0] == 2016 + 1 + 90000 && result[1] == 6112 + 730000 ? 0 : 1;
}
