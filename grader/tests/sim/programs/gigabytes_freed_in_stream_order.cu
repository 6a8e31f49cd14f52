// expect: passed
// schedules: 3
// cudaFreeAsync of much memory is ordered with every use of it, and takes none itself.
#include <cuda_runtime.h>
__global__ void set(int* p, size_t step) { p[threadIdx.x * step] = 1; }

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  for (int round = 0; round < 12; ++round) {
    int* data;
    if (cudaMallocAsync(&data, 5ull << 30, stream) != cudaSuccess) return 1;
    set<<<1, 64, 0, stream>>>(data, 1 << 24);
    cudaFreeAsync(data, stream);
    if (cudaStreamSynchronize(stream) != cudaSuccess) return 2;
  }
}
