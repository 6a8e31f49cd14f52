// expect: wrong_result
// The stream that was given its work first need not be first.
__global__ void sign(int* last, int name) { atomicExch(last, name); }

int main() {
  int *last, host;
  cudaStream_t first, second;
  cudaMalloc(&last, sizeof(int));
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  sign<<<1, 1, 0, first>>>(last, 1);
  sign<<<1, 1, 0, second>>>(last, 2);
  cudaMemcpy(&host, last, sizeof(int), cudaMemcpyDeviceToHost);
  return host == 2 ? 0 : 1;
}
