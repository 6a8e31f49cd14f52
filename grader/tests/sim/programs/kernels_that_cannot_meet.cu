// expect: deadlock
// The second launch is in the default stream, which waits for the first.
__global__ void meet(int* mine, int* other) {
  atomicExch(mine, 1);
  while (atomicAdd(other, 0) == 0) {
  }
}

int main() {
  int* flags;
  cudaStream_t first;
  cudaMalloc(&flags, 2 * sizeof(int));
  cudaMemset(flags, 0, 2 * sizeof(int));
  cudaStreamCreate(&first);
  meet<<<1, 1, 0, first>>>(flags, flags + 1);
  meet<<<1, 1>>>(flags + 1, flags);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
