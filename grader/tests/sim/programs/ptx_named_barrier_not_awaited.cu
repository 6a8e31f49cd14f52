// expect: data_race
// The writer only arrives where it should wait for the reader: it writes the next round
// while the last one is read.
#include <cstdio>

constexpr int kRounds = 3;

__global__ void handOver(int* sums) {
  __shared__ int buffer[32];
  const int lane = threadIdx.x % 32;
  int sum = 0;
  for (int round = 0; round < kRounds; ++round) {
    if (threadIdx.x < 32) {
      buffer[lane] = lane + round;
      asm volatile("bar.arrive 1, 64;" ::: "memory");  // Full.
    } else {
      asm volatile("barrier.sync 1, 64;" ::: "memory");
      sum += buffer[31 - lane];
    }
  }
  if (threadIdx.x >= 32) sums[lane] = sum;
}

int main() {
  int* sums;
  cudaMallocManaged(&sums, 32 * sizeof(int));
  handOver<<<1, 64>>>(sums);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < 32; ++i) wrong += sums[i] != kRounds * (31 - i) + 3;
  printf("%d wrong\n", wrong);
  return wrong;
}
