// expect: data_race
// Two host threads, each with a stream, add to the same words.
#include <cuda_runtime.h>

#include <thread>

__global__ void add(int* values) { values[threadIdx.x] += 1; }

void work(int* values) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  add<<<1, 32, 0, stream>>>(values);
}

int main() {
  int* values;
  cudaMalloc(&values, 32 * sizeof *values);
  cudaMemset(values, 0, 32 * sizeof *values);
  cudaDeviceSynchronize();
  std::thread first(work, values), second(work, values);
  first.join();
  second.join();
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
