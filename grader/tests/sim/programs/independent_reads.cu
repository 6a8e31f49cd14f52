// expect: passed
// Two writers, two readers that fence between their reads: they agree on the order.
__device__ volatile int word[2];

__global__ void watch(int* seen) {
  if (blockIdx.x < 2) {
    word[blockIdx.x] = 1;
  } else {
    const int mine = blockIdx.x - 2;
    seen[2 * mine] = word[mine];
    __threadfence();
    seen[2 * mine + 1] = word[1 - mine];
  }
}

int main() {
  int *seen, r[4];
  cudaMalloc(&seen, sizeof r);
  watch<<<4, 1>>>(seen);
  cudaMemcpy(r, seen, sizeof r, cudaMemcpyDeviceToHost);
  return r[0] == 1 && r[1] == 0 && r[2] == 1 && r[3] == 0;
}
