// expect: data_race
// A copy between devices on a default stream waits for blocking streams, not for others.
#include <cuda_runtime.h>

__global__ void fill(int* data) { data[threadIdx.x] = 7; }

int main() {
  const int n = 4;
  int *a, *b;
  cudaStream_t apart;
  cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
  cudaMalloc(&a, n * sizeof(int));
  cudaSetDevice(1);
  cudaMalloc(&b, n * sizeof(int));
  cudaSetDevice(0);
  fill<<<1, n, 0, apart>>>(a);
  cudaMemcpyPeer(b, 1, a, 0, n * sizeof(int));
  cudaDeviceSynchronize();
  return 0;
}
