// expect: data_race
// Two stages for copies two tiles ahead: others still read where the next tile goes.
#include <cuda/pipeline>

__global__ void sums(const int* in, int* out, int tiles) {
  __shared__ int stage[2][8];
  const unsigned me = threadIdx.x;
  const auto one = cuda::aligned_size_t<alignof(int)>(sizeof(int));
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  const auto fetch = [&](int tile) {
    pipe.producer_acquire();
    if (tile < tiles)
      cuda::memcpy_async(&stage[tile % 2][me], &in[tile * 8 + me], one, pipe);
    pipe.producer_commit();
  };
  int sum = 0;
  fetch(0);
  fetch(1);
  for (int tile = 0; tile < tiles; ++tile) {
    pipe.consumer_wait();
    __syncthreads();
    sum += stage[tile % 2][7 - me];
    fetch(tile + 2);  // Into the stage that everybody has read before the barrier.
    pipe.consumer_release();
  }
  cuda::pipeline_consumer_wait_prior<0>(pipe);
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
