// expect: data_race
// missing: because its event ready had not been recorded: cudaEventRecord must come
__global__ void set(int* out, int value) { out[threadIdx.x] = value; }

int main() {
  int* a;
  cudaStream_t first, second;
  cudaEvent_t ready;
  cudaMalloc(&a, 4 * sizeof(int));
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEventCreate(&ready);
  set<<<1, 4, 0, first>>>(a, 1);
  cudaStreamWaitEvent(second, ready);
  cudaEventRecord(ready, first);
  set<<<1, 4, 0, second>>>(a, 2);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
