// expect: data_race
// A store of another block ends what the atomics before it carried on: who sees it has
// not seen the signal.
__device__ int data, flag;

__global__ void hand_over(int* seen) {
  if (blockIdx.x == 1) {
    atomicAdd(&flag, 10);
    *const_cast<volatile int*>(&flag) = 1;
  } else if (threadIdx.x == 0) {
    data = 42;
    __threadfence_block();
    atomicAdd(&flag, 1);
  } else {
    while (*const_cast<volatile int*>(&flag) % 10 == 0) {
    }
    __threadfence_block();
    *seen = data;
  }
}

int main() {
  int* seen;
  cudaMalloc(&seen, sizeof(int));
  hand_over<<<2, 2>>>(seen);
  return 0;
}
