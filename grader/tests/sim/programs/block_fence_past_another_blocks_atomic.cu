// expect: passed
// What a block fence published to its own block stays published to it when an atomic of
// another block comes next: read-modify-writes carry the signal on.
__device__ int data, flag;

__global__ void hand_over(int* seen) {
  if (blockIdx.x == 1) {
    atomicAdd(&flag, 10);
  } else if (threadIdx.x == 0) {
    data = 42;
    __threadfence_block();
    atomicAdd(&flag, 1);
  } else {
    while (atomicAdd(&flag, 0) % 10 == 0) {
    }
    __threadfence_block();
    *seen = data;
  }
}

int main() {
  int *seen, result = 0;
  cudaMalloc(&seen, sizeof result);
  hand_over<<<2, 2>>>(seen);
  cudaMemcpy(&result, seen, sizeof result, cudaMemcpyDeviceToHost);
  return result == 42 ? 0 : 1;
}
