// expect: data_race
// missing: No __threadfence() lies between the write in line 15 and the volatile write in line 16
// told: W | |  block 0, thread 0  line 15  racing write
// told: W | |  block 0, thread 0  line 16  volatile write
// told: | R |  block 1, thread 0  line 18  volatile read
// told: | W |  block 1, thread 0  line 20  volatile write
// told: | | R  block 2, thread 0  line 22  volatile read
// told: | | R  block 2, thread 0  line 24  racing read
// The word goes from block 0 to block 2 by way of block 1, and no fence is on the way:
// all three blocks are part of the story.
#include <cuda_runtime.h>

__global__ void relay(int* data, volatile int* flags, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    flags[0] = 1;
  } else if (blockIdx.x == 1) {
    while (flags[0] == 0) {
    }
    flags[1] = 1;
  } else {
    while (flags[1] == 0) {
    }
    *out = *data;
  }
}

int main() {
  int *data, *flags, *out;
  cudaMalloc(&data, sizeof(int));
  cudaMalloc(&flags, 2 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(flags, 0, 2 * sizeof(int));
  relay<<<3, 1>>>(data, flags, out);
  cudaDeviceSynchronize();
  return 0;
}
