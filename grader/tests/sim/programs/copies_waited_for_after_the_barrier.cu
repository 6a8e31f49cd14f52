// expect: data_race
// missing: The asynchronous copy
// Each thread waits for its own copies after the barrier: for those of others it has not.
#include <cuda_pipeline.h>

__global__ void sums(const int* in, int* out, int tiles) {
  __shared__ int stage[2][8];
  const unsigned me = threadIdx.x;
  const auto fetch = [&](int tile) {
    if (tile < tiles)
      __pipeline_memcpy_async(&stage[tile % 2][me], &in[tile * 8 + me], sizeof(int));
    __pipeline_commit();
  };
  int sum = 0;
  fetch(0);
  for (int tile = 0; tile < tiles; ++tile) {
    fetch(tile + 1);
    __syncthreads();
    __pipeline_wait_prior(1);
    sum += stage[tile % 2][7 - me];
    __syncthreads();  // Before the next copy goes here.
  }
  out[me] = sum;
}

int main() {
  int *in, *out, host[24], result[8];
  for (int i = 0; i < 24; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof result);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  sums<<<1, 8>>>(in, out, 3);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; ++i)
    if (result[i] != 24 + 3 * (7 - i)) return 1;
  return 0;
}
