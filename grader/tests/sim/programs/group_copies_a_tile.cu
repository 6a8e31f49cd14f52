// expect: passed
// A block copies together, in pieces of 16 bytes and in odd ones, and waits together.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;

__global__ void reverse(const int* in, int* out) {
  __shared__ __align__(16) int tile[16];
  __shared__ char odd[3];
  const auto block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in, sizeof tile);
  cg::memcpy_async(block, odd, 3, reinterpret_cast<const char*>(in) + 1, 5);
  cg::wait_prior<1>(block);
  out[threadIdx.x] = tile[15 - threadIdx.x];
  cg::wait(block);
  out[threadIdx.x] += odd[threadIdx.x % 3];
}

int main() {
  int *in, *out, host[16], result[16];
  for (int i = 0; i < 16; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  reverse<<<1, 16>>>(in, out);
  cudaMemcpy(result, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 16; ++i)
    if (result[i] != 15 - i) return 1;
  return 0;
}
