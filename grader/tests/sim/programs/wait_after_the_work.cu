// expect: data_race
// missing: must come before the launch in line 15
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
  cudaEventRecord(ready, first);
  set<<<1, 4, 0, second>>>(a, 2);
  cudaStreamWaitEvent(second, ready);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
