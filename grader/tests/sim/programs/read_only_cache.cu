// expect: data_race
// __ldg of what the same kernel wrote: no fence makes the read-only cache see it.
__global__ void pass(int* data, volatile int* flag, int* out) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    *out = __ldg(data);
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
