// expect: deadlock
// The first kernel fills the device and waits for the second, which finds no place.
__global__ void meet(int* mine, int* other) {
  atomicExch(mine, 1);
  while (atomicAdd(other, 0) == 0) {
  }
}

int main() {
  int *flags, sms, blocks;
  cudaStream_t first, second;
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, meet, 1, 0);
  cudaMalloc(&flags, 2 * sizeof(int));
  cudaMemset(flags, 0, 2 * sizeof(int));
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  meet<<<sms * blocks, 1, 0, first>>>(flags, flags + 1);
  meet<<<1, 1, 0, second>>>(flags + 1, flags);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
