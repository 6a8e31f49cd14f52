// expect: data_race
// thread: flashinfer-ai/flashinfer#5251
// Thread 0 announces the arrival of its block at a barrier between blocks while its other
// threads may still be adding to the histogram of all blocks.
__device__ void meet(unsigned* count) {
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1);
    while (atomicAdd(count, 0) < gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void histogram(const int* in, int* bins, unsigned* count, int* out) {
  atomicAdd(&bins[in[blockIdx.x * blockDim.x + threadIdx.x]], 1);
  meet(count);
  if (threadIdx.x < 4) out[4 * blockIdx.x + threadIdx.x] = bins[threadIdx.x];
}

int main() {
  int host[16], result[8], *in, *bins, *out;
  unsigned* count;
  for (int i = 0; i < 16; ++i) host[i] = i % 4;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&bins, 4 * sizeof(int));
  cudaMalloc(&out, sizeof result);
  cudaMalloc(&count, sizeof(unsigned));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, 4 * sizeof(int));
  cudaMemset(count, 0, sizeof(unsigned));
  histogram<<<2, 8>>>(in, bins, count, out);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int sum : result)
    if (sum != 4) return 1;
  return 0;
}
