// expect: advice missing_acquire_fence
// Fence before the signal, none after seeing it: hardware forgives, the rules do not.
__global__ void pass(int* data, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    *out = *data;
  }
}

int main() {
  int *data, *flag, *out, result = 0;
  cudaMalloc(&data, sizeof(int));
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  pass<<<2, 1>>>(data, flag, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result == 42 ? 0 : 1;
}
