// expect: passed
// Each kernel waits for the other: in two streams, both are on the device at once.
__global__ void meet(int* mine, int* other) {
  atomicExch(mine, 1);
  while (atomicAdd(other, 0) == 0) {
  }
}

int main() {
  int* flags;
  cudaStream_t first, second;
  cudaMalloc(&flags, 2 * sizeof(int));
  cudaMemset(flags, 0, 2 * sizeof(int));
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  meet<<<1, 1, 0, first>>>(flags, flags + 1);
  meet<<<1, 1, 0, second>>>(flags + 1, flags);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
