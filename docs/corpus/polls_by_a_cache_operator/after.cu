// expect: passed
// thread: NVIDIA/cub#356
// The flags are read through volatile.
__global__ void gather(int* data, int* flags, int* out) {
  if (blockIdx.x > 0) {
    data[blockIdx.x] = 10 * blockIdx.x;
    __threadfence();
    *(volatile int*)&flags[blockIdx.x] = 1;
    return;
  }
  int sum = 0;
  for (int block = 1; block < gridDim.x; ++block) {
    while (*(volatile int*)&flags[block] == 0) {
    }
    __threadfence();
    sum += data[block];
  }
  *out = sum;
}

int main() {
  const int blocks = 3;
  int *data, *flags, *out, result = 0;
  cudaMalloc(&data, blocks * sizeof(int));
  cudaMalloc(&flags, blocks * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(flags, 0, blocks * sizeof(int));
  gather<<<blocks, 1>>>(data, flags, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result == 30 ? 0 : 1;
}
