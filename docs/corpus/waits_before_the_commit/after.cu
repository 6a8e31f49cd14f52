// expect: passed
// thread: csarofeen/pytorch#2463
// The wait comes after the commit.
#include <cuda_pipeline.h>

__global__ void add_tiles(const int* in, int tiles, int* out) {
  __shared__ int buffers[2][64];
  const int t = threadIdx.x;
  int sum = 0;
  __pipeline_memcpy_async(&buffers[0][t], &in[t], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int tile = 0; tile < tiles; ++tile) {
    if (tile + 1 < tiles)
      __pipeline_memcpy_async(&buffers[(tile + 1) % 2][t], &in[(tile + 1) * 64 + t],
                              sizeof(int));
    __pipeline_commit();
    sum += buffers[tile % 2][63 - t];
    __pipeline_wait_prior(0);
    __syncthreads();
  }
  out[t] = sum;
}

int main() {
  const int tiles = 4;
  int host[tiles * 64], *in, *out, result[64];
  for (int i = 0; i < tiles * 64; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof result);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  add_tiles<<<1, 64>>>(in, tiles, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i)
    if (result[i] != tiles * (63 - i) + 64 * 6) return 1;
  return 0;
}
