// expect: passed
// Polls that give up after a while, and back-off: neither is taken for waiting forever.
__device__ volatile int flag;
__device__ int gave_up;

__global__ void wait_a_little() {
  if (blockIdx.x == 0) {
    int polls = 0;
    while (flag == 0 && polls < 50) ++polls;
    if (polls == 50) atomicAdd(&gave_up, 1);
  } else {
    for (int pause = 8; pause < 64; pause *= 2) __nanosleep(pause);
  }
}

int main() {
  wait_a_little<<<2, 1>>>();
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  int times = 0;
  cudaMemcpyFromSymbol(&times, gave_up, sizeof times);
  return times == 1 ? 0 : 1;
}
