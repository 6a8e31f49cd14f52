// expect: deadlock
// A barrier of two blocks that waits for its counter to be equal to the goal.
#include <cstdio>

// [kernel]
__device__ volatile int arrived;

__global__ void two_rounds() {
  for (int goal = 2; goal <= 4; goal += 2) {
    atomicAdd((int*)&arrived, 1);
    while (arrived != goal) {
    }
  }
}
// [kernel]

int main() {
  two_rounds<<<2, 1>>>();
  const cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorString(error));
  return error == cudaSuccess ? 0 : 1;
}
