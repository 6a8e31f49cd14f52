// expect: data_race
// missing: cudaStreamSynchronize(stream) must come between line 13 and line 15
#include <cstdio>
__global__ void set(int* out, int value) { out[threadIdx.x] = value; }

int main() {
  int *host, *out;
  cudaStream_t stream;
  cudaMallocHost(&host, 4 * sizeof(int));
  cudaMalloc(&out, 4 * sizeof(int));
  cudaStreamCreate(&stream);
  set<<<1, 4, 0, stream>>>(out, 1);
  cudaMemcpyAsync(host, out, 4 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  int sum = 0;
  for (int i = 0; i < 4; ++i) sum += host[i];
  std::printf("%d\n", sum);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
