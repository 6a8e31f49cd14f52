// expect: data_race
// missing: is in flight: a consumer_wait(), for the stage that it belongs to, must come
// No thread waits until the stage is filled.
#include <cooperative_groups.h>
#include <cuda/pipeline>

__global__ void sums(const int* in, int* out, int tiles) {
  __shared__ int stage[2][8];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  const auto block = cooperative_groups::this_thread_block();
  const unsigned me = threadIdx.x;
  auto pipe = cuda::make_pipeline(block, &state);
  const auto fetch = [&](int tile) {
    pipe.producer_acquire();
    cuda::memcpy_async(block, stage[tile % 2], &in[tile * 8], 8 * sizeof(int), pipe);
    pipe.producer_commit();
  };
  int sum = 0;
  fetch(0);
  for (int tile = 0; tile < tiles; ++tile) {
    if (tile + 1 < tiles) fetch(tile + 1);
    sum += stage[tile % 2][7 - me];
    pipe.consumer_release();
  }
  out[me] = sum;
}

int main() {
  int *in, *out, host[32], result[8];
  for (int i = 0; i < 32; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof result);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  sums<<<1, 8>>>(in, out, 4);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 8; ++i)
    if (result[i] != 48 + 4 * (7 - i)) return 1;
  return 0;
}
