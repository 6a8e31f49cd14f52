// expect: passed
// command: --legacy
// Names that CUDA 13 has dropped are declared.
__global__ void add(int* values) {
  const int lane = __shfl(int(threadIdx.x) + 1, threadIdx.x - 1, 32);
  const int one = __popc(__ballot(__any(lane) && __all(1))) / 32;
  values[threadIdx.x] += __shfl_xor(__shfl_down(__shfl_up(one, 1), 1), 1);
}

int main() {
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  if (!prop.deviceOverlap || prop.clockRate <= 0) return 1;
  int *values, copied[32];
  if (cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte) != cudaSuccess)
    return 6;
  cudaMallocManaged(&values, sizeof copied);
  for (int i = 0; i < 32; ++i) values[i] = i;
  if (cudaMemPrefetchAsync(values, sizeof copied, 0) != cudaSuccess) return 2;
  add<<<1, 32>>>(values);
  if (cudaThreadSynchronize() != cudaSuccess) return 3;
  for (int i = 0; i < 32; ++i)
    if (values[i] != i + 1) return 4;
  return cudaThreadExit() == cudaSuccess ? 0 : 5;
}
