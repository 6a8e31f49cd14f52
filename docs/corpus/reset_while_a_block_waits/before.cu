// expect: deadlock
// thread: flashinfer-ai/flashinfer#3615
// After the last barrier block 0 sets the counter of the barrier to zero. A block that
// has not yet seen the full count then waits forever.
__device__ void meet(unsigned* count, unsigned goal) {
  __threadfence();
  atomicAdd(count, 1);
  while (atomicAdd(count, 0) < goal) {
  }
  __threadfence();
}

__global__ void rounds(unsigned* count, int* slots, int* out) {
  for (unsigned round = 0; round < 2; ++round) {
    slots[2 * round + blockIdx.x] = round + 1;
    meet(count, (round + 1) * gridDim.x);
    out[blockIdx.x] = slots[2 * round + 1 - blockIdx.x];
  }
  if (blockIdx.x == 0) atomicExch(count, 0);
}

int main() {
  unsigned* counts;
  int *slots, *out, result[2] = {};
  cudaMalloc(&counts, 2 * sizeof(unsigned));
  cudaMalloc(&slots, 4 * sizeof(int));
  cudaMalloc(&out, sizeof result);
  cudaMemset(counts, 0, 2 * sizeof(unsigned));
  for (int call = 0; call < 2; ++call) rounds<<<2, 1>>>(counts, slots, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result[0] == 2 && result[1] == 2 ? 0 : 1;
}
