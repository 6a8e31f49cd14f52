// expect: wrong_result
// A thread reads what it copies before it has waited for it.
#include <cuda_pipeline.h>

__global__ void copy(const int* in, int* out) {
  __shared__ int words[4];
  __pipeline_memcpy_async(&words[threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  out[threadIdx.x] = words[threadIdx.x];
  __pipeline_wait_prior(0);
}

int main() {
  int *in, *out, host[4] = {1, 2, 3, 4};
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  copy<<<1, 4>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  return host[0] == 1 && host[3] == 4 ? 0 : 1;
}
