// expect: passed
// Ragged tile with zfill, three stages, wait_prior(1).
#include <cuda_pipeline.h>
__global__ void k(const float* in, float* out, int n) {
  __shared__ float s[3][4];
  int me = threadIdx.x;
  int tiles = (n + 3) / 4;
  auto fetch = [&](int t) {
    if (t < tiles) {
      int i = t * 4 + me;
      bool in_ = i < n;
      __pipeline_memcpy_async(&s[t % 3][me], &in[in_ ? i : 0], 4, in_ ? 0 : 4);
    }
    __pipeline_commit();
  };
  fetch(0);
  fetch(1);
  float a = 0;
  for (int t = 0; t < tiles; ++t) {
    __pipeline_wait_prior(1);
    __syncthreads();
    a += s[t % 3][3 - me];
    fetch(t + 2);
  }
  out[me] = a;
}
int main() {
  float h[10], *d, r[4];
  for (int i = 0; i < 10; ++i) h[i] = i + 1;
  cudaMalloc(&d, 56);
  cudaMemcpy(d, h, 40, cudaMemcpyHostToDevice);
  k<<<1, 4>>>(d, d + 10, 10);
  cudaMemcpy(r, d + 10, 16, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return r[3] == 1 + 5 + 9 && r[2] == 2 + 6 + 10 && r[1] == 3 + 7 && r[0] == 12 ? 0 : 1;
}
