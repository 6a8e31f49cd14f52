// expect: passed
// thread: flashinfer-ai/flashinfer#3615
// The last block to leave sets the counter to zero.
__device__ void meet(unsigned* count, unsigned goal) {
  __threadfence();
  atomicAdd(count, 1);
  while (atomicAdd(count, 0) < goal) {
  }
  __threadfence();
}

__global__ void rounds(unsigned* count, unsigned* gone, int* slots, int* out) {
  for (unsigned round = 0; round < 2; ++round) {
    slots[2 * round + blockIdx.x] = round + 1;
    meet(count, (round + 1) * gridDim.x);
    out[blockIdx.x] = slots[2 * round + 1 - blockIdx.x];
  }
  if (atomicAdd(gone, 1) == gridDim.x - 1) {
    atomicExch(count, 0);
    atomicExch(gone, 0);
  }
}

int main() {
  unsigned* counts;
  int *slots, *out, result[2] = {};
  cudaMalloc(&counts, 2 * sizeof(unsigned));
  cudaMalloc(&slots, 4 * sizeof(int));
  cudaMalloc(&out, sizeof result);
  cudaMemset(counts, 0, 2 * sizeof(unsigned));
  for (int call = 0; call < 2; ++call) rounds<<<2, 1>>>(counts, counts + 1, slots, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result[0] == 2 && result[1] == 2 ? 0 : 1;
}
