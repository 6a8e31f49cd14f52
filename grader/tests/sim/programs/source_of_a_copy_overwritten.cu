// expect: data_race
// The source is written by another thread while the copy is on its way.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
__global__ void k(int* in, int* out) {
  __shared__ int s[4];
  auto b = cg::this_thread_block();
  cg::memcpy_async(b, s, in, sizeof s);
  in[3 - threadIdx.x] = 7;
  cg::wait(b);
  out[threadIdx.x] = s[threadIdx.x];
}
int main() {
  int* d;
  cudaMalloc(&d, 32);
  cudaMemset(d, 0, 32);
  k<<<1, 4>>>(d, d + 4);
  int e = cudaDeviceSynchronize();
  cudaFree(d);
  return e;
}
