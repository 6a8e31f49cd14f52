// expect: advice bounded_wait
// The wait gives up after 200 looks and goes on without the signal.
__device__ int flag, late, done;

__global__ void wait_a_while() {
  if (blockIdx.x == 0) {
    int looks = 0;
    while (atomicAdd(&flag, 0) == 0 && looks < 200) ++looks;
    if (looks == 200) atomicAdd(&late, 1);
  } else {
    atomicAdd(&flag, 1);
  }
  atomicAdd(&done, 1);
}

int main() {
  wait_a_while<<<2, 1>>>();
  int ended = 0;
  cudaMemcpyFromSymbol(&ended, done, sizeof ended);
  return ended == 2 ? 0 : 1;
}
