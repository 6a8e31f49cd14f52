// expect: passed
// thread: vllm-project/vllm#2760
// A whole word for each device.
__global__ void meet(int me, int* values, void* signal, int* out) {
  values[me] = me + 1;
  __threadfence_system();
  static_cast<volatile unsigned*>(signal)[me] = 1;
  while (static_cast<volatile unsigned*>(signal)[1 - me] != 1) {
  }
  __threadfence_system();
  out[me] = values[1 - me];
}

int main() {
  int *words, result[2] = {};
  cudaMalloc(&words, 6 * sizeof(int));
  cudaMemset(words, 0, 6 * sizeof(int));
  cudaDeviceSynchronize();
  meet<<<1, 1>>>(0, words, words + 2, words + 4);
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  meet<<<1, 1>>>(1, words, words + 2, words + 4);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaDeviceSynchronize();
  cudaMemcpy(result, words + 4, sizeof result, cudaMemcpyDeviceToHost);
  return result[0] == 2 && result[1] == 1 ? 0 : 1;
}
