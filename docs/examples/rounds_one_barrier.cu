// expect: data_race
// Two threads of a block, two rounds: thread 0 writes, a barrier, thread 1 reads.
#include <cstdio>

// [kernel]
__global__ void rounds(int* seen) {
  __shared__ int word;
  for (int round = 0; round < 2; ++round) {
    if (threadIdx.x == 0) word = round + 1;
    __syncthreads();
    if (threadIdx.x == 1) seen[round] = word;
  }
}
// [kernel]

int main() {
  int* seen;
  int host[2] = {};
  cudaMalloc(&seen, sizeof host);
  rounds<<<1, 2>>>(seen);
  cudaMemcpy(host, seen, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(seen);
  std::printf("%d %d\n", host[0], host[1]);
}
