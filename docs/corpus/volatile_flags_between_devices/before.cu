// expect: data_race
// thread: vllm-project/vllm#8404
// Two devices tell each other by volatile flags that their data is ready. No fence lies
// between the data and the flags.
__global__ void all_reduce(int me, int* values, volatile unsigned* flags, int* out) {
  values[me] = 10 * (me + 1);
  flags[me] = 1;
  while (flags[1 - me] != 1) {
  }
  out[me] = values[0] + values[1];
}

int main() {
  int *values, *out, result[2] = {};
  unsigned* flags;
  cudaMalloc(&values, sizeof result);
  cudaMalloc(&out, sizeof result);
  cudaMalloc(&flags, 2 * sizeof(unsigned));
  cudaMemset(flags, 0, 2 * sizeof(unsigned));
  cudaDeviceSynchronize();
  all_reduce<<<1, 1>>>(0, values, flags, out);
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  all_reduce<<<1, 1>>>(1, values, flags, out);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaDeviceSynchronize();
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result[0] == 30 && result[1] == 30 ? 0 : 1;
}
