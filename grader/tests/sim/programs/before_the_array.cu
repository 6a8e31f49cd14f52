// expect: bad_access
// missing: Read outside every allocation: 4 bytes before the beginning of data
#include <cuda_runtime.h>

__global__ void work(int* data) { data[0] = data[int(threadIdx.x) - 1]; }

int main() {
  int* data;
  cudaMalloc(&data, 4 * sizeof(int));
  work<<<1, 1>>>(data);
  return cudaDeviceSynchronize();
}
