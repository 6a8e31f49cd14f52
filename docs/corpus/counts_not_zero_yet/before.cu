// expect: data_race
// thread: vllm-project/vllm#13140
// Threads set counters in shared memory to zero, and others add to them without a barrier
// in between.
__global__ void count(const int* experts, int n, int* out) {
  __shared__ int counts[4];
  if (threadIdx.x < 4) counts[threadIdx.x] = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(&counts[experts[i]], 1);
  __syncthreads();
  if (threadIdx.x < 4) out[threadIdx.x] = counts[threadIdx.x];
}

int main() {
  const int n = 100;
  int host[n], *experts, *out, result[4] = {};
  for (int i = 0; i < n; ++i) host[i] = i % 4;
  cudaMalloc(&experts, sizeof host);
  cudaMalloc(&out, sizeof result);
  cudaMemcpy(experts, host, sizeof host, cudaMemcpyHostToDevice);
  count<<<1, 64>>>(experts, n, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int sum : result)
    if (sum != 25) return 1;
  return 0;
}
