// expect: data_race
// missing: No event orders the launch in line 23, in the stream second
// unsaid: had not been recorded
// The event that the wait is for says that a buffer is free; the first time, it is.
#include <cuda_runtime.h>

__global__ void set(int* out, int value) { out[threadIdx.x] = value; }

int main() {
  int* a;
  cudaStream_t first, second, other;
  cudaEvent_t drained;
  cudaSetDevice(1);
  cudaStreamCreate(&other);
  cudaEventCreate(&drained);
  cudaSetDevice(0);
  cudaMalloc(&a, 4 * sizeof(int));
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  set<<<1, 4, 0, first>>>(a, 1);
  // Nothing orders the two launches.
  cudaStreamWaitEvent(second, drained);
  set<<<1, 4, 0, second>>>(a, 2);
  cudaEventRecord(drained, other);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
