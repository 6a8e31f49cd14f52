// expect: data_race
// thread: NVIDIA/cuCascade#158
// A pool of pinned memory hands out a slab again as soon as it is freed. A copy in
// another stream, which was issued before that, may still be reading it.
__global__ void set(int* words, int value) { words[threadIdx.x] = value; }

int main() {
  const int n = 32, bytes = n * sizeof(int);
  cudaStream_t first, second;
  cudaEvent_t freed;
  int *slab, *limits, *other, result[n];
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&freed, cudaEventDisableTiming);
  cudaMallocHost(&slab, bytes);
  cudaMalloc(&limits, bytes);
  cudaMalloc(&other, bytes);
  for (int i = 0; i < n; ++i) slab[i] = i;
  cudaMemcpyAsync(limits, slab, bytes, cudaMemcpyHostToDevice, first);
  // The slab is free again, and the second stream's work gets it.
  set<<<1, n, 0, second>>>(other, -1);
  cudaMemcpyAsync(slab, other, bytes, cudaMemcpyDeviceToHost, second);
  cudaDeviceSynchronize();
  cudaMemcpy(result, limits, bytes, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    if (result[i] != i || slab[i] != -1) return 1;
  return 0;
}
