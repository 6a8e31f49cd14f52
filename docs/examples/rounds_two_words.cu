// expect: passed
// The same with two words, which the rounds use in turn, and one barrier per round.
#include <cstdio>

// [kernel]
__global__ void rounds(int* seen) {
  __shared__ int word[2];
  for (int round = 0; round < 3; ++round) {
    if (threadIdx.x == 0) word[round % 2] = round + 1;
    __syncthreads();
    if (threadIdx.x == 1) seen[round] = word[round % 2];
  }
}
// [kernel]

int main() {
  int* seen;
  int host[3] = {};
  cudaMalloc(&seen, sizeof host);
  rounds<<<1, 2>>>(seen);
  cudaMemcpy(host, seen, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(seen);
  std::printf("%d %d %d\n", host[0], host[1], host[2]);
}
