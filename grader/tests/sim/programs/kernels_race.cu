// expect: data_race
// command: --strict
// missing: No event orders
// missing: If they are meant to overlap, let both use that word with atomics.
// told: launch kernel 1
// told: launch kernel 2
// told: kernel 1, block 0, thread 0  line 12  racing write
// told: kernel 2, block 0, thread 0  line 12  racing write
// Two kernels in two streams write the same word: each step says whose it is.
#include <cuda_runtime.h>

__global__ void write(int* data) { *data = 1; }

int main() {
  int* data;
  cudaMalloc(&data, sizeof(int));
  cudaStream_t streams[2];
  for (auto& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  for (const auto stream : streams) write<<<1, 1, 0, stream>>>(data);
  cudaDeviceSynchronize();
  return 0;
}
