// expect: data_race
// missing: the other thread is in block 0 on device
// missing: use atomicAdd_system, and this scope wherever this word is used.
#include <cuda_runtime.h>

__global__ void play(int me, int rounds, int* turn, int* ball) {
  for (int round = 0; round < rounds; ++round) {
    while (atomicAdd(turn, 0) != 2 * round + me) {
    }
    __threadfence_system();  // Acquire: pairs with the other's release.
    *ball += 1;
    __threadfence_system();  // Release: the ball before the turn.
    atomicExch(turn, 2 * round + me + 1);
  }
}

int main() {
  const int rounds = 2;
  int *turn, *ball;
  cudaMalloc(&turn, sizeof(int));
  cudaMalloc(&ball, sizeof(int));
  cudaMemset(turn, 0, sizeof(int));
  cudaMemset(ball, 0, sizeof(int));
  cudaDeviceSynchronize();
  play<<<1, 1>>>(0, rounds, turn, ball);
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  play<<<1, 1>>>(1, rounds, turn, ball);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  int hits = 0;
  cudaMemcpy(&hits, ball, sizeof(int), cudaMemcpyDeviceToHost);
  return hits == 2 * rounds ? 0 : 1;
}
