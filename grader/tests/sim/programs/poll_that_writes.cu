// expect: passed
// A poll is a poll whatever it writes on the way: a copy of what it reads, or how often
// it has read.  Each launch polls in another way for what another thread of its one block
// stores.
#include <cuda_runtime.h>

__device__ void poll(int way, volatile float* mass, volatile float* other, float* m) {
  if (way == 0)
    while (mass[1] < 0) {
    }
  if (way == 1)
    while (mass[0] < 0 && mass[1] < 0) {
    }
  if (way == 2)
    while ((m[0] = mass[1]) < 0) {
    }
  if (way == 3)
    while (mass[0] < 0 && (m[0] = mass[1]) < 0) {
    }
  if (way == 4)
    for (int j = 0; mass[1] < 0;) j = 1 - j;
  if (way == 5) {
    int j = 0;
    while (mass[1] < 0) j++;
    m[0] = static_cast<float>(j);
  }
  if (way == 6)
    while (mass[1] < 0) m[0] += 1;
  if (way == 7)
    while ((other[0] = mass[1]) < 0) {
    }
}

__global__ void wait(int way, volatile float* mass) {
  __shared__ float m[2];
  m[threadIdx.x] = 0;
  if (threadIdx.x == 0) poll(way, mass, mass + 2, m);
  if (threadIdx.x == 1) mass[1] = 1;
}

int main() {
  constexpr int kWays = 8;
  float mass[3 * kWays];
  for (float& one : mass) one = -1;
  float* all;
  cudaMalloc(&all, sizeof mass);
  cudaMemcpy(all, mass, sizeof mass, cudaMemcpyHostToDevice);
  for (int way = 0; way < kWays; ++way) wait<<<1, 2>>>(way, all + 3 * way);
  cudaMemcpy(mass, all, sizeof mass, cudaMemcpyDeviceToHost);
  for (int way = 0; way < kWays; ++way)
    if (mass[3 * way + 1] != 1) return 1;
  return 0;
}
